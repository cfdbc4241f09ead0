//! Turns about another person than the patient, and turns that leave out what the turns before were about.

use simui_consult::complexity::Complexity;
use simui_consult::{ConsultState, Mode, Parts};

use super::desk::Desk;

fn rules(state: &ConsultState) -> Vec<&str> {
    state.alerts.iter().map(|it| it.rule.as_str()).collect()
}

fn drugs(state: &ConsultState) -> Vec<String> {
    let question = state.question.as_ref().unwrap();
    question.drugs.iter().map(|it| it.korean.clone()).collect()
}

/// The state after the last of several turns of one patient.
fn last(turns: &[&str]) -> ConsultState {
    let mut desk = Desk::new();
    turns.iter().map(|it| desk.send("a", it)).last().unwrap()
}

#[test]
fn what_is_said_of_another_is_neither_stored_nor_forgotten() {
    let mut desk = Desk::new();
    desk.send("a", "엄마가 와파린 드세요");
    let asked = desk.send("a", "이부프로펜 드셔도 돼요?");
    assert_eq!(asked.facts.medications, ["와파린"], "of the mother");
    let answer = asked.answer.text();
    assert!(answer.contains("[병용금기]") && answer.contains("엄마에 대한 말씀"), "{answer}");

    let own = desk.send("a", "저는 이부프로펜 먹어도 돼요?");
    assert!(own.facts.medications.is_empty(), "{:?}", own.facts);
    assert!(!own.answer.text().contains("[병용금기]"), "{}", own.answer.text());
}

#[test]
fn dangers_of_another_person_are_found_across_turns() {
    for (turns, expected) in [
        (&["남편이 가슴이 답답하대요", "식은땀도 나요"][..], "acute_coronary"),
        (&["애가 열이 나요", "목이 뻣뻣하고 토해요"], "meningitis"),
        (&["와이프가 임신 8주예요", "이소트레티노인 먹어도 되나요?"], "pregnancy"),
    ] {
        let state = last(turns);
        assert!(rules(&state).iter().any(|it| it.contains(expected)), "{turns:?}: {state:#?}");
        assert!(state.facts.remembered.is_empty(), "{:?}", state.facts.remembered);
    }
}

#[test]
fn what_was_said_of_a_person_is_checked_however_the_person_was_named() {
    for (turns, expected) in [
        (&["아내가 임신 12주예요", "아내가 이소트레티노인 먹어도 돼요?"][..], "pregnancy"),
        (&["임신한 건 며느리예요", "며느리가 이소트레티노인 먹어도 돼요?"], "pregnancy"),
    ] {
        let state = last(turns);
        assert!(rules(&state).iter().any(|it| it.contains(expected)), "{turns:?}: {state:#?}");
    }
    for turns in [
        ["와파린은 엄마가 드세요", "엄마가 이부프로펜 드셔도 돼요?"],
        ["와파린 드시는 건 엄마예요", "엄마가 이부프로펜 드셔도 돼요?"],
    ] {
        let state = last(&turns);
        assert_eq!(state.facts.medications, ["와파린"], "{turns:?}");
        assert!(state.answer.text().contains("[병용금기]"), "{turns:?}");
    }
    let state = last(&["당뇨는 엄마가 있어요", "엄마가 타이레놀 드셔도 돼요?"]);
    assert_eq!(state.facts.conditions, ["당뇨병"]);
}

#[test]
fn what_is_given_to_another_is_taken_back_from_the_patient() {
    for turns in [
        &["와파린 먹어요", "아 그건 남편 약이에요", "이부프로펜 먹어도 돼요?"][..],
        &["와파린 먹어요", "그거 엄마 약이었네요", "이부프로펜 먹어도 돼요?"],
        &["와파린 먹어요", "그건 제가 아니라 남편이 먹어요", "저는 이부프로펜 먹어도 돼요?"],
        &[
            "와파린 먹어요",
            "이부프로펜 먹어도 돼요?",
            "아니요 그건 제 약이 아니라 엄마 약이에요. 와파린은 엄마가 드세요",
            "저는 이부프로펜 먹어도 돼요?",
        ],
    ] {
        let state = last(turns);
        assert!(state.facts.medications.is_empty(), "{turns:?}: {:?}", state.facts.medications);
        assert!(!state.answer.text().contains("[병용금기]"), "{turns:?}");
    }
    for remark in ["그거 엄마 약인가요?", "그건 남편이 먹으라고 했어요", "엄마도 와파린 드세요"]
    {
        let state = last(&["와파린 먹어요", remark, "저는 이부프로펜 먹어도 돼요?"]);
        assert_eq!(state.facts.medications, ["와파린"], "{remark}");
    }
    let state = last(&["신장이 안 좋아요", "아니 신장은 괜찮대요", "타이레놀 먹어도 돼요?"]);
    assert!(state.facts.conditions.is_empty(), "{:?}", state.facts.conditions);
}

