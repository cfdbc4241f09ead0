//! Consultations in which a turn says how a complaint of an earlier turn goes on.

use serde_json::json;

use super::consult_persons::talk;
use crate::common::Desk;

#[test]
fn a_complaint_that_gets_worse_is_answered_with_when_to_see_a_doctor() {
    let desk = Desk::new();
    let (id, answers) = talk(&desk, &["어제부터 머리가 아파요", "점점 심해져요"]);
    assert_eq!(answers[1]["remembered"], json!(["두통(어제, 심해짐)"]), "{}", answers[1]);
    let answer = answers[1]["answer"].as_str().unwrap();
    assert!(answer.contains("점점 심해지면 진료를 받습니다"), "{answer}");
    let shown = desk.run(&["patient", "show", &id]).succeeded().json().to_string();
    assert!(shown.contains("\"course\":\"worse\""), "{shown}");
}

#[test]
fn a_complaint_that_gets_better_is_recorded() {
    let desk = Desk::new();
    let (_, answers) = talk(&desk, &["기침이 나요", "이제 좀 나아졌어요"]);
    assert_eq!(answers[1]["remembered"], json!(["기침(나아짐)"]), "{}", answers[1]);
    assert_eq!(answers[1]["complexity"], "statement", "{}", answers[1]);
}
