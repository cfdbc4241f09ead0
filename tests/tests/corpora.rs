//! Checks that the evaluation corpus and its manifest agree.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use simui_tests::corpora::{JOBS, Set, folder, lines, sets};

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()).collect();
    all.sort();
    all
}

/// The JSON lines files of a set.
fn files(set: &Set) -> Vec<PathBuf> {
    let place = set.place();
    if place.is_file() {
        return vec![place];
    }
    entries(&place)
        .into_iter()
        .filter(|it| it.extension().is_some_and(|it| it == "jsonl"))
        .collect()
}

#[test]
fn every_file_has_an_entry_and_every_entry_a_file() {
    let listed: BTreeSet<String> = sets().unwrap().into_iter().map(|it| it.path).collect();
    let found: BTreeSet<String> = JOBS
        .iter()
        .flat_map(|job| entries(&folder().join(job)))
        .map(|it| it.strip_prefix(folder()).unwrap().to_str().unwrap().replace('\\', "/"))
        .collect();
    let unlisted: Vec<&String> = found.difference(&listed).collect();
    assert!(unlisted.is_empty(), "without an entry in manifest.toml: {unlisted:?}");
    let missing: Vec<&String> = listed.difference(&found).collect();
    assert!(missing.is_empty(), "without a file or folder: {missing:?}");
}

#[test]
fn every_set_has_the_number_of_questions_that_its_entry_says() {
    let mut wrong = Vec::new();
    for set in sets().unwrap() {
        let mut count = 0;
        for file in files(&set) {
            let questions: Vec<Value> = lines(&file).unwrap();
            count += questions.len();
            let named = questions.iter().filter_map(|it| it["id"].as_str());
            let ids: BTreeSet<&str> = named.clone().collect();
            if ids.len() != named.count() {
                wrong.push(format!("{}: two questions have one id", file.display()));
            }
        }
        if count != set.questions {
            wrong.push(format!("{}: {count} questions, {} in its entry", set.path, set.questions));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
