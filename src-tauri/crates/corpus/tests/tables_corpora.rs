//! Tests of the shared tables: every row and every character is in a document or a finding.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stderr,
    reason = "a failed unwrap is a failed test; skips say so"
)]

use std::collections::HashSet;
use std::path::Path;

use serde_json::Value;
use simui_corpus::{Readings, SourceFile, quotable, read};
use simui_domain::DocumentKind;
use unicode_normalization::UnicodeNormalization;

use crate::common;

fn read_file(path: &Path) -> Readings {
    let source =
        SourceFile { path: path.display().to_string(), bytes: std::fs::read(path).unwrap() };
    read(&source, None, &common::clock())
}

fn rows(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap();
    text.lines()
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn letters(text: &str) -> String {
    text.nfc().filter(|c| !c.is_whitespace()).collect()
}

#[test]
fn every_row_of_dur_reads_back() {
    let Some(corpora) = common::corpora() else { return };
    let tables = [
        ("age_bann", "특정연령대금기", 209),
        ("conc_bann", "병용금기", 1_628),
        ("cpct", "용량주의", 331),
        ("dosage", "투여기간주의", 64),
        ("eftgrp", "효능군중복", 392),
        ("nursw", "수유부주의", 187),
        ("prgnt_bann", "임부금기", 1_213),
        ("snctz", "노인주의", 108),
    ];
    let mut findings = Vec::new();
    for (file, name, count) in tables {
        let path = corpora.join(format!("dur/{file}.jsonl"));
        let (readings, rows) = (read_file(&path), rows(&path));
        assert_eq!(rows.len(), count);
        let reading = &readings.readings[0];
        let document = &reading.imported.document;
        assert_eq!(
            (document.kind, document.title.as_str()),
            (DocumentKind::Dur, format!("DUR {name}").as_str())
        );
        assert_eq!(document.source_key, format!("DUR {name} {file}"));
        let articles = &reading.imported.articles;
        let equal = readings.findings.iter().filter(|it| it.reason.contains("똑같은 행")).count();
        assert_eq!(articles.len() + equal, count, "{file}: {:?}", readings.findings);
        let body: Vec<char> = document.body.chars().collect();
        let mut values: Vec<Vec<String>> = Vec::new();
        for article in articles {
            assert!(article.key.starts_with(&format!("{name} ")), "{}", article.key);
            let piece: String = body[article.start..article.end].iter().collect();
            let words = quotable(&piece, 0, usize::MAX);
            let fields = words.lines().skip(1).filter_map(|line| line.split_once(": "));
            let mut found: Vec<String> = fields.map(|(_, value)| letters(value)).collect();
            found.sort();
            values.push(found);
        }
        values.sort();
        let mut expected: Vec<Vec<String>> = rows
            .iter()
            .map(|row| {
                let texts = row.as_object().unwrap().values().filter_map(Value::as_str);
                let mut texts: Vec<String> =
                    texts.map(letters).filter(|text| !text.is_empty()).collect();
                texts.sort();
                texts
            })
            .collect();
        expected.sort();
        assert_eq!(values, expected, "{file}");
        findings.extend(
            readings.findings.iter().map(|it| format!("{file}: {} {}", it.place, it.reason)),
        );
    }
    findings.iter().for_each(|finding| eprintln!("{finding}"));
    assert!(
        findings.iter().any(|it| it.contains("특정연령 단위") && it.contains("외 27곳")),
        "{findings:#?}"
    );
}

#[test]
fn every_character_of_the_decisions_is_there() {
    let Some(corpora) = common::corpora() else { return };
    let path = corpora.join("precedents/precedents.jsonl");
    let (readings, rows) = (read_file(&path), rows(&path));
    assert_eq!(rows.len(), 1_515);
    assert_eq!(readings.findings.len(), 1, "{:?}", readings.findings);
    assert!(readings.findings[0].reason.contains("보이지 않는 문자"));
    assert_eq!(readings.readings.len(), rows.len());
    let mut keys = HashSet::new();
    for (reading, row) in readings.readings.iter().zip(&rows) {
        let document = &reading.imported.document;
        let text = |name: &str| row[name].as_str().unwrap();
        assert_eq!(document.kind, DocumentKind::Precedent);
        assert_eq!(document.source_key, format!("{} {}", text("법원명"), text("id")));
        assert_eq!(document.effective_from.unwrap().to_string(), text("선고일자"));
        assert!(document.title.contains(text("사건번호")), "{}", document.title);
        assert!(keys.insert(document.source_key.clone()));
        let sections = row["sections"].as_object().unwrap();
        let mut expected = letters(&format!("# {}", text("사건명")));
        for name in ["판시사항", "판결요지", "참조조문", "참조판례", "판례내용"]
        {
            if let Some(words) = sections.get(name).and_then(Value::as_str) {
                expected.push_str(&letters(&format!("## {name}\n{words}")));
            }
        }
        // Characters that would be structure have a backslash in the stored text and none in the quotable
        // text.
        let words = letters(&quotable(&document.body, 0, usize::MAX));
        assert_eq!(words.replace('#', ""), expected.replace('#', ""), "{}", document.title);
        let holdings = reading.imported.articles.iter().any(|article| article.title == "판시사항");
        assert_eq!(holdings, sections.contains_key("판시사항"), "{}", document.title);
    }
}

#[test]
fn a_decision_reads_as_its_markdown() {
    let Some(corpora) = common::corpora() else { return };
    let readings = read_file(&corpora.join("precedents/precedents.jsonl"));
    let mut compared = 0;
    for entry in std::fs::read_dir(corpora.join("precedents/md")).unwrap() {
        let path = entry.unwrap().path();
        let markdown = read_file(&path).into_only().unwrap();
        let key = &markdown.imported.document.source_key;
        let Some(line) =
            readings.readings.iter().find(|it| it.imported.document.source_key == *key)
        else {
            continue;
        };
        let keys = |articles: &[simui_domain::Article]| {
            articles.iter().map(|it| it.key.clone()).collect::<Vec<_>>()
        };
        assert_eq!(keys(&line.imported.articles), keys(&markdown.imported.articles), "{key}");
        let (a, b) = (&line.imported.document, &markdown.imported.document);
        assert_eq!(
            (&a.title, &a.version, a.effective_from),
            (&b.title, &b.version, b.effective_from)
        );
        compared += 1;
    }
    assert!(compared >= 25, "{compared}");
}
