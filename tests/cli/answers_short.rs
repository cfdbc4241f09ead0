//! Short questions as typed into a search field: dangers to life, unknown names, excluded drugs, and pairs
//! that documents describe by a class. Each case checks what comes first, required words, and words that must
//! not appear.

use std::collections::BTreeMap;

use crate::common::Desk;
use serde_json::Value;

/// Returns the answers of a new desk, by question.
fn answers<'q>(questions: impl Iterator<Item = &'q str>) -> BTreeMap<String, Value> {
    let desk = Desk::new();
    let file = desk.dir().join("questions.jsonl");
    let line = |it: &str| format!("{}\n", serde_json::json!({ "id": it, "text": it }));
    std::fs::write(&file, questions.map(line).collect::<String>()).unwrap();
    let lines = desk.run(&["ask", "--batch", file.to_str().unwrap()]).succeeded().lines();
    lines.into_iter().map(|it| (it["id"].as_str().unwrap().to_owned(), it)).collect()
}

fn answer(value: &Value) -> &str {
    value["answer"].as_str().unwrap()
}

#[test]
fn a_danger_to_life_comes_first_and_nothing_distracts_from_it() {
    // The words that come first, and whether documents may follow.
    const CASES: [(&str, &str, bool); 14] = [
        ("자살 충동이 있어요", "109", false),
        ("더 이상 살고 싶지 않아요", "109", false),
        ("수면제 20알 모았어요", "109", false),
        ("치사량 알려주세요", "109", false),
        ("가슴이 쥐어짜듯 아파요", "약을 먹이지 말고", false),
        ("가슴이 답답하고 식은땀이 나요", "119", false),
        ("입술이 붓고 혀가 부어요", "에피네프린", false),
        ("벌에 쏘였는데 어지럽고 숨이 막혀요", "에피네프린", false),
        ("천식 발작이 왔는데 흡입기가 안 들어요", "119", false),
        ("락스를 마셨어요", "119", false),
        ("혈압이 200이에요", "119", false),
        ("인슐린을 두 배로 맞았어요", "119", true),
        ("3살 아이가 할아버지 당뇨약 먹은것 같아요", "119", true),
        ("타이레놀 20알 먹었어요", "119", true),
    ];
    let answers = answers(CASES.iter().map(|it| it.0));
    for (question, first, may_follow) in CASES {
        let value = &answers[question];
        let emergency =
            value["emergency"].as_str().unwrap_or_else(|| panic!("{question}: {value}"));
        assert!(
            emergency.contains(first) && answer(value).starts_with(emergency),
            "{question}: {value}"
        );
        assert_eq!(value["verification"]["verdict"], "PASS", "{question}: {value}");
        let cited = value["citations"].as_array().unwrap().len();
        assert!(may_follow || cited == 0, "{question}: {value}");
    }
    assert!(answer(&answers["타이레놀 20알 먹었어요"]).contains("해독제"));
    assert!(!answer(&answers["타이레놀 20알 먹었어요"]).contains("이부프로펜"));
}

#[test]
fn harmless_wording_is_not_taken_for_a_danger() {
    const CASES: [&str; 6] = [
        "호흡곤란이 부작용인 약은?",
        "항우울제 자살 위험 경고가 뭐예요?",
        "두 배로 먹어도 되나요",
        "혈압약 다 먹어서 병원에 가야 하나요",
        "입술 포진 연고 추천",
        "가슴이 답답한데 소화제 먹을까요",
    ];
    for (question, value) in answers(CASES.into_iter()) {
        assert!(value["emergency"].is_null(), "{question}: {value}");
    }
}

