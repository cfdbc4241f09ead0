//! `simui extract`: the six slots of a text, through the program.

use crate::common::Desk;
use serde_json::{Value, json};

const TURN: &str =
    "65세 남성으로 10년째 당뇨 환자입니다. 공복혈당은 180 정도이고 HbA1c는 8.2%입니다.";

/// Returns the named fields of an object.
fn part(value: &Value, fields: &[&str]) -> Value {
    fields
        .iter()
        .map(|it| ((*it).to_owned(), value[*it].clone()))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

#[test]
fn a_turn_becomes_six_slots() {
    let desk = Desk::empty();
    let slots = desk.run(&["extract", TURN]).succeeded().json();
    let person = part(&slots["demographics"], &["age", "age_group", "gender", "is_pregnant"]);
    assert_eq!(
        person,
        json!({"age": 65, "age_group": "60대", "gender": "남성", "is_pregnant": null})
    );
    let condition = &slots["conditions"][0];
    assert_eq!(
        part(condition, &["name", "code", "status", "start", "end", "duration"]),
        json!({"name": "당뇨병", "code": "E14", "status": "active", "start": 14, "end": 16, "duration": "10년"})
    );
    let value = |at: usize| part(&slots["labs"][at], &["type", "value", "unit"]);
    assert_eq!(value(0), json!({"type": "fasting_glucose", "value": 180.0, "unit": "mg/dL"}));
    assert_eq!(value(1), json!({"type": "hba1c", "value": 8.2, "unit": "%"}));
    for slot in ["symptoms", "medications", "vitals", "allergies"] {
        assert_eq!(slots[slot], json!([]), "{slot}");
    }
    // No data directory is created.
    assert_eq!(std::fs::read_dir(desk.dir()).unwrap().count(), 0);
}

#[test]
fn facts_of_other_persons_are_marked() {
    let desk = Desk::new();
    let text = "고혈압은 있지만 당뇨는 없어요. 어머니가 천식이 있으시고, 저는 페니실린 알레르기가 있어요. 혈압은 140에 90이에요.";
    let slots = desk.run(&["extract", text]).succeeded().json();
    let statuses: Vec<Value> = slots["conditions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| part(it, &["name", "status", "negated", "experiencer"]))
        .collect();
    assert_eq!(
        statuses,
        [
            json!({"name": "고혈압", "status": "active", "negated": false, "experiencer": "patient"}),
            json!({"name": "당뇨병", "status": "negated", "negated": true, "experiencer": "patient"}),
            json!({"name": "천식", "status": "family", "negated": false, "experiencer": "어머니"}),
        ]
    );
    assert_eq!(slots["medications"], json!([]));
    assert_eq!(
        part(&slots["allergies"][0], &["name", "status"]),
        json!({"name": "페니실린", "status": "allergy"})
    );
    let pressure = part(&slots["vitals"][0], &["type", "systolic", "diastolic", "unit"]);
    assert_eq!(
        pressure,
        json!({"type": "blood_pressure", "systolic": 140.0, "diastolic": 90.0, "unit": "mmHg"})
    );
}

#[test]
fn warnings_come_first() {
    let desk = Desk::new();
    let text = "임신 10주인데 이소트레티노인 먹어도 되나요? 혈압은 185에 125예요.";
    let finished = desk.run(&["extract", text]).succeeded();
    assert!(finished.out.starts_with("{\"warnings\":[{"), "{}", finished.out);
    let slots = finished.json();
    let rules: Vec<&str> = slots["warnings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["rule"].as_str().unwrap())
        .collect();
    assert_eq!(rules, ["blood_pressure_crisis", "pregnancy_contraindicated"]);
    assert!(
        slots["warnings"][1]["text"].as_str().unwrap().starts_with("이소트레티노인은 임신 중에")
    );
    assert_eq!(slots["medications"][0]["status"], "asked");
}

#[test]
fn a_batch_goes_on_after_a_bad_line() {
    let desk = Desk::new();
    let file = desk.dir().join("turns.jsonl");
    let lines = [
        json!({"id": "a", "text": "메트포르민 500mg 하루 두 번 먹어요"}).to_string(),
        "{\"text\":7}".into(),
        String::new(),
        json!({"id": "long", "text": "가".repeat(200_001)}).to_string(),
        json!({"text": "두통이 있어요"}).to_string(),
    ];
    std::fs::write(&file, lines.join("\n")).unwrap();
    let finished =
        desk.run(&["extract", "--batch", file.to_str().unwrap()]).failed_with("turns.jsonl:2: ");
    assert!(finished.err.contains("2 of 4 lines failed"), "{}", finished.err);
    let lines = finished.lines();
    assert_eq!(lines.len(), 4);
    let drug = &lines[0]["medications"][0];
    assert_eq!(part(drug, &["name", "status"]), json!({"name": "메트포르민", "status": "active"}));
    assert_eq!(part(&drug["dose"], &["value", "unit"]), json!({"value": 500.0, "unit": "mg"}));
    assert_eq!(drug["frequency"]["per_day"], 2.0);
    assert_eq!(lines[0]["id"], "a");
    assert_eq!(part(&lines[1], &["line", "status"]), json!({"line": 2, "status": "failed"}));
    assert_eq!(
        part(&lines[2], &["id", "line", "status"]),
        json!({"id": "long", "line": 4, "status": "failed"})
    );
    assert_eq!(lines[3]["symptoms"][0]["name"], "두통");
}

#[test]
fn standard_input_is_read() {
    let desk = Desk::new();
    let slots = desk.run_with(&["extract", "-"], "열이 38.5도예요".as_bytes()).succeeded().json();
    assert_eq!(
        part(&slots["vitals"][0], &["type", "value", "unit"]),
        json!({"type": "temperature", "value": 38.5, "unit": "℃"})
    );
}

#[test]
fn bad_input_is_one_clear_error() {
    let desk = Desk::new();
    desk.run(&["extract", "  "]).failed_with("nothing in it");
    assert_eq!(desk.run(&["extract"]).code, Some(2));
    desk.run(&["extract", "--batch", "없는 파일.jsonl"]).failed_with("없는 파일.jsonl");
    let long = "두통 ".repeat(1_500_000);
    let finished =
        desk.run_with(&["extract", "-"], long.as_bytes()).failed_with("standard input: more");
    assert_eq!(finished.err.lines().count(), 1, "{}", finished.err);
    let not_text = desk.run_with(&["extract", "-"], &[0xff, 0xfe, 0x00]);
    not_text.failed_with("standard input");
}
