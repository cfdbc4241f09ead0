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

#[test]
fn a_complaint_is_answered_and_not_one_that_is_over() {
    let check = |turns: &[&str], sections: &[&str]| {
        let (_, answers) = talk(&Desk::new(), turns);
        let last = answers.last().unwrap();
        let cited: Vec<&str> = last["citations"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|it| it["section"].as_str())
            .collect();
        assert_eq!(cited, sections, "{turns:?}: {last}");
    };
    check(&["열이 더 심해졌어요"], &["발열과 몸살"]);
    check(&["머리가 어제보다 더 아파요"], &["두통"]);
    check(&["기침은 나아졌는데 열은 더 심해졌어요"], &["발열과 몸살"]);
    check(&["설사는 멎었는데 배가 계속 아파요"], &["복통"]);
    // Of several complaints each is answered.
    check(&["기침이 심해지고 열이 나요"], &["기침과 가래", "발열과 몸살"]);
    check(
        &["배가 아프고 설사하고 열도 나요"],
        &["함께 나타난 증상", "복통", "설사", "발열과 몸살"],
    );
    // An illness asks for help where it began or is bad.
    check(&["생리통이 심해요"], &["생리통"]);
    check(&["무좀이 또 생겼어요"], &["무좀"]);
    check(&["무좀이 있어요"], &[]);
    // What was taken for a complaint is not what is asked about.
    check(&["열이 나요", "타이레놀 먹어도 안 떨어져요"], &["발열과 몸살"]);
    check(&["생리통이 심해요", "이부프로펜 먹었는데도 계속 아파요"], &["생리통"]);
}

#[test]
fn a_drug_that_did_not_help_is_still_checked_with_the_record() {
    let check = |turns: &[&str], warning: &str| {
        let (_, answers) = talk(&Desk::new(), turns);
        let answer = answers.last().unwrap()["answer"].as_str().unwrap();
        assert!(answer.starts_with(warning), "{turns:?}: {answer}");
    };
    check(
        &["와파린 먹어요", "허리가 아파요", "이부프로펜 먹어도 안 나아요"],
        "와파린 + 이부프로펜:",
    );
    check(
        &["아스피린 알레르기 있어요", "열이 나요", "아스피린 먹어도 안 떨어져요"],
        "기록된 알레르기(아스피린)와 관련된 약입니다",
    );
    // So many may be too many.
    check(&["열이 나요", "타이레놀 20알 먹어도 안 떨어져요"], "타이레놀(아세트아미노펜)에 대해");
}
