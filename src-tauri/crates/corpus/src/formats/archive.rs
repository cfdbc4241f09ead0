//! Reads ZIP containers: tells office documents from archives, and reads archives file by file.
//!
//! Archives are hostile input. Unpacked size, number of files and nesting are limited, and no entry is
//! written to disk, so a path like `../../etc` is only a place in a finding.

use std::collections::HashMap;
use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};

use zip::ZipArchive;

use super::tables::{is_mapping, mapping_of};
use crate::encoding::composed;
use crate::reading::{Finding, Part, SourceFile, Take};

/// Most files of an archive.
const MOST_FILES: usize = 20_000;
/// Largest file of an archive in bytes.
const LARGEST_FILE: u64 = 64 << 20;
/// Largest sum of an archive's files in bytes.
const LARGEST_SUM: u64 = 512 << 20;
/// Largest ratio of unpacked to packed bytes; a higher one indicates a ZIP bomb.
const STEEPEST: u64 = 200;
/// Deepest nesting of archives.
const DEEPEST: usize = 2;

/// Kind of a ZIP container.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Content {
    /// A Word document.
    Docx,
    /// A 한글 document.
    Hwpx,
    /// An Excel workbook.
    Xlsx,
    /// An archive of files, or a broken container, which reading it will show.
    Files,
}

/// Detects the kind of a container by the parts that its standard requires.
pub(crate) fn content(bytes: &[u8]) -> Content {
    let Ok(archive) = ZipArchive::new(Cursor::new(bytes)) else { return Content::Files };
    let has = |name: &str| archive.index_for_name(name).is_some();
    if has("word/document.xml") {
        Content::Docx
    } else if has("Contents/content.hpf") || has("Contents/section0.xml") {
        Content::Hwpx
    } else if has("xl/workbook.xml") {
        Content::Xlsx
    } else {
        Content::Files
    }
}