#[test]
fn the_record_of_the_patient_is_not_that_of_another() {
    let state = last(&["임신 12주예요", "남편이 이부프로펜 먹어도 되나요?"]);
    assert!(!state.answer.text().contains("임신 20주"), "{}", state.answer.text());
    let state = last(&[
        "68세 여성이에요. 페니실린 알레르기가 있어요",
        "우리 손자가 아목시실린 먹어도 되나요?",
    ]);
    assert!(!rules(&state).contains(&"allergy"), "{:?}", state.alerts);

    // A patient who is a child is the one whom a parent speaks of, and one of unknown age may be.
    for turns in [
        ["4살이에요. 페니실린 알레르기가 있어요", "우리 애가 아목시실린 먹어도 되나요?"],
        ["페니실린 알레르기가 있어요", "우리 애가 아목시실린 먹어도 되나요?"],
    ] {
        let state = last(&turns);
        assert!(rules(&state).iter().any(|it| it.contains("allergy")), "{:?}", state.alerts);
    }
    let state = last(&["4살이에요", "우리 애가 열이 39도예요"]);
    assert!(state.facts.remembered.iter().any(|it| it.contains("39")), "{:?}", state.facts);
}

#[test]
fn a_turn_about_another_stays_so_for_an_hour_and_over_courtesies() {
    let mut desk = Desk::new();
    desk.send("a", "우리 애가 열이 나요");
    desk.send("a", "감사합니다");
    let value = desk.send("a", "38.9도예요");
    assert_eq!(value.intent.complexity, Complexity::Statement);
    assert!(value.facts.remembered.is_empty(), "{:?}", value.facts.remembered);
    for _ in 0..12 {
        let own = desk.send("a", "몸무게는 14kg이에요");
        assert!(own.facts.remembered.is_empty(), "{:?}", own.facts.remembered);
    }
    let mut desk = Desk::new();
    desk.send("a", "우리 애가 열이 나요");
    desk.turns += 60;
    let own = desk.send("a", "38.9도예요");
    assert!(own.facts.remembered.iter().any(|it| it.contains("38.9")), "{:?}", own.facts);
}

#[test]
fn a_question_is_completed_by_the_turns_before() {
    for (turns, expected) in [
        (&["이부프로펜 먹어도 돼요?", "하루 몇 알까지요?"][..], (&["이부프로펜"][..], "maximum")),
        (&["이부프로펜 두 알 먹어도 돼요?", "세 알은요?"], (&["이부프로펜"], "contraindication")),
        (&["이부프로펜 먹어도 돼요?", "타이레놀은요?"], (&["아세트아미노펜"], "contraindication")),
        (&["타이레놀 먹어도 되나요?", "부작용은요?", "술은요?"], (&["아세트아미노펜"], "alcohol")),
        (
            &["타이레놀 먹어도 되나요?", "우리 할머니는요?"],
            (&["아세트아미노펜"], "contraindication"),
        ),
        (
            &["와파린 먹어요. 이부프로펜 먹어도 돼요?", "하루 몇 알까지요?"],
            (&["이부프로펜"], "maximum"),
        ),
        (&["와파린 먹어요", "얼마나 먹어요?"], (&["와르파린"], "dose")),
        (&["두통이 있어요", "이부프로펜 하루 몇 번 먹어요?"], (&["이부프로펜"], "dose")),
        (
            &["와파린 먹어요", "지난달에 끊었어요", "다시 먹어도 돼요?"],
            (&["와르파린"], "contraindication"),
        ),
        (
            &["세파클러 먹고 두드러기가 났어요", "계속 먹어도 돼요?"],
            (&["세파클러"], "contraindication"),
        ),
        (
            &["세파클러 먹고 있어요", "먹고 두드러기가 났어요", "계속 먹어도 돼요?"],
            (&["세파클러"], "contraindication"),
        ),
        // Only the clinical reading finds the complaint of the first turn.
        (&["열이 39도예요", "뭐 먹어요?"], (&[], "efficacy")),
    ] {
        let state = last(turns);
        assert_eq!(drugs(&state), expected.0, "{turns:?}");
        let question = state.question.as_ref().unwrap();
        assert!(question.asks(expected.1), "{turns:?}: {:?}", question.intents);
    }
    // Nothing was spoken of, or the question is about medicines in general.
    assert!(drugs(&last(&["얼마나 먹어요?"])).is_empty());
    assert!(drugs(&last(&["이부프로펜 먹어도 돼요?", "남은 약은 어떻게 버려요?"])).is_empty());
    assert!(drugs(&last(&["이부프로펜 먹어도 돼요?", "오늘 날씨는 어때요?"])).is_empty());
}

