//! Finds the files that an import reads.

use std::path::{Path, PathBuf};

use simui_domain::QuarantineEntry;

use super::printed_path;
use crate::CorpusError;
use crate::formats::archive::is_leftover;
use crate::formats::tables::is_mapping;

/// Regular files below `paths` in order, without hidden files. Paths that cannot be examined are quarantined.
pub(super) fn files(
    paths: &[PathBuf],
) -> Result<(Vec<PathBuf>, Vec<QuarantineEntry>), CorpusError> {
    let (mut files, mut quarantined) = (Vec::new(), Vec::new());
    for path in paths {
        // Links are followed for paths given by the user, but not below them.
        match std::fs::metadata(path) {
            Ok(found) if found.is_dir() => walk(path, &mut files, &mut quarantined),
            Ok(found) if found.is_file() => files.push(path.clone()),
            Ok(_) => quarantined.push(entry(path, "보통 파일이 아니어서 읽지 않았습니다.")),
            Err(_) => return Err(CorpusError::NoSuchPath { path: path.display().to_string() }),
        }
    }
    Ok((files, quarantined))
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>, quarantined: &mut Vec<QuarantineEntry>) {
    let mut entries: Vec<PathBuf> = match std::fs::read_dir(folder) {
        Ok(entries) => entries.filter_map(|entry| Some(entry.ok()?.path())).collect(),
        Err(error) => {
            quarantined.push(entry(
                folder,
                &format!("폴더를 열 수 없습니다({error}). 권한을 확인하십시오."),
            ));
            return;
        }
    };
    entries.sort();
    for path in entries {
        let below = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy();
        if is_leftover(&below) || is_mapping(&path) || below == "__MACOSX" {
            continue;
        }
        match std::fs::symlink_metadata(&path) {
            Ok(found) if found.is_dir() => walk(&path, files, quarantined),
            Ok(found) if found.is_file() => files.push(path),
            Ok(_) => {
                quarantined.push(entry(&path, "링크이거나 보통 파일이 아니어서 읽지 않았습니다."))
            }
            Err(error) => {
                quarantined.push(entry(&path, &format!("파일을 볼 수 없습니다({error}).")))
            }
        }
    }
}

fn entry(path: &Path, reason: &str) -> QuarantineEntry {
    QuarantineEntry { path: printed_path(path), place: String::new(), reason: reason.to_owned() }
}