/// Reads a file of an archive, with its mapping file and the receiver of its documents.
type ReadFile<'a> = &'a dyn Fn(&SourceFile, Option<&SourceFile>, Take<'_>) -> Vec<Finding>;

/// Reads every file of an archive with `read` under the path `archive.zip/inner/name`. A mapping file in the
/// archive belongs to the table of its name.
pub(crate) fn read(source: &SourceFile, take: Take<'_>, read: ReadFile<'_>) -> Vec<Finding> {
    if source.path.to_lowercase().matches(".zip/").count() >= DEEPEST {
        return vec![Finding::whole_file(
            "압축 파일 속의 압축 파일은 두 겹까지 읽습니다. 풀어서 가져오십시오.",
        )];
    }
    let mut archive = match ZipArchive::new(Cursor::new(&source.bytes)) {
        Ok(archive) => archive,
        Err(error) => return vec![broken(&error.to_string())],
    };
    if archive.len() > MOST_FILES {
        return vec![Finding::whole_file(format!(
            "압축 파일에 파일이 {}개 들어 있습니다({MOST_FILES}개까지). 나누어 가져오십시오.",
            archive.len()
        ))];
    }
    let mut budget = LARGEST_SUM.min((source.bytes.len() as u64).saturating_mul(STEEPEST));
    let mut findings = Vec::new();
    let (files, mappings) = separate_mappings(&mut archive, source, &mut budget, &mut findings);
    let (mut empty, mut stopped) = (true, false);
    for index in files {
        match entry(&mut archive, index, &mut budget) {
            Ok(None) => {}
            Ok(Some((name, bytes))) => {
                let file = SourceFile { path: format!("{}/{name}", source.path), bytes };
                let mapping = mappings.get(&mapping_of(Path::new(&name)));
                let mut found = read(&file, mapping, &mut |mut part| {
                    let Part::Document(reading) = &mut part else {
                        let next = take(part);
                        empty &= next.is_continue();
                        return next;
                    };
                    empty = false;
                    reading.findings.iter_mut().for_each(|finding| finding.within(&name));
                    let next = take(part);
                    stopped |= next.is_break();
                    next
                });
                found.iter_mut().for_each(|finding| finding.within(&name));
                findings.append(&mut found);
            }
            Err(finding) => findings.push(finding),
        }
        if stopped {
            break;
        }
    }
    if empty && findings.is_empty() {
        findings.push(Finding::whole_file("압축 파일에 읽을 파일이 없습니다."));
    }
    findings
}

/// Returns the indices of files to read, and the mapping files by name.
fn separate_mappings(
    archive: &mut ZipArchive<Cursor<&Vec<u8>>>,
    source: &SourceFile,
    budget: &mut u64,
    findings: &mut Vec<Finding>,
) -> (Vec<usize>, HashMap<PathBuf, SourceFile>) {
    let (mut files, mut mappings) = (Vec::new(), HashMap::new());
    for index in 0..archive.len() {
        let name = archive.by_index_raw(index).map(|file| name(file.name_raw()));
        // An entry without a name is broken; reading it reports how.
        if !name.is_ok_and(|name| is_mapping(Path::new(&name))) {
            files.push(index);
            continue;
        }
        match entry(archive, index, budget) {
            Ok(None) => {}
            Ok(Some((name, bytes))) => {
                let path = format!("{}/{name}", source.path);
                mappings.insert(PathBuf::from(name), SourceFile { path, bytes });
            }
            Err(finding) => findings.push(finding),
        }
    }
    (files, mappings)
}

/// Returns name and bytes of a file; `None` for folders and files that operating systems leave behind.
fn entry(
    archive: &mut ZipArchive<Cursor<&Vec<u8>>>,
    index: usize,
    budget: &mut u64,
) -> Result<Option<(String, Vec<u8>)>, Finding> {
    let mut file = archive.by_index(index).map_err(|error| broken(&error.to_string()))?;
    let name = name(file.name_raw());
    if file.is_dir() || is_leftover(&name) {
        return Ok(None);
    }
    let about = |reason: String| Finding::new(name.clone(), reason);
    if file.encrypted() {
        return Err(about("암호가 걸려 있습니다. 암호를 풀어 다시 가져오십시오.".to_owned()));
    }
    let allowed = LARGEST_FILE.min(*budget);
    let mut bytes = Vec::new();
    // Sizes in the archive are not trusted: reading stops at the limit.
    let read = file.by_ref().take(allowed + 1).read_to_end(&mut bytes);
    read.map_err(|error| about(format!("풀 수 없습니다({error}). 다시 받으십시오.")))?;
    if bytes.len() as u64 > allowed {
        return Err(about(format!(
            "풀면 너무 큽니다(파일 하나 {} MiB, 압축 파일 하나 {} MiB까지이고, 압축률이 지나치면 읽지 않습니다). 풀어서 가져오십시오.",
            LARGEST_FILE >> 20,
            LARGEST_SUM >> 20
        )));
    }
    *budget -= bytes.len() as u64;
    Ok(Some((name, bytes)))
}

/// Decodes a name: UTF-8 or, from Korean Windows, unmarked CP949; letters decomposed by macOS are composed.
fn name(raw: &[u8]) -> String {
    match std::str::from_utf8(raw) {
        Ok(name) => composed(name).into_owned(),
        Err(_) => encoding_rs::EUC_KR.decode_without_bom_handling(raw).0.into_owned(),
    }
}

/// Returns whether a path is that of a file of the operating system: hidden files, thumbnails, resource
/// forks.
pub(crate) fn is_leftover(path: &str) -> bool {
    let mut parts = path.split(['/', '\\']).rev();
    let file = parts.next().unwrap_or(path);
    let of_system = ["Thumbs.db", "desktop.ini"].iter().any(|it| it.eq_ignore_ascii_case(file));
    of_system || file.starts_with('.') || parts.any(|folder| folder == "__MACOSX")
}

fn broken(error: &str) -> Finding {
    Finding::whole_file(format!("압축 파일이 깨졌습니다({error}). 다시 받으십시오."))
}
