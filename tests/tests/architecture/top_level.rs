//! Checks that the top level is fixed, that prompts have their front matter, and that no path of one
//! machine is written down.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use regex::Regex;

use crate::tree::{self, assert_caught, assert_clean, assert_holds};

const ENTRIES: [&str; 20] = [
    ".ci",
    ".gitignore",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "Cargo.lock",
    "Cargo.toml",
    "GLOSSARY.md",
    "LICENSE",
    "Makefile",
    "README.md",
    "deny.toml",
    "docs",
    "icons",
    "migrations",
    "models",
    "prompts",
    "rustfmt.toml",
    "src-tauri",
    "tests",
    "ui",
];
/// Entries that git and the build create.
const GENERATED: [&str; 2] = [".git", "target"];

fn fixed(root: &Path) -> Vec<String> {
    let entries = fs::read_dir(root).expect("a readable folder");
    let found: BTreeSet<String> = entries
        .map(|entry| entry.expect("a readable entry").file_name().to_string_lossy().into_owned())
        .collect();
    found
        .iter()
        .map(String::as_str)
        .filter(|name| !ENTRIES.contains(name) && !GENERATED.contains(name))
        .map(|name| {
            format!("`{name}` has no place at the top level: put it into one of the folders")
        })
        .collect()
}

fn prompts(root: &Path) -> Vec<String> {
    let mut broken = Vec::new();
    for source in tree::sources(root) {
        if !source.path.starts_with("prompts/") || !source.path.ends_with(".md") {
            continue;
        }
        let front = source.text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n"));
        let Some((front, _)) = front else {
            broken.push(format!("{}: begin with front matter between `---` lines", source.path));
            continue;
        };
        for key in ["name", "version", "inputs"] {
            if !front.lines().any(|line| line.starts_with(&format!("{key}:"))) {
                broken.push(format!("{}: the front matter lacks `{key}:`", source.path));
            }
        }
    }
    broken
}

/// Finds paths in folders of people and build machines. System paths (`/usr/bin/…`) belong to nobody and
/// are allowed.
fn no_machine_paths(root: &Path) -> Vec<String> {
    let pattern =
        Regex::new(r#"(?m)(?:^|[\s"'`=:(])(/(?:home|root|Users|work)/[\w.-]|[A-Z]:\\Users\\)"#)
            .expect("a valid pattern");
    let mut broken = Vec::new();
    for source in tree::sources(root) {
        for found in pattern.captures_iter(&source.text) {
            let start = found.get(1).map_or(0, |path| path.start());
            broken.push(format!("{}: `{}…` is a path of one machine", source.at(start), &found[1]));
        }
    }
    broken
}

#[test]
fn the_top_level_is_fixed() {
    assert_holds(fixed);
    assert_caught(fixed, &[("Cargo.toml", ""), ("scripts/run.sh", "")], "`scripts`");
}

#[test]
fn prompts_carry_their_front_matter() {
    assert_holds(prompts);
    let file = "prompts/judge.md";
    assert_clean(prompts, &[(file, "---\nname: judge\nversion: 1\ninputs: [ad]\n---\n{{ ad }}\n")]);
    assert_caught(prompts, &[(file, "---\nname: judge\ninputs: []\n---\n\n")], "version");
    assert_caught(prompts, &[(file, "Judge this.\n")], "front matter");
}

#[test]
fn no_path_of_one_machine_is_written_down() {
    assert_holds(no_machine_paths);
    for text in ["cd /home/me/simui", "path = \"/work/main\"", "'C:\\Users\\me'", "/root/.cargo"] {
        assert_caught(no_machine_paths, &[("tests/run.sh", text)], "run.sh:1");
    }
    assert_clean(
        no_machine_paths,
        &[("tests/run.sh", "$root/models https://x.kr/home/a /usr/bin/chromium")],
    );
}
