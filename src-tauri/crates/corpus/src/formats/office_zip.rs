//! Reads the parts of an office document in a ZIP container. Hostile input: the size of parts is limited, and
//! nothing is written to disk.

use std::io::{Cursor, Read};

use zip::ZipArchive;

use super::xml_tree::{self, Element};
use crate::encoding;
use crate::reading::Finding;
use crate::text::shortened;

/// Largest unpacked part in bytes.
const LARGEST_PART: u64 = 48 << 20;

/// An opened container.
pub(crate) struct OfficeZip<'a>(ZipArchive<Cursor<&'a [u8]>>);

impl<'a> OfficeZip<'a> {
    pub(crate) fn open(bytes: &'a [u8]) -> Result<Self, Finding> {
        ZipArchive::new(Cursor::new(bytes)).map(Self).map_err(|error| {
            Finding::whole_file(format!(
                "문서가 깨졌습니다({}). 온전한 파일로 다시 가져오십시오.",
                shortened(error)
            ))
        })
    }

    /// Returns the names of the parts, sorted so that `section2` precedes `section10`.
    pub(crate) fn names(&self) -> Vec<String> {
        let mut names: Vec<String> =
            self.0.file_names().filter_map(|name| Some(name.ok()?.into_owned())).collect();
        names.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
        names.dedup();
        names
    }

    /// Returns the bytes of a part; `None` where it is missing.
    pub(crate) fn part(&mut self, name: &str) -> Result<Option<Vec<u8>>, Finding> {
        let Some(index) = self.0.index_for_name(name) else { return Ok(None) };
        let broken = |error: String| {
            Finding::new(
                name,
                format!("문서의 일부를 풀 수 없습니다({error}). 다시 저장하여 가져오십시오."),
            )
        };
        let mut file = self.0.by_index(index).map_err(|error| broken(shortened(error)))?;
        let mut bytes = Vec::new();
        let read = file.by_ref().take(LARGEST_PART + 1).read_to_end(&mut bytes);
        read.map_err(|error| broken(shortened(error)))?;
        if bytes.len() as u64 > LARGEST_PART {
            let most = LARGEST_PART >> 20;
            return Err(broken(format!("{most} MiB보다 큽니다")));
        }
        Ok(Some(bytes))
    }

    /// Parses an XML part.
    pub(crate) fn xml(&mut self, name: &str) -> Result<Option<Element>, Finding> {
        let Some(bytes) = self.part(name)? else { return Ok(None) };
        let text = encoding::text_of_file(&bytes).map_err(|mut finding| {
            finding.within(name);
            finding
        })?;
        let parsed = xml_tree::parse(&text).map_err(|error| {
            Finding::new(
                name,
                format!("문서의 XML을 읽을 수 없습니다({error}). 다시 저장하여 가져오십시오."),
            )
        })?;
        Ok(Some(parsed))
    }

    /// Parses an XML part that may be missing; a broken one becomes a finding.
    pub(crate) fn optional_xml(
        &mut self,
        name: &str,
        findings: &mut Vec<Finding>,
    ) -> Option<Element> {
        match self.xml(name) {
            Ok(root) => root,
            Err(finding) => {
                findings.push(finding);
                None
            }
        }
    }
}
