//! Consultations in which a turn is about somebody else than the patient, and only the turns before say so.

use crate::common::Desk;
use serde_json::{Value, json};

/// Answers the turns of one new patient.
pub(super) fn talk(desk: &Desk, turns: &[&str]) -> (String, Vec<Value>) {
    let added = desk.run(&["patient", "add", "가나다"]).succeeded().json();
    let id = added["id"].as_str().unwrap().to_owned();
    let lines = turns.iter().enumerate().map(|(at, text)| {
        format!("{}\n", json!({ "id": at.to_string(), "patient": id, "text": text }))
    });
    let file = desk.dir().join("turns.jsonl");
    std::fs::write(&file, lines.collect::<String>()).unwrap();
    let answers = desk.run(&["consult", "--batch", file.to_str().unwrap()]).succeeded().lines();
    (id, answers)
}

fn summary(desk: &Desk, id: &str) -> String {
    desk.run(&["patient", "show", id]).succeeded().json().to_string()
}

#[test]
fn values_of_a_child_do_not_become_those_of_the_parent() {
    let desk = Desk::new();
    let (id, answers) = talk(
        &desk,
        &["우리 애가 열이 나요", "38.9도예요", "몸무게는 14kg이에요", "얼마나 먹여요?"],
    );
    assert_eq!(answers[1]["remembered"], json!([]), "{}", answers[1]);
    let asked = answers[3].to_string();
    assert!(asked.contains("애에 대한 말씀") && asked.contains("체중"), "{asked}");
    let shown = summary(&desk, &id);
    assert!(!shown.contains("38.9") && !shown.contains("14 kg"), "{shown}");
    // The same holds for a text that is only remembered.
    desk.run(&["patient", "remember", &id, "39.5도예요"]).succeeded();
    assert!(!summary(&desk, &id).contains("39.5"), "{}", summary(&desk, &id));
    desk.run(&["patient", "remember", &id, "저는 36.7도예요"]).succeeded();
    assert!(summary(&desk, &id).contains("36.7"), "{}", summary(&desk, &id));
}

#[test]
fn drugs_of_a_mother_are_checked_with_what_is_asked_for_her() {
    let desk = Desk::new();
    let (_, answers) = talk(
        &desk,
        &[
            "시어머니가 심방세동으로 자렐토 드세요",
            "무릎이 아프시대요",
            "나프록센 드셔도 되나요?",
            "저는요?",
        ],
    );
    let warns = |at: usize| answers[at]["warnings"].to_string().contains("리바록사반");
    assert!(warns(2), "{}", answers[2]);
    assert!(!warns(3) && !answers[3]["answer"].to_string().contains("시어머니"), "{}", answers[3]);
    assert!(answers[3]["answer"].to_string().contains("나프록센"), "{}", answers[3]);
}

#[test]
fn an_infarction_of_a_husband_told_in_two_turns_is_an_emergency() {
    let desk = Desk::new();
    let (id, answers) = talk(&desk, &["남편이 가슴이 답답하대요", "식은땀도 나요"]);
    let first = answers[1]["warnings"][0].to_string();
    assert!(first.contains("emergency") && first.contains("남편"), "{first}");
    assert!(!summary(&desk, &id).contains("식은땀"), "{}", summary(&desk, &id));
}

#[test]
fn a_turn_without_a_name_changes_what_the_turn_before_recorded() {
    let desk = Desk::new();
    let (id, answers) =
        talk(&desk, &["와파린 5mg 먹고 있어요", "아니 2mg이요", "지난달에 끊었어요"]);
    assert_eq!(answers[1]["remembered"], json!(["와파린 2mg"]), "{}", answers[1]);
    let item = &answers[2]["slots"]["medications"][0];
    assert_eq!((&item["name"], &item["status"]), (&json!("와파린"), &json!("stopped")), "{item}");
    assert_eq!((&item["start"], &item["end"]), (&json!(0), &json!(9)), "{item}");
    // The same holds for a text that is only remembered.
    desk.run(&["patient", "remember", &id, "두통이 있어요"]).succeeded();
    let added = desk.run(&["patient", "remember", &id, "3일 됐어요"]).succeeded().json();
    assert!(added["changes"].to_string().contains("두통(3일)"), "{added}");
}

/// What was said of a person counts again where the person is named again, whatever was said in between, and
/// what is told with respect of somebody before is theirs.
#[test]
fn a_person_is_known_through_the_whole_talk() {
    let check = |turns: &[&str], rules: &[&str]| {
        let (_, answers) = talk(&Desk::new(), turns);
        let warnings = answers.last().unwrap()["warnings"].as_array().unwrap().clone();
        let found: Vec<&str> = warnings.iter().filter_map(|it| it["rule"].as_str()).collect();
        assert_eq!(found, rules, "{turns:?}: {warnings:?}");
    };
    check(
        &[
            "임신 30주 아내가 두통이 심해요",
            "저는 애드빌 먹어도 되죠?",
            "아내가 혈압이 160에 100이에요",
        ],
        &["pregnancy_pressure"],
    );
    check(
        &[
            "임신 30주 아내가 두통이 있어요",
            "저는 애드빌 먹어도 되죠?",
            "아내가 발도 부었어요",
            "눈앞이 번쩍거리고 명치가 아프대요",
        ],
        &["preeclampsia"],
    );
    let checked = ["checked_with_record"];
    check(
        &["할아버지가 와파린 드세요", "저 지금 감기예요", "할아버지가 이부프로펜 드셔도 되나요?"],
        &checked,
    );
    check(&["어머니가 와파린 드세요", "이부프로펜도 드셨대요"], &checked);
    check(&["와파린 먹어요", "남편이 먹다 남긴 낙센이 있는데 먹을까요?"], &checked);
    check(&["어머니가 와파린 드세요", "저는 이부프로펜 먹었어요"], &[]);
    check(&["모유 먹이는 엄마예요. 아기는 6주 됐어요", "젖몸살로 열이 나는데 뭐 먹죠?"], &[]);
}

