//! The file from which a document was read, found again in the imported folder.
//!
//! A path is never made of stored names: the folder is listed as the import lists it, and the names of its
//! files are compared. What is found counts only if its bytes are those that were imported.

use std::fs;
use std::path::{Path, PathBuf};

use simui_corpus::SourceFile;
use simui_store::{CoverageDocument, CoverageOriginal};

use super::read::{LARGEST, digest, entries, files_below, name, name_within};
use crate::ApiError;
use crate::faults::ErrorCode;

/// Returns the file of a document with the bytes that were imported.
///
/// # Errors
/// The file is not there, cannot be read, or has other bytes.
pub(super) fn original(stored: &CoverageOriginal) -> Result<SourceFile, ApiError> {
    let CoverageOriginal { folder, document } = stored;
    let files = files_named(Path::new(folder), document);
    let mut read = Vec::new();
    for path in &files {
        if let Some(bytes) = bytes(path)? {
            read.push(SourceFile { path: path.display().to_string(), bytes });
        }
    }
    if read.is_empty() {
        return Err(ApiError::invalid(
            ErrorCode::CoverageFileMissing,
            &[("document", &document.name), ("folder", folder)],
            format!("{folder}: no file {} of {}", document.name, document.insurer_code),
        ));
    }
    read.into_iter().find(|it| digest(&it.bytes) == document.sha256).ok_or_else(|| {
        ApiError::invalid(
            ErrorCode::CoverageFileChanged,
            &[("document", &document.name)],
            format!("{}: its bytes are not those that were imported", document.name),
        )
    })
}

/// Returns the files below the folder of a company that have the name of a document; none outside the
/// imported folder. A folder that cannot be listed has none.
fn files_named(folder: &Path, document: &CoverageDocument) -> Vec<PathBuf> {
    let root = folder.join("documents");
    let Ok(real_root) = root.canonicalize() else { return Vec::new() };
    let listed = |folder: &Path| entries(folder).unwrap_or_default().into_iter();
    let companies = listed(&root).filter(|it| name(it) == document.insurer_code);
    let mut named = Vec::new();
    for of_type in companies.flat_map(|it| listed(&it)).filter(|it| it.is_dir()) {
        let mut files = Vec::new();
        if files_below(&of_type, &mut files).is_ok() {
            named.extend(files.into_iter().filter(|it| name_within(&of_type, it) == document.name));
        }
    }
    named.retain(|it| it.canonicalize().is_ok_and(|it| it.starts_with(&real_root)));
    named
}

/// Returns the bytes of a file; `None` if it is gone, no plain file, or larger than any that is imported.
fn bytes(path: &Path) -> Result<Option<Vec<u8>>, ApiError> {
    let is_plain = fs::symlink_metadata(path).is_ok_and(|it| it.is_file() && it.len() <= LARGEST);
    if !is_plain {
        return Ok(None);
    }
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(ApiError::invalid(
            ErrorCode::FileUnreadable,
            &[("path", &path.display())],
            format!("{}: {error}; check the file and its permissions", path.display()),
        )),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::*;

    fn stored(folder: &Path, name: &str, bytes: &[u8]) -> CoverageOriginal {
        let document = CoverageDocument {
            insurer_code: "GAON".to_owned(),
            doc_type: "가입설계서".to_owned(),
            name: name.to_owned(),
            sha256: digest(bytes),
            pages: vec![String::new()],
        };
        CoverageOriginal { folder: folder.display().to_string(), document }
    }

    #[test]
    fn a_file_is_found_by_its_name_and_bytes_and_never_outside_the_folder() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("자료");
        let of_type = folder.join("documents/GAON/가입설계서");
        fs::create_dir_all(of_type.join("2026")).unwrap();
        fs::create_dir_all(folder.join("documents/GAON/약관")).unwrap();
        fs::write(of_type.join("a.pdf"), "하나").unwrap();
        // macOS writes 가 as two letters.
        fs::write(of_type.join("2026/\u{1100}\u{1161}.pdf"), "둘").unwrap();
        fs::write(folder.join("documents/GAON/약관/a.pdf"), "셋").unwrap();
        fs::write(folder.join("documents/secret.pdf"), "비밀").unwrap();
        fs::write(home.path().join("secret.pdf"), "비밀").unwrap();
        let found = |name: &str, text: &str| {
            original(&stored(&folder, name, text.as_bytes())).map_err(|error| error.fault().code)
        };
        for (name, text) in [("a.pdf", "하나"), ("2026/가.pdf", "둘"), ("a.pdf", "셋")] {
            assert_eq!(found(name, text).unwrap().bytes, text.as_bytes(), "{name}");
        }
        assert_eq!(found("a.pdf", "넷").unwrap_err(), ErrorCode::CoverageFileChanged);
        let outside = home.path().join("secret.pdf");
        let outside = outside.to_str().unwrap();
        for name in ["b.pdf", "../../secret.pdf", "../../../../secret.pdf", outside, ""] {
            let code = found(name, "비밀").unwrap_err();
            assert_eq!(code, ErrorCode::CoverageFileMissing, "{name}");
        }
        let elsewhere = stored(&home.path().join("nowhere"), "a.pdf", b"");
        assert!(original(&elsewhere).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_lead_nowhere() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("자료");
        let of_type = folder.join("documents/GAON/가입설계서");
        let outside = home.path().join("밖");
        fs::create_dir_all(&of_type).unwrap();
        fs::create_dir_all(&outside).unwrap();
        fs::write(outside.join("a.pdf"), "비밀").unwrap();
        std::os::unix::fs::symlink(outside.join("a.pdf"), of_type.join("a.pdf")).unwrap();
        std::os::unix::fs::symlink(&outside, folder.join("documents/GAON/약관")).unwrap();
        let code = original(&stored(&folder, "a.pdf", "비밀".as_bytes())).unwrap_err().fault().code;
        assert_eq!(code, ErrorCode::CoverageFileMissing);
    }
}
