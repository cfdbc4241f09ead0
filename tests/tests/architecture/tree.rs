//! The files of a checkout, and the ways in which a rule is tried on one.

use std::fs;
use std::path::{Path, PathBuf};

/// A text file: its path from the root with `/`, and its content.
pub struct Source {
    pub path: String,
    pub text: String,
}

impl Source {
    pub fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    pub fn is_interface(&self) -> bool {
        self.path.starts_with("ui/")
            && [".ts", ".js", ".mjs", ".svelte", ".html"].iter().any(|end| self.path.ends_with(end))
    }

    pub fn lines(&self) -> usize {
        self.text.lines().count()
    }

    /// `path:line` of a byte offset.
    pub fn at(&self, offset: usize) -> String {
        let line = self.text[..offset].matches('\n').count() + 1;
        format!("{}:{line}", self.path)
    }
}

/// Folders with generated or downloaded content, at any depth.
const GENERATED: [&str; 7] =
    [".git", "target", "node_modules", "dist", "fetched", "gen", ".svelte-kit"];

/// The files of the rules, which contain what they forbid.
const RULE_FOLDER: &str = "tests/tests/architecture/";

/// Every text file under `root` in the order of paths. Binary files and the rules themselves are left
/// out.
pub fn sources(root: &Path) -> Vec<Source> {
    let mut found = Vec::new();
    walk(root, root, &mut found);
    found.retain(|source| !source.path.starts_with(RULE_FOLDER));
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

fn walk(root: &Path, folder: &Path, found: &mut Vec<Source>) {
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        if path.is_dir() {
            if !name.is_some_and(|name| GENERATED.contains(&name.as_str())) {
                walk(root, &path, found);
            }
        } else if let Ok(text) = fs::read_to_string(&path) {
            let relative = path.strip_prefix(root).expect("a path under the root");
            found.push(Source { path: relative.to_string_lossy().replace('\\', "/"), text });
        }
    }
}

/// The root of this repository.
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Asserts that the rule finds no violation in this repository.
pub fn assert_holds(rule: fn(&Path) -> Vec<String>) {
    let broken = rule(&repository());
    assert!(broken.is_empty(), "{} broken:\n  {}", broken.len(), broken.join("\n  "));
}

/// Asserts that the rule finds no violation in a tree of these files.
pub fn assert_clean(rule: fn(&Path) -> Vec<String>, files: &[(&str, &str)]) {
    assert_eq!(rule(plant(files).path()), Vec::<String>::new());
}

/// Asserts that the rule finds exactly one violation in a tree of these files, and that its report
/// contains `expected`.
pub fn assert_caught(rule: fn(&Path) -> Vec<String>, files: &[(&str, &str)], expected: &str) {
    let broken = rule(plant(files).path());
    assert!(
        broken.len() == 1 && broken[0].contains(expected),
        "expected one report with {expected:?}, got {broken:?}"
    );
}

fn plant(files: &[(&str, &str)]) -> tempfile::TempDir {
    let root = tempfile::tempdir().expect("a temporary folder");
    for (path, text) in files {
        let path = root.path().join(path);
        fs::create_dir_all(path.parent().expect("a file in a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    root
}