#[test]
fn what_a_child_gets_and_its_age_are_not_of_the_parent() {
    let desk = Desk::new();
    let (id, answers) = talk(&desk, &["아까 애한테 부루펜 먹였어요", "저는 와파린 먹어요"]);
    assert_eq!(answers[1]["warnings"], json!([]), "{}", answers[1]);
    assert!(!summary(&desk, &id).contains("이부프로펜"), "{}", summary(&desk, &id));
    let desk = Desk::new();
    let (id, answers) =
        talk(&desk, &["저 수유 중이에요", "아기는 4개월이고요", "슈다페드 먹어도 되나요?"]);
    assert!(!answers[2].to_string().contains("2세 미만"), "{}", answers[2]);
    assert!(answers[2]["answer"].to_string().contains("수유부는"), "{}", answers[2]);
    assert!(!summary(&desk, &id).contains("4개월"), "{}", summary(&desk, &id));
    // A topic without a question mark is asked about the same person.
    let turns = ["아버지가 마도파 드세요", "맥페란 드셔도 되나요?", "그럼 돔페리돈은요"];
    let (_, answers) = talk(&Desk::new(), &turns);
    assert!(answers[2]["answer"].to_string().contains("아버지에 대한 말씀"), "{}", answers[2]);
}

#[test]
fn a_complaint_without_a_person_is_checked_for_the_one_spoken_of_too() {
    let of_mother = |turns: &[&str]| {
        let (_, answers) = talk(&Desk::new(), turns);
        let warnings = answers.last().unwrap()["warnings"].as_array().unwrap().clone();
        let texts = warnings.iter().map(|it| it["text"].as_str().unwrap().to_owned());
        texts.filter(|it| it.starts_with("어머니:")).count()
    };
    assert!(of_mother(&["어머니가 아마릴을 드세요", "식은땀을 흘려요"]) > 0);
    // The speaker is the subject, or the talk is about the patient again.
    assert_eq!(of_mother(&["어머니가 아마릴을 드세요", "저는 식은땀을 흘려요"]), 0);
    assert_eq!(
        of_mother(&["어머니가 아마릴을 드세요", "저는 두통이 있어요", "식은땀을 흘려요"]),
        0
    );
}

/// A drug is checked for the one who would take it.
#[test]
fn a_drug_of_a_relative_is_checked_for_the_one_who_would_take_it() {
    let check = |turns: &[&str], warns: bool, remembers: bool| {
        let (_, answers) = talk(&Desk::new(), turns);
        let last = answers.last().unwrap();
        assert_eq!(last["warnings"].as_array().unwrap().is_empty(), !warns, "{turns:?}: {last}");
        let remembered = last["remembered"].to_string();
        assert_eq!(remembered.contains("이소트레티노인"), remembers, "{turns:?}: {last}");
    };
    check(&["남편이 먹던 로아큐탄을 제가 먹어도 돼요? 임신 중이에요"], true, false);
    check(&["남편이 먹는 로아큐탄을 제가 먹어도 돼요?", "임신 중이에요"], true, false);
    check(&["언니가 먹던 로아큐탄이 남았는데 저 임신 중이거든요. 먹어도 될까요?"], true, false);
    check(&["임신 12주예요", "남편이 로아큐탄을 먹어요"], false, false);
    check(&["저는 임신 중이고 남편은 로아큐탄을 먹어요. 괜찮은가요?"], false, false);
    check(&["임신 12주예요", "로아큐탄을 먹어요"], true, true);
}

#[test]
fn a_drug_that_is_taken_again_and_one_of_a_relative_are_checked() {
    let warns = |turns: &[&str], drug: &str| {
        let (_, answers) = talk(&Desk::new(), turns);
        let last = answers.last().unwrap();
        (last["warnings"].to_string().contains(drug), last.clone())
    };
    for (turns, drug) in [
        (&["와파린 끊었다가 지난주부터 다시 먹어요", "나프록센 먹어도 돼요?"][..], "와파린"),
        (
            &["니트로글리세린 안 먹다가 어제부터 다시 먹어요", "비아그라 먹어도 돼요?"],
            "니트로글리세린",
        ),
        (&["니트로글리세린은 아버지가 드세요", "아버지가 비아그라 드셔도 돼요?"], "니트로글리세린"),
        (&["페니실린 쇼크 온 적 있어요", "아목시실린 먹어도 되나요?"], "페니실린"),
        (&["아스피린 알레르기예요", "아 아스피린 말고 설파제요", "박트림 먹어도 돼요?"], "설파제"),
    ] {
        let (found, answer) = warns(turns, drug);
        assert!(found, "{turns:?}: {answer}");
    }
    let (found, answer) =
        warns(&["와파린 먹어요", "아 그건 남편 약이에요", "나프록센 먹어도 돼요?"], "와파린");
    assert!(!found, "{answer}");
    // What was not understood was not recorded, and the desk does not say so.
    let (_, answers) = talk(&Desk::new(), &["저 그거 매일 해요"]);
    assert!(!answers[0]["answer"].to_string().contains("이미 기록되어"), "{}", answers[0]);
}
