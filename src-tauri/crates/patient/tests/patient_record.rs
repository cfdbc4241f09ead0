//! Tests that a record in FHIR becomes a profile.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::sync::LazyLock;

use jiff::Timestamp;
use proptest::prelude::*;
use simui_clinical::Extractor;
use simui_patient::MemoryRules;
use simui_patient::fhir::PatientRecord;

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
    // Weights of old facts are almost 0 and are left out of the comparison.
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
        [("Condition", 2), ("Encounter", 1), ("MedicationRequest", 2), ("Observation", 2)]
    );
}

#[test]
fn an_invalid_record_is_named_with_its_entry() {
    let check = |text: &str, problem: &str| {
        let error = read(text).unwrap_err();
        assert!(error.contains(problem), "{error}");
    };
    check(&RECORD.replace("1958-04-12", "19588"), "entry 1: birthDate \"19588\"");
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

/// A bundle of the patient `p1`, with more fields of the patient and the given resources.
fn bundle(patient: &str, resources: &[&str]) -> String {
    let patient = format!(
        r#"{{"fullUrl":"urn:uuid:0a","resource":{{"resourceType":"Patient","id":"p1","name":[{{"text":"가상"}}]{patient}}}}}"#
    );
    let entries = resources.iter().map(|it| format!(r#"{{"resource":{it}}}"#));
    let entries: Vec<String> = entries.chain([patient]).collect();
    format!(r#"{{"resourceType":"Bundle","entry":[{}]}}"#, entries.join(","))
}

/// The items of a record, a line each (`name standing`), and its omissions (`Resource reason: names`).
fn items_and_omissions(text: &str) -> (Vec<String>, Vec<String>) {
    let record = read(text).unwrap();
    let items = record.facts.iter().map(|(_, fact)| {
        let person = if fact.experiencer == "patient" { "" } else { &fact.experiencer };
        format!("{} {} {person}", fact.concept.name, fact.standing.as_str()).trim().to_owned()
    });
    let left = record.omissions.iter().map(|omission| {
        let reason = serde_json::to_value(omission.reason).unwrap();
        format!("{} {} {}", omission.resource, reason.as_str().unwrap(), omission.names.join("; "))
    });
    (items.collect(), left.map(|it| it.trim().to_owned()).collect())
}

/// Checks items and omissions of a bundle.
fn check(patient: &str, resources: &[&str], items: &[&str], left: &[&str]) {
    let items_and_omissions = items_and_omissions(&bundle(patient, resources));
    assert_eq!(
        (&items_and_omissions.0[..], &items_and_omissions.1[..]),
        (
            &items.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>()[..],
            &left.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>()[..],
        ),
        "{resources:?}"
    );
}

/// A `MedicationRequest` of bisoprolol with more fields.
fn order(more: &str) -> String {
    format!(
        r#"{{"resourceType":"MedicationRequest","intent":"order","subject":{{"reference":"Patient/p1"}},"medicationCodeableConcept":{{"text":"Bisoprolol 5 MG Oral Tablet"}},{more}}}"#
    )
}

#[test]
fn an_order_counts_by_its_status_and_intent() {
    let check = |more: &str, items: &[&str], left: &[&str]| check("", &[&order(more)], items, left);
    let name = "Bisoprolol 5 MG Oral Tablet";
    let left = |reason: &str| format!("MedicationRequest {reason} {name}");
    check(r#""status":"active""#, &["비소프롤롤 active"], &[]);
    check(r#""status":"on-hold""#, &["비소프롤롤 stopped"], &[]);
    check(r#""status":"completed""#, &["비소프롤롤 stopped"], &[]);
    check(r#""status":"cancelled""#, &[], &[&left("not_ordered")]);
    check(r#""status":"draft""#, &[], &[&left("not_ordered")]);
    check(r#""status":"entered-in-error""#, &[], &[&left("entered_in_error")]);
    check(r#""status":"whatever""#, &[], &[&left("unknown_status")]);
    check(r#""status":"active","doNotPerform":true"#, &[], &[&left("do_not_perform")]);
}

#[test]
fn a_proposal_is_no_order() {
    for intent in ["proposal", "plan", "option"] {
        let order = order(r#""status":"active""#).replace(r#""order""#, &format!("{intent:?}"));
        let left = "MedicationRequest not_ordered Bisoprolol 5 MG Oral Tablet";
        check("", &[&order], &[], &[left]);
    }
}

#[test]
fn a_drug_is_found_by_reference() {
    let by = |reference: &str, more: &str| {
        format!(
            r#"{{"resourceType":"MedicationStatement","status":"active","medicationReference":{reference}{more}}}"#
        )
    };
    let drug =
        r#"{"resourceType":"Medication","id":"m1","code":{"text":"Warfarin 2 MG Oral Tablet"}}"#;
    let contained = r##","contained":[{"resourceType":"Medication","id":"c","ingredient":[{"itemCodeableConcept":{"text":"Digoxin"}}]}]"##;
    let check = |resource: String, items: &[&str], left: &[&str]| {
        check("", &[&resource, drug], items, left);
    };
    check(by(r#"{"reference":"Medication/m1"}"#, ""), &["와파린 active"], &[]);
    check(by(r#"{"reference":"urn:uuid:m1"}"#, ""), &["와파린 active"], &[]);
    check(by(r##"{"reference":"#c"}"##, contained), &["디곡신 active"], &[]);
    check(
        by(r#"{"reference":"Medication/gone","display":"Lithium carbonate"}"#, ""),
        &["리튬 active"],
        &[],
    );
    check(
        by(r#"{"reference":"Medication/gone"}"#, ""),
        &[],
        &["MedicationStatement no_name Medication/gone"],
    );
    check(
        by(r#"{"reference":"Medication/m1"}"#, r#","subject":{"reference":"Patient/donor"}"#),
        &[],
        &["MedicationStatement other_subject"],
    );
}

#[test]
fn a_condition_counts_by_how_sure_it_is_and_whose() {
    let condition = |status: &str, more: &str| {
        format!(
            r#"{{"resourceType":"Condition","verificationStatus":{{"coding":[{{"code":"{status}"}}]}},"code":{{"text":"Gout"}}{more}}}"#
        )
    };
    let check =
        |resources: &[&str], items: &[&str], left: &[&str]| check("", resources, items, left);
    check(&[&condition("confirmed", "")], &["통풍 active"], &[]);
    for status in ["differential", "provisional", "unconfirmed"] {
        check(&[&condition(status, "")], &["통풍 hypothetical"], &[]);
    }
    check(&[&condition("refuted", "")], &[], &["Condition refuted Gout"]);
    check(&[&condition("confirmed", r#","abatementString":"last year""#)], &["통풍 past"], &[]);
    // A later supposition does not replace a confirmed condition.
    let later = condition("provisional", r#","recordedDate":"2026-01-01""#);
    let earlier = condition("confirmed", r#","recordedDate":"2020-01-01""#);
    check(&[&earlier, &later], &["통풍 active"], &["Condition superseded 통풍"]);
    check(
        &[&condition("confirmed", r#","subject":{"reference":"Patient/husband"}"#)],
        &[],
        &["Condition other_subject Gout"],
    );
    let mother = r#"{"resourceType":"FamilyMemberHistory","status":"completed","patient":{"reference":"Patient/p1"},"relationship":{"coding":[{"code":"MTH"}]},"condition":[{"code":{"text":"Gout"}}]}"#;
    check(&[mother], &["통풍 family 어머니"], &[]);
    check(
        &[&mother.replace("MTH", "SPS")],
        &[],
        &["FamilyMemberHistory other_subject 피가 섞이지 않은 가족: Gout"],
    );
}

#[test]
fn an_allergy_is_a_substance_that_nobody_took_back() {
    let allergy = |code: &str, more: &str| {
        format!(r#"{{"resourceType":"AllergyIntolerance","code":{code}{more}}}"#)
    };
    let penicillin = r#"{"text":"Penicillin"}"#;
    let verified = |it: &str| format!(r#","verificationStatus":{{"coding":[{{"code":"{it}"}}]}}"#);
    let check =
        |resource: String, items: &[&str], left: &[&str]| check("", &[&resource], items, left);
    check(allergy(penicillin, &verified("unconfirmed")), &["페니실린 allergy"], &[]);
    check(
        allergy(penicillin, &verified("refuted")),
        &[],
        &["AllergyIntolerance refuted Penicillin"],
    );
    check(
        allergy(penicillin, r#","clinicalStatus":{"coding":[{"code":"resolved"}]}"#),
        &["페니실린 알레르기 past"],
        &[],
    );
    for none in [
        r#"{"coding":[{"code":"716186003"}]}"#,
        r#"{"text":"NKDA"}"#,
        r#"{"text":"약물 알레르기 없음"}"#,
    ] {
        let (items, left) = items_and_omissions(&bundle("", &[&allergy(none, "")]));
        assert!(
            items.is_empty() && left[0].starts_with("AllergyIntolerance said_absent"),
            "{left:?}"
        );
    }
}

#[test]
fn a_value_that_is_left_out_is_named() {
    let observation = |status: &str, value: &str| {
        format!(
            r#"{{"resourceType":"Observation","status":"{status}","code":{{"coding":[{{"code":"33914-3","display":"GFR"}}]}}{value}}}"#
        )
    };
    let check =
        |resource: String, items: &[&str], left: &[&str]| check("", &[&resource], items, left);
    let plain = r#","valueQuantity":{"value":55,"unit":"mL/min/1.73m2"}"#;
    check(observation("final", plain), &["egfr active"], &[]);
    check(
        observation("entered-in-error", plain),
        &[],
        &["Observation entered_in_error GFR: 55 mL/min/1.73m2"],
    );
    check(
        observation("final", &plain.replace("55,", r#"55,"comparator":"ad","#)),
        &[],
        &["Observation bound GFR: ad 55 mL/min/1.73m2"],
    );
    check(
        observation("final", r#","dataAbsentReason":{"text":"Unknown"}"#),
        &[],
        &["Observation no_number GFR"],
    );
    check(
        observation("final", &format!(r#"{plain},"focus":[{{"display":"태아"}}]"#)),
        &[],
        &["Observation other_subject GFR"],
    );
}

#[test]
fn an_older_state_or_value_is_left_out_by_name() {
    let order =
        |day: &str, status: &str| order(&format!(r#""status":"{status}","authoredOn":"{day}""#));
    let (stopped, active) = (order("2020-01-01", "stopped"), order("2021-01-01", "active"));
    check(
        "",
        &[&active, &stopped],
        &["비소프롤롤 active"],
        &["MedicationRequest superseded 비소프롤롤"],
    );
    let weight = |day: &str| {
        format!(
            r#"{{"resourceType":"Observation","status":"final","effectiveDateTime":"{day}","code":{{"coding":[{{"code":"29463-7"}}]}},"valueQuantity":{{"value":60,"unit":"kg"}}}}"#
        )
    };
    let weights: Vec<String> = (1..8).map(|day| weight(&format!("2024-01-0{day}"))).collect();
    let record = read(&bundle("", &weights.iter().map(String::as_str).collect::<Vec<_>>()));
    let record = record.unwrap();
    assert_eq!((record.facts.len(), record.left_out["Observation"]), (5, 2));
    assert_eq!((record.omissions[0].count, &record.omissions[0].names[0][..]), (2, "체중"));
}

#[test]
fn the_dead_have_no_age_of_today() {
    let born = r#","birthDate":"1940-05-06""#;
    check(born, &[], &["age active"], &[]);
    check(&format!(r#"{born},"deceasedBoolean":false"#), &[], &["age active"], &[]);
    check(&format!(r#"{born},"deceasedBoolean":true"#), &[], &[], &["Patient deceased 사망"]);
    check(
        &format!(r#"{born},"deceasedDateTime":"2021-03""#),
        &[],
        &[],
        &["Patient deceased 사망 2021-03"],
    );
}

#[test]
fn a_mark_of_byte_order_is_no_fault() {
    assert_eq!(read(&format!("\u{feff}{RECORD}")), read(RECORD));
    let record = read(&RECORD.replace("1958-04-12", "1958")).unwrap();
    let summary = record.profile(&RULES).summary(now(), &RULES).to_string();
    assert!(summary.contains("인적 사항: 약 68세, 여성"), "{summary}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// A record that is damaged anywhere is read or refused, without a panic.
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
