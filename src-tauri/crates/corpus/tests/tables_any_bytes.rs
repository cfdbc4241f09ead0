//! Tests of tables with bytes changed, removed and duplicated: no panic, no endless output, and every row is
//! in a document or a finding.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use crate::common::workbook::{Sheet, workbook};
use proptest::prelude::*;
use simui_corpus::{Readings, SourceFile, read};

use crate::common;

/// One file for each format and kind.
fn files() -> Vec<(&'static str, Vec<u8>)> {
    let drug = "<p>두통 <b>완화</b></p><table><tr><td rowspan=\"2\">갑</td><td>10<sup>6</sup></td></tr></table>&nbsp;&lt;5";
    let label = "<DOC title=\"주의\"><SECTION title=\"\"><ARTICLE title=\"1. 경고\"><PARAGRAPH><![CDATA[술 & <sub>약</sub>]]></PARAGRAPH></ARTICLE></SECTION></DOC>";
    let rows: &[&[(&str, &str)]] = &[
        &[("A1", "제목")],
        &[("A2", "품목"), ("B2", "본문")],
        &[("A3", "품목명"), ("B3", "효능효과")],
        &[("A4", "가"), ("B4", "나")],
        &[("A5", "다"), ("B5", "=<c r=\"B5\" s=\"1\"><v>45000</v></c>")],
    ];
    let sheet = Sheet { name: "허가", state: "visible", rows, merged: &["A2:B2"] };
    vec![
        ("a.csv", format!("품목기준코드,품목명,효능효과,변경일자\n1,가,\"{}\",2024-01-02\n2,나,다,\n", drug.replace('"', "\"\"")).into()),
        ("병용금기.tsv", "성분명1\t성분명2\t금기사유\n가\t나\t\"위험\n둘째\"\n다\t라\t\n".into()),
        ("a.json", format!("{{\"response\":{{\"header\":{{\"resultCode\":\"00\"}},\"body\":{{\"totalCount\":2,\"items\":[{{\"item\":{{\"ITEM_SEQ\":1,\"ITEM_NAME\":\"가\",\"NB_DOC_DATA\":{label:?}}}}},{{\"ITEM_SEQ\":-2.5,\"ITEM_NAME\":\"\\u00e9\"}}]}}}}}}").into()),
        ("a.jsonl", "{\"id\":\"1\",\"사건번호\":\"2020다1\",\"사건명\":\"가\",\"법원명\":\"대법원\",\"선고일자\":\"2021-02-03\",\"sections\":{\"판시사항\":\"[1] 가\",\"판례내용\":\"【주    문】\\n기각\"}}\n{\"id\":\"2\"}\n".into()),
        ("a.xml", format!("<?xml version=\"1.0\"?>\n<response><body><items><item><itemSeq>1</itemSeq><itemName>가&amp;</itemName><NB_DOC_DATA>{label}</NB_DOC_DATA></item></items></body></response>").into()),
        ("a.xlsx", workbook(&[sheet])),
    ]
}

fn check(path: &str, bytes: Vec<u8>) -> Result<(), TestCaseError> {
    let size = bytes.len();
    let readings: Readings = read(&SourceFile { path: path.into(), bytes }, None, &common::clock());
    prop_assert!(!readings.readings.is_empty() || !readings.findings.is_empty());
    let written: usize = readings.readings.iter().map(|it| it.imported.document.body.len()).sum();
    prop_assert!(written <= 20 * size + 2_000, "{} bytes became {}", size, written);
    prop_assert!(readings.findings.len() <= size + 10);
    for reading in &readings.readings {
        let length = reading.imported.document.body.chars().count();
        for article in &reading.imported.articles {
            prop_assert!(article.start < article.end && article.end <= length);
        }
    }
    Ok(())
}

