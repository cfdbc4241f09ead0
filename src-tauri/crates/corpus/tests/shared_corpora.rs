//! Tests of every statute and decision of the shared corpora: nothing is lost or misplaced.
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a failed unwrap is a failed test; skips say so"
)]

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use simui_corpus::{Reading, SourceFile, quotable, read};
use simui_domain::ArticlePart;

use crate::common;

fn markdown_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(markdown_below(&path));
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn read_file(path: &Path) -> Reading {
    let source =
        SourceFile { path: path.display().to_string(), bytes: std::fs::read(path).unwrap() };
    read(&source, None, &common::clock()).into_only().unwrap_or_else(|finding| {
        assert_eq!(finding.reason, "", "{}: {}", path.display(), finding.place);
        unreachable!()
    })
}

/// Every line that is not blank is in an article or a heading. Spans are in order and do not overlap.
fn check_accounting(name: &str, reading: &Reading) {
    let body: Vec<char> = reading.imported.document.body.chars().collect();
    let mut spans: Vec<(usize, usize)> =
        reading.imported.articles.iter().map(|article| (article.start, article.end)).collect();
    spans.extend(reading.headings.iter().map(|span| (span.start, span.end)));
    spans.sort_unstable();
    let mut at = 0;
    for (start, end) in spans {
        assert!(
            at <= start && start < end && end <= body.len(),
            "{name}: {start}..{end} after {at}"
        );
        let between: String = body[at..start].iter().collect();
        assert_eq!(between.trim(), "", "{name}: text outside every article at {at}");
        at = end;
    }
    assert_eq!(
        body[at..].iter().collect::<String>().trim(),
        "",
        "{name}: text after the last article"
    );
}

/// Provisions are nested, and their text is part of the text of their article.
fn check_provisions(name: &str, reading: &Reading) {
    let body: Vec<char> = reading.imported.document.body.chars().collect();
    let mut keys = HashSet::new();
    for article in &reading.imported.articles {
        assert!(keys.insert(&article.key), "{name}: {} twice", article.key);
        if article.provisions.is_empty() {
            continue;
        }
        let piece: String = body[article.start..article.end].iter().collect();
        let words = quotable(&piece, 0, usize::MAX);
        assert_eq!(article.provisions[0].start, article.start, "{name} {}", article.key);
        for provision in &article.provisions {
            let place = format!("{name} {} {}", article.key, provision.path);
            assert!(article.start <= provision.start && provision.end <= article.end, "{place}");
            assert!(words.contains(&provision.text), "{place}: {:?}", provision.text);
            for mark in ["**", "\\.", "<개정", "<신설", "<img", "[전문개정"] {
                assert!(!provision.text.contains(mark), "{place}: {:?}", provision.text);
            }
            // No finding is expected if a list follows, if the number moved ("종전 제2호는 제1호의2로 이동"), or if it
            // was reported.
            let is_reported =
                || reading.findings.iter().any(|finding| finding.place == article.key);
            let explained =
                has_children(article, provision) || !provision.note.is_empty() || is_reported();
            assert!(!provision.text.is_empty() || explained, "{place}");
        }
    }
}

fn has_children(article: &simui_domain::Article, parent: &simui_domain::Provision) -> bool {
    article.provisions.iter().any(|other| other != parent && parent.path.contains(&other.path))
}

fn check_chunks(name: &str, reading: &Reading) {
    for chunk in &reading.imported.chunks {
        let place = format!("{name} {}", chunk.label);
        assert!(!chunk.text.is_empty() && chunk.text.chars().count() <= 1_200, "{place}");
        let article = reading.imported.articles.iter().find(|a| a.id == chunk.article_id).unwrap();
        assert!(article.start <= chunk.start && chunk.end <= article.end, "{place}");
        assert!(!article.deleted, "{place}");
    }
    let chunked: HashSet<_> =
        reading.imported.chunks.iter().map(|chunk| &chunk.article_id).collect();
    for article in &reading.imported.articles {
        let preamble = article.part == ArticlePart::Main && article.provisions.is_empty();
        let words =
            |p: &simui_domain::Provision| !p.text.is_empty() && !p.deleted && p.text != "생략";
        let empty = !article.provisions.is_empty() && !article.provisions.iter().any(words);
        let silent = article.deleted || preamble || empty;
        assert_eq!(chunked.contains(&article.id), !silent, "{name} {}", article.key);
    }
}

#[test]
fn every_article_of_every_statute_is_accounted_for() {
    let Some(corpora) = common::corpora() else { return };
    let statutes = corpora.join("statutes");
    // INDEX.tsv gives the number of lines `##### 제…조` of a file: the articles of the main text, including
    // 가지번호.
    let index: BTreeMap<String, usize> = std::fs::read_to_string(statutes.join("INDEX.tsv"))
        .unwrap()
        .lines()
        .skip(1)
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            (fields[0].to_owned(), fields[2].parse().unwrap())
        })
        .collect();
    let mut counted = BTreeMap::new();
    let mut findings = Vec::new();
    for path in markdown_below(&statutes.join("kr")) {
        let reading = read_file(&path);
        let name = path.strip_prefix(&statutes).unwrap().display().to_string();
        check_accounting(&name, &reading);
        check_provisions(&name, &reading);
        check_chunks(&name, &reading);
        findings
            .extend(reading.findings.iter().map(|f| format!("{name}: {} {}", f.place, f.reason)));
        counted.insert(name, reading.main_articles());
    }
    assert_eq!(counted, index);
    assert_eq!(index.values().sum::<usize>(), 9_245);
    for finding in &findings {
        eprintln!("{finding}");
    }
    // 보험업법 시행령 제102조제2항 does jump from 제2호 to 제4호, 의료법 제88조의3 has lost its text, and some 부칙 skip a number.
    assert!(findings.iter().any(|finding| finding.contains("제102조제2항제4호")), "{findings:?}");
    assert!(
        findings.iter().any(|finding| finding.contains("의료법/법률.md: 제88조의3")),
        "{findings:?}"
    );
    assert!(findings.len() <= 20, "{findings:#?}");
}

#[test]
fn every_decision_is_accounted_for() {
    let Some(corpora) = common::corpora() else { return };
    for (folder, count) in [("precedents/md", 30), ("constitutional", 20)] {
        let files = markdown_below(&corpora.join(folder));
        assert_eq!(files.len(), count, "{folder}");
        for path in files {
            let reading = read_file(&path);
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            check_accounting(&name, &reading);
            check_chunks(&name, &reading);
            let keys: Vec<&str> =
                reading.imported.articles.iter().map(|article| article.key.as_str()).collect();
            assert!(keys.contains(&"주문"), "{name}: {keys:?}");
            assert!(keys.contains(&"이유"), "{name}: {keys:?}");
        }
    }
}
