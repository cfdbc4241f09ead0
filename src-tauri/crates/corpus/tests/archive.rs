//! Tests of archives: every file is read as if it were in a folder, and hostile archives are harmless.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::io::{Cursor, Write};

use proptest::prelude::*;
use simui_corpus::{Readings, SourceFile, read};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::common;

fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for (name, bytes) in files {
        zip.start_file(*name, options).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn read_bytes(bytes: Vec<u8>) -> Readings {
    read(&SourceFile { path: "자료.zip".to_owned(), bytes }, None, &common::clock())
}

const LAW: &str = "---\n제목: 시험법\n법령ID: '1'\n법령구분: 법률\n공포일자: 2020-01-01\n공포번호: '00001'\n시행일자: 2020-01-01\n상태: 시행\n---\n\n##### 제1조 (목적)\n\n이 법은 시험한다.\n";
const GUIDELINE: &str =
    "---\n자료종류: guideline\n제목: 심의기준\n---\n\n## 과장\n\n과장하지 않는다.\n";

/// Titles of the documents, and `place reason` of the findings.
fn check(files: &[(&str, &[u8])], titles: &[&str], refused: &[&str]) {
    let readings = read_bytes(archive(files));
    let found: Vec<_> =
        readings.readings.iter().map(|it| it.imported.document.title.as_str()).collect();
    assert_eq!(found, titles);
    let places: Vec<_> = readings.findings.iter().map(|it| it.place.as_str()).collect();
    assert_eq!(places, refused, "{:?}", readings.findings);
}

#[test]
fn every_file_is_read_and_named() {
    let law = LAW.as_bytes();
    check(
        &[("법/시험법.md", law), ("기준.md", GUIDELINE.as_bytes())],
        &["시험법", "심의기준"],
        &[],
    );
    check(&[("a.md", law), ("그림.png", b"\x89PNG")], &["시험법"], &["그림.png"]);
    check(&[("__MACOSX/a.md", b"x"), (".DS_Store", b"x"), ("a.md", law)], &["시험법"], &[]);
    check(&[], &[], &[""]);
    let path =
        &read_bytes(archive(&[("법/시험법.md", law)])).readings[0].imported.document.source_path;
    assert_eq!(path, "자료.zip/법/시험법.md");
}

#[test]
fn names_are_readable_however_they_were_written() {
    let text = "과장하지 않는다.".as_bytes();
    let apart =
        "\u{1109}\u{1175}\u{11B7}\u{110B}\u{1174}\u{1109}\u{1166}\u{110E}\u{1175}\u{11A8}.txt";
    // Windows writes CP949 without declaring it. The name is inserted afterwards, byte for byte.
    let (cp949, _, _) = encoding_rs::EUC_KR.encode("의료광고지침.txt");
    let place: String = "x".repeat(cp949.len());
    let mut bytes = archive(&[
        (place.as_str(), text),
        (apart, text),
        ("__MACOSX/._a.txt", b"x"),
        ("자료/__MACOSX/a.txt", b"x"),
        ("Thumbs.db", b"x"),
        ("자료/thumbs.DB", b"x"),
        ("자료/desktop.ini", b"x"),
    ]);
    while let Some(at) = bytes.windows(place.len()).position(|it| it == place.as_bytes()) {
        bytes[at..at + place.len()].copy_from_slice(&cp949);
    }
    let source = SourceFile { path: "자료.zip".to_owned(), bytes };
    let readings = read(&source, Some(simui_domain::DocumentKind::Guideline), &common::clock());
    let found: Vec<_> = readings.readings.iter().map(|it| &it.imported.document.title).collect();
    assert_eq!(found, ["의료광고지침", "심의세칙"]);
    assert!(readings.findings.is_empty(), "{:?}", readings.findings);
}

#[test]
fn a_mapping_file_goes_with_its_table() {
    let table = "제목,내용\n심의기준,과장하지 않는다.\n".as_bytes();
    let mapping =
        "kind = \"guideline\"\ntitle = \"제목\"\n[[sections]]\ncolumn = \"내용\"\n".as_bytes();
    check(&[("표/기준.csv", table), ("표/기준.mapping.toml", mapping)], &["심의기준"], &[]);
    check(&[("기준.csv", table), ("표/기준.mapping.toml", mapping)], &[], &["기준.csv"]);
}

#[test]
fn paths_that_climb_out_are_only_names() {
    check(
        &[("../../시험법.md", LAW.as_bytes()), ("/etc/passwd", b"root")],
        &["시험법"],
        &["/etc/passwd"],
    );
}

#[test]
fn archives_within_archives_end_at_two() {
    let one = archive(&[("시험법.md", LAW.as_bytes())]);
    let two = archive(&[("안.zip", &one)]);
    let three = archive(&[("안.zip", &two)]);
    check(&[("겉.zip", &one)], &["시험법"], &[]);
    check(&[("겉.zip", &three)], &[], &["겉.zip 안.zip"]);
}

#[test]
fn bombs_do_not_go_off() {
    let zeros = vec![b'0'; 70 << 20];
    check(&[("폭탄.md", &zeros), ("시험법.md", LAW.as_bytes())], &["시험법"], &["폭탄.md"]);
}

#[test]
fn broken_archives_are_refused() {
    let mut bytes = archive(&[("시험법.md", LAW.as_bytes())]);
    bytes.truncate(bytes.len() / 2);
    let readings = read_bytes(bytes);
    assert!(readings.readings.is_empty());
    assert_eq!(readings.findings.len(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_damage_is_survived(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8)) {
        let mut bytes = archive(&[("시험법.md", LAW.as_bytes()), ("기준.md", GUIDELINE.as_bytes())]);
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        let readings = read_bytes(bytes);
        prop_assert!(!readings.readings.is_empty() || !readings.findings.is_empty());
    }
}
