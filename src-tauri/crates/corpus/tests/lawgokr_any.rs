//! Tests that any law is read back word for word from XML and JSON, and that arbitrary bytes do not cause a
//! panic.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::collections::{BTreeMap, HashSet};

use proptest::prelude::*;
use serde_json::{Value, json};
use simui_corpus::{Reading, SourceFile, read};
use simui_domain::{ArticlePart, ProvisionPath};

use crate::common;

/// A 조 with a title and its 항 (or 호 directly below the 조), each with 호, each with 목. Only the beginnings
/// vary.
type Item = (bool, Vec<usize>);
type Article = (u32, Vec<(usize, Vec<Item>)>);

/// Text that looks like structure but does not continue any numbering.
const BEGINNINGS: [&str; 12] = [
    "",
    "7. ",
    "**굵게** ",
    "# ",
    "⑨ ",
    "하. ",
    "\\. ",
    "&lt; ",
    "##### 제9조 (아님) ",
    "9의9\\. ",
    "[의료용] ",
    "| 갑 | ",
];

fn article() -> impl Strategy<Value = Article> {
    let beginning = 0..BEGINNINGS.len();
    let item = (any::<bool>(), prop::collection::vec(beginning.clone(), 0..4));
    let paragraph = (beginning, prop::collection::vec(item, 0..4));
    (0u32..3, prop::collection::vec(paragraph, 0..4))
}

/// The contents of a law: the path of every provision with its text.
#[derive(Default)]
struct Written {
    xml: String,
    json: Vec<Value>,
    provisions: BTreeMap<String, String>,
    count: usize,
}

impl Written {
    fn words(&mut self, path: &ProvisionPath, beginning: usize, more: &str) -> String {
        self.count += 1;
        let words =
            format!("말{}입니다{more}\n{}줄{}", self.count, BEGINNINGS[beginning], self.count);
        // quotable removes white space at the start of lines and resolves text that was escaped twice.
        self.provisions.insert(path.to_string(), words.replace("&lt;", "<"));
        words
    }

    fn article(&mut self, number: u32, branches: u32, paragraphs: &[(usize, Vec<Item>)]) {
        for branch in (0..=branches).filter(|branch| *branch != 1) {
            let mut path = ProvisionPath::article(number, branch);
            let label = path.to_string();
            let words = self.words(&path, 0, "");
            let branch_text = if branch > 0 { branch.to_string() } else { String::new() };
            let content = format!("{label}(제목) {words}");
            let mut xml = String::new();
            let mut units = Vec::new();
            for (index, (beginning, items)) in paragraphs.iter().enumerate() {
                path = ProvisionPath { paragraph: index as u32 + 1, ..path.whole_article() };
                let mark = char::from_u32('①' as u32 + index as u32).unwrap();
                let words = format!("{mark} {}", self.words(&path, *beginning, " 각 호"));
                let (inner, items) = self.items(&path, items);
                xml += &format!(
                    "<항><항번호>{mark}</항번호><항내용><![CDATA[{words}]]></항내용>{inner}</항>"
                );
                units.push(
                    json!({"항번호": mark.to_string(), "항내용": lines(&words), "호": items}),
                );
            }
            self.xml += &format!(
                "<조문단위><조문번호>{number}</조문번호><조문가지번호>{branch_text}</조문가지번호><조문제목>제목</조문제목><조문내용><![CDATA[{content}]]></조문내용>{xml}</조문단위>"
            );
            self.json.push(json!({"조문번호": number, "조문가지번호": branch_text, "조문제목": "제목", "조문내용": lines(&content), "항": single(units)}));
        }
    }

    fn items(&mut self, paragraph: &ProvisionPath, items: &[Item]) -> (String, Value) {
        let (mut xml, mut units) = (String::new(), Vec::new());
        for (index, (branched, subitems)) in items.iter().enumerate() {
            let mut path = ProvisionPath { item: index as u32 + 1, ..paragraph.clone() };
            if *branched && index > 0 {
                // 제2호의2 does not replace 제2호: both are written.
                let words = self.words(&path, 0, "");
                xml += &format!(
                    "<호><호번호>{0}.</호번호><호내용><![CDATA[{0}. {words}]]></호내용></호>",
                    path.item
                );
                units.push(json!({"호번호": format!("{}.", path.item), "호내용": lines(&format!("{}. {words}", path.item))}));
                path.item_branch = 2;
            }
            let number = if path.item_branch > 0 {
                format!("{}의2.", path.item)
            } else {
                format!("{}.", path.item)
            };
            let words = format!("{number} {}", self.words(&path, 1, " 각 목"));
            let (mut inner, mut below) = (String::new(), Vec::new());
            for (at, beginning) in subitems.iter().enumerate() {
                let path = ProvisionPath { subitem: at as u32 + 1, ..path.clone() };
                let letter = ["가", "나", "다", "라"][at];
                let words = format!("{letter}. {}", self.words(&path, *beginning, ""));
                inner += &format!(
                    "<목><목번호>{letter}.</목번호><목내용><![CDATA[{words}]]></목내용></목>"
                );
                below.push(json!({"목번호": format!("{letter}."), "목내용": lines(&words)}));
            }
            xml += &format!(
                "<호><호번호>{number}</호번호><호내용><![CDATA[{words}]]></호내용>{inner}</호>"
            );
            units.push(json!({"호번호": number, "호내용": lines(&words), "목": single(below)}));
        }
        (xml, single(units))
    }
}

