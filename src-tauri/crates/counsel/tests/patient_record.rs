//! A record in FHIR becomes a profile.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::sync::LazyLock;

use jiff::Timestamp;
use proptest::prelude::*;
use simui_counsel::extract::Extractor;
use simui_counsel::patient::MemoryRules;
use simui_counsel::patient::fhir::PatientRecord;

static EXTRACTOR: LazyLock<Extractor> = LazyLock::new(|| Extractor::shipped().unwrap());
static RULES: LazyLock<MemoryRules> = LazyLock::new(|| MemoryRules::shipped().unwrap());
const RECORD: &str = include_str!("../../../../tests/fixtures/patients/record.json");

fn now() -> Timestamp {
    "2026-11-22T09:00:00Z".parse().unwrap()
}

fn read(text: &str) -> Result<PatientRecord, String> {
    PatientRecord::read("record.json", text, &EXTRACTOR, now()).map_err(|error| error.to_string())
}

#[test]
fn a_record_becomes_a_profile() {
    let record = read(RECORD).unwrap();
    assert_eq!(record.name, "가상 환자");
    let summary = record.profile(&RULES).summary(now(), &RULES).to_string();
    let lines: Vec<&str> = summary.lines().collect();
    // Weights of what was said long ago are near nothing; the words count here.
    let without_weights: Vec<String> = lines.iter().map(|it| it.replace(" [0.00]", "")).collect();
    assert_eq!(
        without_weights,
        [
            "알레르기: House dust of the fixture, 페니실린",
            "인적 사항: 68세, 여성",
            "질환: 기관지염 과거, 당뇨병(2014년), 고혈압(2010년), Zellweger-like spectrum of the fixture(2001년)",
            "복용약: 메트포르민 1000mg 하루 2회, 나프록센 220mg 중단",
            "활력징후: 체중 63.2 kg, 혈압 138.4/84 mmHg",
            "검사 수치: 당화혈색소 7.14 %",
        ]
    );
    let left: Vec<(&str, usize)> =
        record.left_out.iter().map(|it| (it.0.as_str(), *it.1)).collect();
    assert_eq!(
        left,
        [("Condition", 2), ("Encounter", 1), ("MedicationRequest", 1), ("Observation", 2)]
    );
}

#[test]
fn what_is_no_record_is_named_with_its_entry() {
    let check = |text: &str, problem: &str| {
        let error = read(text).unwrap_err();
        assert!(error.contains(problem), "{error}");
    };
    check("no json", "record.json: entry 0: no JSON object");
    check(r#"{"resourceType":"Patient"}"#, "entry 0: resourceType is \"Patient\"");
    check(r#"{"resourceType":"Bundle"}"#, "there is no Patient");
    check(&RECORD.replace("1958-04-12", "12. April"), "entry 1: birthDate \"12. April\"");
    check(
        &RECORD.replace("1958-04-12", "2958-04-12"),
        "entry 1: birthDate 2958-04-12 lies in the future",
    );
    check(&RECORD.replace("2019-01-20", "gestern"), "entry 5: \"gestern\" is no date");
    check(&RECORD.replace("\"Encounter\"", "\"Patient\""), "entry 2: a second Patient");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// A record that was damaged anywhere is read or refused, and nothing else.
    #[test]
    fn a_damaged_record_does_no_harm(cut in 0..RECORD.len(), at in 0..RECORD.len(), by in "[\\[\\]{}\":,0-9a가]{0,6}") {
        let cut = (0..=cut).rev().find(|it| RECORD.is_char_boundary(*it)).unwrap();
        let _ = read(&RECORD[..cut]);
        let at = (0..=at).rev().find(|it| RECORD.is_char_boundary(*it)).unwrap();
        let mut text = RECORD.to_owned();
        text.insert_str(at, &by);
        if let Ok(record) = read(&text) {
            record.profile(&RULES);
        }
    }
}
