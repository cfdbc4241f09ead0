//! What a desk's directory holds once its digests are stored and indexed. It is made once a test program and
//! kept in memory: installing takes a second or two, and almost every test would wait for it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use super::Desk;

/// Files by their paths below the directory. Their modes are set by whoever opens it.
static INSTALLED: LazyLock<Vec<(PathBuf, Vec<u8>)>> = LazyLock::new(|| {
    let desk = Desk::empty();
    // The first stores the digests of drugs and no question; the second indexes all documents.
    desk.run_with(&["check-list", "-"], "타이레놀 500mg\n".as_bytes()).succeeded();
    desk.run(&["search", "광고"]).succeeded();
    // It names the processes that use that directory.
    fs::remove_dir_all(desk.dir().join("locks")).expect("closed desks leave their locks");
    let mut files = Vec::new();
    read(desk.dir(), Path::new(""), &mut files);
    files
});

fn read(root: &Path, folder: &Path, files: &mut Vec<(PathBuf, Vec<u8>)>) {
    for entry in fs::read_dir(root.join(folder)).expect("a folder") {
        let entry = entry.expect("an entry");
        let path = folder.join(entry.file_name());
        if entry.file_type().expect("a type").is_dir() {
            read(root, &path, files);
        } else {
            files.push((path, fs::read(entry.path()).expect("a file")));
        }
    }
}

/// Fills an empty directory.
pub(super) fn write_into(dir: &Path) {
    for (path, bytes) in INSTALLED.iter() {
        let path = dir.join(path);
        fs::create_dir_all(path.parent().expect("a file in a folder")).expect("a new folder");
        fs::write(&path, bytes).expect("a new file");
    }
}
