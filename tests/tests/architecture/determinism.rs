//! Checks that time, ids and randomness are passed in: below `api` no product code reads them from the
//! machine. `domain` does no I/O at all.

use std::path::Path;

use regex::Regex;

use crate::tree::{self, assert_caught, assert_clean, assert_holds};

const PASSED_IN: [&str; 12] = [
    "domain",
    "flow",
    "store",
    "corpus",
    "inference",
    "search",
    "review",
    "clinical",
    "patient",
    "pharmacy",
    "consult",
    "coverage",
];

/// Files that draw randomness, each because no caller may choose the value.
const RANDOMNESS: [(&str, &str); 2] = [
    ("src-tauri/crates/store/src/randomness.rs", "the audit key is a secret"),
    ("src-tauri/crates/store/src/owner.rs", "no two processes may own the same runs"),
];

/// The product code of a file: everything before its test module.
pub fn product(text: &str) -> &str {
    text.find("#[cfg(test)]").map_or(text, |start| &text[..start])
}

fn search(root: &Path, crates: &[&str], pattern: &str, why: &str) -> Vec<String> {
    let pattern = Regex::new(pattern).expect("a valid pattern");
    let folders: Vec<_> = crates.iter().map(|it| format!("src-tauri/crates/{it}/src/")).collect();
    let mut broken = Vec::new();
    for source in tree::sources(root) {
        let applies = folders.iter().any(|folder| source.path.starts_with(folder));
        if !applies
            || !source.is_rust()
            || source.path.ends_with("tests.rs")
            || source.path.contains("/tests/")
        {
            continue;
        }
        for found in pattern.find_iter(product(&source.text)) {
            broken.push(format!("{}: `{}`: {why}", source.at(found.start()), found.as_str()));
        }
    }
    broken
}

/// Finds time, ids and randomness that are not passed in. `Instant` is allowed: it measures a duration
/// and no point in time.
fn passed_in(root: &Path) -> Vec<String> {
    let time_and_ids =
        r"\b(Timestamp|SystemTime|Zoned|Utc|Local|OffsetDateTime)::now\b|\bnow_v7\b|\bnew_v4\b";
    let mut broken = search(root, &PASSED_IN, time_and_ids, "take a `Clock`");
    let randomness =
        search(root, &PASSED_IN, r"\b(rand|getrandom|fastrand)::\w+", "take it from the caller");
    let drawn = |report: &String| RANDOMNESS.iter().any(|(file, _)| report.starts_with(file));
    broken.extend(randomness.into_iter().filter(|report| !drawn(report)));
    broken
}

fn no_io(root: &Path) -> Vec<String> {
    search(
        root,
        &["domain"],
        r"\bstd::(fs|net|env|process|io)\b|\btokio::|\bInstant::now\b",
        "`domain` does no I/O",
    )
}

#[test]
fn time_ids_and_randomness_are_passed_in() {
    assert_holds(passed_in);
    let file = "src-tauri/crates/store/src/case.rs";
    for text in ["let at = Timestamp::now();", "Uuid::now_v7()", "rand::random()"] {
        assert_caught(passed_in, &[(file, text)], "case.rs:1");
        assert_clean(passed_in, &[("src-tauri/crates/api/src/clock.rs", text)]);
    }
    let (key, _) = RANDOMNESS[0];
    assert_clean(passed_in, &[(key, "getrandom::fill(&mut key)")]);
    assert_caught(passed_in, &[(key, "Timestamp::now()")], "randomness.rs:1");
    assert_clean(passed_in, &[(file, "#[cfg(test)]\nmod tests { fn f() { Uuid::now_v7(); } }")]);
}

#[test]
fn domain_does_no_io() {
    assert_holds(no_io);
    assert_caught(no_io, &[("src-tauri/crates/domain/src/ad.rs", "use std::fs;")], "ad.rs:1");
}
