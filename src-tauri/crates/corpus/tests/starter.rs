//! Tests of the embedded files: all of them are read without findings and have the required contents.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::collections::HashMap;
use std::path::Path;

use simui_corpus::{SourceFile, decision_summary, quotable, read, starter_documents};
use simui_domain::{DocumentKind, ProvisionPath, ViolationKind};
use simui_store::ImportedDocument;

use crate::common;

fn starter() -> Vec<ImportedDocument> {
    starter_documents(&common::clock()).unwrap()
}

#[test]
fn every_file_of_the_folder_is_embedded() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("starter");
    let mut on_disk = Vec::new();
    for group in std::fs::read_dir(&folder).unwrap() {
        for file in std::fs::read_dir(group.unwrap().path()).unwrap() {
            let path = file.unwrap().path();
            on_disk.push(format!("starter/{}", path.strip_prefix(&folder).unwrap().display()));
        }
    }
    let mut embedded: Vec<String> =
        starter().into_iter().map(|imported| imported.document.source_path).collect();
    on_disk.sort();
    embedded.sort();
    assert_eq!(embedded, on_disk);
}

#[test]
fn everything_is_a_digest_with_chunks() {
    let mut titles = std::collections::HashSet::new();
    for imported in starter() {
        assert!(imported.document.digest, "{}", imported.document.title);
        let is_list = imported.document.kind == DocumentKind::TechRegistry;
        assert!(is_list || !imported.chunks.is_empty(), "{}", imported.document.title);
        assert!(titles.insert(imported.document.title.clone()), "{}", imported.document.title);
    }
}

#[test]
fn the_digest_of_the_law_answers_to_the_same_numbers() {
    let documents = starter();
    let law = documents.iter().find(|imported| imported.document.title == "의료법").unwrap();
    let paths: Vec<ProvisionPath> =
        law.articles.iter().flat_map(|a| &a.provisions).map(|p| p.path.clone()).collect();
    let mut wanted: Vec<String> = (1..=15).map(|item| format!("제56조제2항제{item}호")).collect();
    wanted.extend(
        [
            "제27조제3항",
            "제27조제3항제2호",
            "제53조제1항",
            "제56조제1항",
            "제56조제2항제14호가목",
            "제56조제2항제14호라목",
            "제56조제3항제2호",
            "제57조제1항제4호의2",
            "제57조제3항제4호",
            "제57조제8항",
            "제57조의2제2항제3호",
            "제57조의3",
            "제58조제1항",
        ]
        .map(str::to_owned),
    );
    for path in wanted {
        assert!(paths.contains(&path.parse().unwrap()), "{path}");
    }
    let decree =
        documents.iter().find(|imported| imported.document.title == "의료법 시행령").unwrap();
    for path in [
        "제23조제1항제14호",
        "제23조제2항제2호",
        "제24조제1항제4호",
        "제24조제2항",
        "제24조제7항제6호",
    ] {
        let path: ProvisionPath = path.parse().unwrap();
        assert!(
            decree.articles.iter().flat_map(|a| &a.provisions).any(|p| p.path == path),
            "{path}"
        );
    }
}

#[test]
fn the_standards_treat_every_topic_in_full() {
    let documents = starter();
    let standards = documents
        .iter()
        .find(|imported| imported.document.kind == DocumentKind::Guideline)
        .unwrap();
    assert_eq!(standards.document.title, "의료광고 심의기준(요지)");
    assert!(standards.articles.len() >= 16);
    for article in &standards.articles {
        let words = quotable(&standards.document.body, article.start, article.end);
        for part in ["원칙:", "판단 요소:", "허용되는 표현의 조건:", "고침 방향:"]
        {
            assert!(words.contains(part), "{}: {part}", article.key);
        }
    }
}