#[test]
fn the_files_are_read() {
    for (path, bytes) in files() {
        let readings = read(&SourceFile { path: path.into(), bytes }, None, &common::clock());
        assert!(!readings.readings.is_empty(), "{path}: {:?}", readings.findings);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 240, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn changed_bytes(which in 0usize..6, changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6)) {
        let (path, mut bytes) = files().swap_remove(which);
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        check(path, bytes)?;
    }

    #[test]
    fn cut_and_doubled(which in 0usize..6, from in any::<prop::sample::Index>(), to in any::<prop::sample::Index>(), doubled in any::<bool>()) {
        let (path, bytes) = files().swap_remove(which);
        let (a, b) = (from.index(bytes.len()), to.index(bytes.len()));
        let (head, tail) = if doubled { (a.max(b), a.min(b)) } else { (a.min(b), a.max(b)) };
        let spliced = [bytes.get(..head).unwrap(), bytes.get(tail..).unwrap()].concat();
        check(path, spliced)?;
    }

    #[test]
    fn structure_in_any_order(which in 0usize..4, parts in prop::collection::vec(prop::sample::select(vec![
        "{", "}", "[", "]", ",", ":", "\"", "\"items\":", "\"itemSeq\":1", "\"itemName\":\"가\"", "\n", "<items>", "</items>", "<item>",
        "</item>", "<itemName>", "</itemName>", "<![CDATA[", "]]>", "&lt;", "품목명", "효능효과", "\t", "기술명", "null", "1e99", "<a b='",
    ]), 1..60)) {
        let path = ["a.json", "a.jsonl", "a.xml", "a.csv"][which];
        check(path, parts.concat().into_bytes())?;
    }

    #[test]
    fn any_sheet(cells in prop::collection::vec(prop::sample::select(vec![
        "<c r=\"A1\" t=\"inlineStr\"><is><t>품목명</t></is></c>", "<c r=\"ZZZZ9\">", "<c r=\"B0\"/>", "<c r=\"XFD1048576\"><v>1</v></c>",
        "<c r=\"C3\" t=\"s\"><v>99</v></c>", "<c t=\"b\"><v>1</v></c>", "<c t=\"e\"><v>#N/A</v></c>", "<c s=\"1\"><v>1e308</v></c>",
        "<c s=\"1\"><v>-5</v></c>", "<c t=\"d\"><v>2024</v></c>", "</row><row r=\"3\">", "<row r=\"4294967295\">", "<v>", "</c>",
        "<c t=\"str\"><f>A1</f><v>가</v></c>", "<c t=\"inlineStr\"><is><t>효능효과</t></is></c>",
    ]), 0..20), merged in prop::collection::vec(prop::sample::select(vec!["A1:B1", "A1:A9", "B2:A1", "A1", "", "ZZZ1:A1"]), 0..3)) {
        let raw: Vec<String> = cells.iter().map(|cell| format!("={cell}")).collect();
        let row: Vec<(&str, &str)> = raw.iter().map(|cell| ("", cell.as_str())).collect();
        check("a.xlsx", workbook(&[Sheet { name: "s", state: "visible", rows: &[&row], merged: &merged }]))?;
    }

    #[test]
    fn rows_and_findings_reconcile(rows in prop::collection::vec(("[0-9]{0,2}", "[가-하]{0,2}", "[가-하<>&#*|\\\\ ]{0,8}"), 1..30)) {
        let line = |(code, name, words): &(String, String, String)| serde_json::json!({"itemSeq": code, "itemName": name, "efcyQesitm": words, "n": 1}).to_string();
        let text = rows.iter().map(line).collect::<Vec<_>>().join("\n");
        let readings = read(&SourceFile { path: "a.jsonl".into(), bytes: text.into() }, None, &common::clock());
        let mut lost: std::collections::HashSet<String> = std::collections::HashSet::new();
        let mut more = 0;
        for finding in readings.findings.iter().filter(|it| it.reason.contains("가져오지 않았") || it.reason.contains("것만 가져왔")) {
            let (places, beyond) = finding.place.split_once(" 외 ").unwrap_or((&finding.place, "0곳"));
            lost.extend(places.split(", ").map(str::to_owned));
            more += beyond.trim_end_matches('곳').parse::<usize>().unwrap();
        }
        prop_assert_eq!(readings.readings.len() + lost.len() + more, rows.len(), "{:?}", readings.findings);
    }
}