#[test]
fn a_turn_adds_to_what_the_turns_before_state() {
    for (turns, expected) in [
        (&["와파린 먹어요", "지난달에 끊었어요"][..], &["와파린(지난달) 중단"][..]),
        (&["와파린 5mg 먹어요", "아니 2mg이요"], &["와파린 2mg"]),
        (&["메트포르민 먹어요", "500mg이요", "하루 두 번이요"], &["메트포르민 500mg 하루 2회"]),
        (&["약 먹고 두드러기가 났었어요", "세파클러였어요"], &["세파클러 알레르기"]),
        (
            &["세파클러 처방받았어요", "먹고 온몸에 두드러기가 났어요"],
            &["세파클러 알레르기", "두드러기", "세파클러 쓴 뒤 두드러기"],
        ),
        (&["임신했어요", "8주예요"], &["임신 8주"]),
        (&["엄마가 와파린 드세요", "지난달에 끊으셨어요"], &[]),
    ] {
        let state = last(turns);
        assert_eq!(state.facts.remembered, expected, "{turns:?}");
        assert_eq!(state.intent.complexity, Complexity::Statement, "{turns:?}");
    }
    // What is stated of another person counts for a question about them, and breaks no talk about them.
    let mother = ["엄마가 와파린 드세요", "5mg이요", "아스피린 드셔도 돼요?"];
    assert_eq!(last(&mother).facts.medications, ["와파린"]);
    let stopped = ["엄마가 와파린 드세요", "지난달에 끊으셨어요", "아스피린 드셔도 돼요?"];
    assert!(last(&stopped).facts.medications.is_empty());
}

#[test]
fn long_turns_are_not_read_together() {
    // Several of them together may be longer than a text may be.
    let long = |first: &str| format!("{first} {}", "오늘 산책했어요. ".repeat(220));
    let (own, own_again) = (long("와파린 먹어요."), long("지난달에 끊었어요."));
    assert_eq!(last(&[&own, &own_again]).facts.medications, ["와파린"]);
    let of_mother = long("엄마가 와파린 드세요.");
    let state = last(&[&of_mother, "이부프로펜 드셔도 돼요?"]);
    assert!(state.answer.text().contains("엄마에 대한 말씀"), "{}", state.answer.text());
}

#[test]
fn dangers_of_two_turns_together_are_found() {
    for (turns, expected) in [
        (["타이레놀 먹었어요", "30알이요"], "overdose"),
        (["인슐린 맞아요", "깜빡하고 두 번 맞았어요"], "extra_dose_dangerous"),
        (["세파클러 먹고 있어요", "먹고 온몸에 두드러기가 났어요"], "reaction_hives"),
    ] {
        let state = last(&turns);
        assert!(rules(&state).contains(&expected), "{turns:?}: {:?}", rules(&state));
    }
    // What is over is no danger, but the complaint behind it is one.
    let turns = ["두통이 있었어요", "다 나았어요 근데 가슴이 쥐어짜듯 아파요"];
    assert!(last(&turns).answer.text().contains("119"), "{}", last(&turns).answer.text());
}

#[test]
fn a_talk_about_several_persons_goes_on_about_the_last() {
    let turns = [
        "엄마가 와파린 드세요. 이부프로펜 드셔도 되나요?",
        "아빠는요?",
        "저희 아빠는 당뇨가 있으세요",
        "메트포르민 드셔도 되나요?",
    ];
    let state = last(&turns[..2]);
    assert!(!state.answer.text().contains("[병용금기]"), "{}", state.answer.text());
    let state = last(&turns);
    assert!(state.answer.text().contains("아빠에 대한 말씀"), "{}", state.answer.text());
}

#[test]
fn plain_mode_is_about_nobody_in_particular() {
    let mut desk = Desk::new();
    desk.send_in("a", "엄마가 와파린 드세요", Mode::Plain, Parts::default());
    let asked = desk.send_in("a", "이부프로펜 드셔도 돼요?", Mode::Plain, Parts::default());
    assert!(asked.facts.medications.is_empty(), "{:?}", asked.facts);
}