#[test]
fn a_name_and_one_word_is_answered_from_the_matching_section() {
    const CASES: [(&str, &str); 14] = [
        ("타이레놀 효과", "효능·효과"),
        ("로사르탄 효능", "효능·효과"),
        ("이부프로펜 금기", "경고·주의"),
        ("메트포르민 주의사항", "경고·주의"),
        ("메트포르민 먹을 때 주의할 점", "경고·주의"),
        ("심바스타틴 쓰면 안 되는 사람은 누구예요", "경고·주의"),
        ("타이레놀 보관법", "보관"),
        ("인데놀 보관 온도", "보관"),
        ("와파린 음식", "상호작용"),
        ("세티리진 부작용", "이상반응"),
        ("자디앙 신부전", "간·신장"),
        ("트윈스타 먹는 법", "용법·용량"),
        ("로수바스타틴 임산부", "임부·수유부"),
        ("철분제 변비", "이상반응"),
    ];
    let answers = answers(CASES.iter().map(|it| it.0));
    let wrong: Vec<String> = CASES
        .iter()
        .filter(|(question, section)| answers[*question]["citations"][0]["section"] != *section)
        .map(|(question, _)| format!("{question}: {}", answers[*question]["citations"][0]))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_pair_is_answered_by_the_documents_of_the_class() {
    const CASES: [(&str, &str); 7] = [
        ("비아그라랑 니트로글리세린 같이 먹어도 되나요?", "쓰지 않습니다"),
        ("모르핀이랑 디아제팜 같이 먹어도 되나요", "호흡 억제"),
        ("나프록센이랑 리바록사반 같이 먹어도 되나요", "출혈 위험"),
        ("록소프로펜이랑 세레콕시브 같이 먹어도 돼요?", "위장관 출혈"),
        ("졸로푸트랑 수마트립탄 같이 먹어도 되나요", "세로토닌증후군"),
        ("알프라졸람이랑 클래리트로마이신 같이 먹어도 되나요", "클래리트로마이신"),
        ("스피로노락톤이랑 칼륨보충제 같이 먹으면?", "함께 쓰지 않습니다"),
    ];
    let answers = answers(CASES.iter().map(|it| it.0));
    for (question, words) in CASES {
        let text = answer(&answers[question]);
        assert!(text.contains(words) && !text.contains("찾지 못했습니다"), "{question}: {text}");
    }
}

#[test]
fn an_unknown_name_is_reported() {
    const CASES: [(&str, &str, bool); 5] = [
        ("메디펜탁 언제 먹나요", "메디펜탁", false),
        ("오르비텐 언제 먹나요", "오르비텐", false),
        ("탁센이랑 이지엔6 같이 먹어도 되나요", "", true),
        ("와파린이랑 메디펜탁 같이 먹어도 되나요", "메디펜탁", true),
        ("tylenol max dose", "", true),
    ];
    let answers = answers(CASES.iter().map(|it| it.0));
    for (question, unknown, is_answered) in CASES {
        let value = &answers[question];
        let status = if is_answered { "answered" } else { "insufficient" };
        assert_eq!(value["status"], status, "{question}: {value}");
        let is_reported =
            answer(value).contains(&format!("‘{unknown}’은(는) 등록된 의약품 이름에서"));
        assert_eq!(is_reported, !unknown.is_empty(), "{question}: {value}");
    }
}

#[test]
fn an_excluded_drug_is_left_out() {
    const CASES: [(&str, &str); 2] = [
        ("이부프로펜 말고 다른 해열제 추천해주세요", "이부프로펜"),
        ("아스피린 빼고 진통제 뭐 있나요", "아스피린"),
    ];
    let answers = answers(CASES.iter().map(|it| it.0));
    for (question, without) in CASES {
        let value = &answers[question];
        assert_eq!(value["status"], "answered", "{question}: {value}");
        assert!(!answer(value).contains(&format!("{without}은")), "{question}: {value}");
        let avoid = value["query"]["avoid"].as_array().unwrap();
        assert!(avoid.iter().any(|it| it == without), "{question}: {value}");
    }
}

#[test]
fn a_condition_without_a_document_is_reported_as_missing() {
    let answers = answers(["졸피뎀 빼먹었어요"].into_iter());
    let text = answer(&answers["졸피뎀 빼먹었어요"]);
    assert!(text.contains("‘복용을 잊음’에 관한 내용은 등록된 문서에서 찾지 못했습니다"), "{text}");
}
