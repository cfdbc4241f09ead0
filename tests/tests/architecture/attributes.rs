//! Checks that switched-off lints and tests give a reason, and that every crate has a description.

use std::path::Path;

use regex::Regex;

use crate::tree::{self, assert_caught, assert_clean, assert_holds};

/// Finds `allow`, `expect` and `ignore` attributes without a reason.
fn reasons(root: &Path) -> Vec<String> {
    let lints = Regex::new(r"(?s)#!?\[(?:allow|expect)\((.*?)\)\]").expect("a valid pattern");
    let ignored = Regex::new(r"#\[ignore\]").expect("a valid pattern");
    let mut broken = Vec::new();
    for source in tree::sources(root).iter().filter(|source| source.is_rust()) {
        for found in lints.captures_iter(&source.text) {
            if !found[1].contains("reason = \"") {
                let start = found.get(0).map_or(0, |attribute| attribute.start());
                broken.push(format!("{}: add `reason = \"…\"`", source.at(start)));
            }
        }
        for found in ignored.find_iter(&source.text) {
            broken.push(format!("{}: write `#[ignore = \"why\"]`", source.at(found.start())));
        }
    }
    broken
}

/// Finds crates that do not begin with `//!`.
fn documented(root: &Path) -> Vec<String> {
    let heads = ["/src/lib.rs", "/src/main.rs"];
    tree::sources(root)
        .iter()
        .filter(|source| heads.iter().any(|head| source.path.ends_with(head)))
        .filter(|source| !source.text.starts_with("//! "))
        .map(|source| format!("{}: begin with `//!` and what the crate is", source.path))
        .collect()
}

#[test]
fn what_is_switched_off_says_why() {
    assert_holds(reasons);
    let file = "src-tauri/crates/flow/src/lib.rs";
    for text in
        ["#[allow(dead_code)]", "#![allow(\n    dead_code,\n)]", "#[ignore]", "#[expect(unused)]"]
    {
        assert_caught(reasons, &[(file, text)], "lib.rs:1");
    }
    assert_clean(reasons, &[(file, "#[allow(dead_code, reason = \"read by serde (see below)\")]")]);
    assert_clean(reasons, &[(file, "#[ignore = \"takes a minute: make bench\"]")]);
}

#[test]
fn every_crate_says_what_it_is() {
    assert_holds(documented);
    assert_caught(
        documented,
        &[("src-tauri/crates/flow/src/lib.rs", "mod graph;")],
        "what the crate is",
    );
}