fn lines(words: &str) -> Value {
    json!([words.split('\n').collect::<Vec<_>>()])
}

/// law.go.kr writes a single child as an object.
fn single(mut values: Vec<Value>) -> Value {
    if values.len() == 1 { values.remove(0) } else { Value::Array(values) }
}

const BASICS: &str = "<기본정보><법령ID>000001</법령ID><공포일자>20200101</공포일자><공포번호>1</공포번호><법종구분>법률</법종구분><법령명_한글>시험법</법령명_한글><시행일자>20200101</시행일자></기본정보>";

fn read_bytes(path: &str, bytes: Vec<u8>) -> simui_corpus::Readings {
    read(&SourceFile { path: path.to_owned(), bytes }, None, &common::clock())
}

fn provisions(reading: &Reading) -> BTreeMap<String, String> {
    let main = reading.imported.articles.iter().filter(|it| it.part == ArticlePart::Main);
    main.flat_map(|article| &article.provisions)
        .map(|p| (p.path.to_string(), p.text.clone()))
        .collect()
}

/// Every line of the body is in an article or a heading, and every key occurs once.
fn check_accounting(reading: &Reading) -> Result<(), TestCaseError> {
    let chars: Vec<char> = reading.imported.document.body.chars().collect();
    let mut spans: Vec<(usize, usize)> =
        reading.imported.articles.iter().map(|article| (article.start, article.end)).collect();
    spans.extend(reading.headings.iter().map(|span| (span.start, span.end)));
    spans.sort_unstable();
    let mut at = 0;
    for (start, end) in spans {
        prop_assert!(at <= start && start < end && end <= chars.len());
        prop_assert!(chars[at..start].iter().all(|c| c.is_whitespace()));
        at = end;
    }
    prop_assert!(chars[at..].iter().all(|c| c.is_whitespace()));
    let mut keys = HashSet::new();
    prop_assert!(reading.imported.articles.iter().all(|article| keys.insert(&article.key)));
    Ok(())
}

const FIXTURES: [(&str, &[u8]); 10] = [
    ("a.xml", include_bytes!("lawgokr/law.xml")),
    ("a.json", include_bytes!("lawgokr/law.json")),
    ("a.xml", include_bytes!("lawgokr/rule.xml")),
    ("a.json", include_bytes!("lawgokr/rule.json")),
    ("a.xml", include_bytes!("lawgokr/ordinance.xml")),
    ("a.json", include_bytes!("lawgokr/ordinance.json")),
    ("a.xml", include_bytes!("lawgokr/decision.xml")),
    ("a.json", include_bytes!("lawgokr/decision.json")),
    ("a.xml", include_bytes!("lawgokr/constitutional.xml")),
    ("a.json", include_bytes!("lawgokr/constitutional.json")),
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_provision_comes_back_word_for_word(articles in prop::collection::vec(article(), 1..5)) {
        let mut written = Written::default();
        for (at, (branches, paragraphs)) in articles.iter().enumerate() {
            written.article(at as u32 + 1, *branches, paragraphs);
        }
        let xml = format!("<법령>{BASICS}<조문>{}</조문></법령>", written.xml);
        let json = json!({"법령": {
            "기본정보": {"법령ID": 1, "공포일자": 20200101, "공포번호": "1", "법종구분": "법률", "법령명_한글": "시험법", "시행일자": "20200101"},
            "조문": {"조문단위": single(written.json.clone())},
        }});
        let xml = read_bytes("a.xml", xml.into_bytes()).into_only().unwrap();
        let json = read_bytes("a.json", json.to_string().into_bytes()).into_only().unwrap();
        prop_assert_eq!(provisions(&xml), written.provisions);
        prop_assert!(xml.findings.iter().all(|finding| !finding.reason.contains("개를 읽었습니다")), "{:?}", xml.findings);
        check_accounting(&xml)?;
        prop_assert_eq!(&json.imported.document.body, &xml.imported.document.body);
        prop_assert_eq!(json.findings, xml.findings);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 240, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damaged_answers_are_read_or_refused(
        which in 0..FIXTURES.len(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0u8..5, any::<u8>(), 1usize..40), 1..6),
    ) {
        let (path, bytes) = FIXTURES[which];
        let mut bytes = bytes.to_vec();
        for (at, change, byte, length) in changes {
            let at = at.index(bytes.len().max(1)).min(bytes.len());
            let end = (at + length).min(bytes.len());
            match change {
                0 if at < bytes.len() => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                2 => { bytes.drain(at..end); }
                3 => { let piece = bytes[at..end].to_vec(); bytes.splice(at..at, piece); }
                // ASCII keeps the text decodable, so that the damage reaches the parsers.
                _ => bytes.insert(at, [b'<', b'>', b'"', b'{', b'[', b'1', b'\n', b'&'][usize::from(byte % 8)]),
            }
        }
        let readings = read_bytes(path, bytes);
        prop_assert!(!readings.readings.is_empty() || !readings.findings.is_empty());
        for reading in &readings.readings {
            check_accounting(reading)?;
            prop_assert!(reading.findings.iter().all(|finding| !finding.reason.is_empty()));
        }
    }
}
