//! Unpacks the ZIP file.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use serde_json::Value;
use zip::ZipArchive;

/// Largest size of an unpacked pack in bytes. A larger one was not made by the desk.
const LARGEST: u64 = 1 << 30;

/// The files of a pack by path.
pub struct Files(BTreeMap<String, Vec<u8>>);

impl Files {
    /// Unpacks a pack. Fails on a path that leaves the pack, on a name that occurs twice, and above
    /// [`LARGEST`].
    pub fn read(pack: &[u8]) -> Result<Self, String> {
        let broken = |error: zip::result::ZipError| format!("the .zip cannot be read: {error}");
        let mut zip = ZipArchive::new(Cursor::new(pack)).map_err(broken)?;
        let mut files = BTreeMap::new();
        let mut total = 0;
        for at in 0..zip.len() {
            let mut file = zip.by_index(at).map_err(broken)?;
            let path = file.name().map_err(broken)?.into_owned();
            let is_unsafe = path.starts_with('/')
                || path.contains('\\')
                || path.split('/').any(|part| matches!(part, "" | "." | ".."));
            if is_unsafe {
                return Err(format!("{path:?} is no path a pack has"));
            }
            let mut bytes = Vec::new();
            let room = LARGEST - total;
            let read = file.by_ref().take(room + 1).read_to_end(&mut bytes);
            read.map_err(|error| format!("{path}: cannot be unpacked: {error}"))?;
            total += bytes.len() as u64;
            if total > LARGEST {
                return Err(format!("{path}: the pack is larger than {LARGEST} bytes unpacked"));
            }
            if files.insert(path.clone(), bytes).is_some() {
                return Err(format!("{path} comes twice in the .zip"));
            }
        }
        if files.len() != zip.len() {
            return Err("two files of the .zip have one name".to_owned());
        }
        Ok(Self(files))
    }

    /// Number of files.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// All paths in order.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// The bytes of a file, if it is in the pack.
    pub fn bytes(&self, path: &str) -> Option<&[u8]> {
        self.0.get(path).map(Vec::as_slice)
    }

    /// The text of a file; an error if it is missing or no UTF-8.
    pub fn text(&self, path: &str) -> Result<&str, String> {
        let bytes = self.bytes(path).ok_or_else(|| format!("{path} is missing"))?;
        std::str::from_utf8(bytes).map_err(|error| format!("{path}: {error}"))
    }

    /// The JSON of a file; an error if it is missing or no JSON.
    pub fn json(&self, path: &str) -> Result<Value, String> {
        serde_json::from_str(self.text(path)?).map_err(|error| format!("{path}: {error}"))
    }
}