/// Front matter and section agree.
#[test]
fn decisions_tell_their_outcome() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut outcomes: HashMap<&str, usize> = HashMap::new();
    let mut kinds_seen = std::collections::HashSet::new();
    let decisions: Vec<ImportedDocument> = starter()
        .into_iter()
        .filter(|imported| imported.document.kind == DocumentKind::Precedent)
        .collect();
    assert!(decisions.len() >= 12);
    for imported in &decisions {
        let summary = decision_summary(&imported.document.body, &imported.articles);
        let outcome = summary.outcome.unwrap().word();
        *outcomes.entry(outcome).or_default() += 1;
        let kinds: Vec<String> = summary.kinds.iter().map(ViolationKind::to_string).collect();
        kinds_seen.extend(kinds.clone());
        let file = std::fs::read_to_string(folder.join(&imported.document.source_path)).unwrap();
        assert!(file.contains(&format!("\noutcome: {outcome}\n")), "{}", imported.document.title);
        assert!(
            file.contains(&format!("\nkinds: [{}]\n", kinds.join(", "))),
            "{}",
            imported.document.title
        );
    }
    for outcome in ["위법", "적법", "위헌", "합헌"] {
        assert!(outcomes.get(outcome).is_some_and(|count| *count >= 2), "{outcomes:?}");
    }
    for kind in ["V1", "V2", "V3", "V4", "V6", "V7", "V8", "V10", "V12"] {
        assert!(kinds_seen.contains(kind), "{kind}");
    }
}

/// Court, day and case number of every digest match the official decision, and no sentence is copied from it.
#[test]
fn decisions_agree_with_the_official_texts() {
    let Some(corpora) = common::corpora() else { return };
    let mut official = HashMap::new();
    for folder in ["precedents/md", "constitutional"] {
        for entry in std::fs::read_dir(corpora.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let source = SourceFile {
                path: path.display().to_string(),
                bytes: std::fs::read(&path).unwrap(),
            };
            let imported = read(&source, None, &common::clock()).into_only().unwrap().imported;
            let outcome = decision_summary(&imported.document.body, &imported.articles).outcome;
            official.insert(imported.document.title, (imported.document.body, outcome));
        }
    }
    let mut agreed = 0;
    for imported in starter() {
        if imported.document.kind != DocumentKind::Precedent {
            continue;
        }
        let title = &imported.document.title;
        assert!(official.contains_key(title), "{title}");
        let (body, outcome) = &official[title];
        check_own_words(&imported, body);
        // If the program can read the outcome from the official text, it matches the one we wrote.
        if outcome.is_some() {
            let ours = decision_summary(&imported.document.body, &imported.articles).outcome;
            assert_eq!(*outcome, ours, "{title}");
            agreed += 1;
        }
    }
    assert!(agreed >= 15, "{agreed}");
}

#[test]
fn digests_of_laws_are_in_our_own_words() {
    let Some(corpora) = common::corpora() else { return };
    for imported in starter() {
        let file = match imported.document.title.as_str() {
            "의료법" => "법률.md",
            "의료법 시행령" => "시행령.md",
            _ => continue,
        };
        let official =
            std::fs::read_to_string(corpora.join("statutes/kr/의료법").join(file)).unwrap();
        check_own_words(&imported, &official);
    }
}

/// No sequence of 25 letters of the digest occurs in the official text (names of laws and fixed terms are
/// shorter).
fn check_own_words(imported: &ImportedDocument, official: &str) {
    let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<Vec<char>>();
    let official: String = letters(official).into_iter().collect();
    for article in &imported.articles {
        let section = quotable(&imported.document.body, article.start, article.end);
        let texts: Vec<&str> = match article.provisions.as_slice() {
            [] => vec![section.as_str()],
            provisions => provisions.iter().map(|provision| provision.text.as_str()).collect(),
        };
        for run in texts.iter().flat_map(|text| windows(&letters(text))) {
            assert!(!official.contains(&run), "{} {}: {run}", imported.document.title, article.key);
        }
    }
}

fn windows(letters: &[char]) -> Vec<String> {
    letters.windows(25).map(|run| run.iter().collect()).collect()
}
