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
    // What is found of a child or a pregnant woman must speak of the complaint.
    check(&["4살 아이가 변비가 있어요"], &["변비"]);
    check(&["임신 12주예요", "변비도 있어요"], &["임부·수유부", "임부·수유부", "변비"]);
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
    check(
        &["열이 나요", "타이레놀 20알 먹어도 안 떨어져요"],
        "말씀하신 아세트아미노펜의 수는 한 알이 500 mg이면 하루 10000 mg으로",
    );
}

/// A statement after a question answers it again for the person whom it describes.
#[test]
fn a_statement_reopens_the_question_before_it() {
    let check = |turns: &[&str], asked: Option<&str>, contained: &str| {
        let (_, answers) = talk(&Desk::new(), turns);
        let answer = answers.last().unwrap()["answer"].as_str().unwrap();
        let note = asked.map(|it| format!("앞의 말씀 “{it}”에 방금 말씀하신 내용을 더해"));
        let is_reopened = answer.contains("더해 다시 찾았습니다");
        assert_eq!(is_reopened, note.is_some(), "{turns:?}: {answer}");
        assert!(note.is_none_or(|it| answer.contains(&it)), "{turns:?}: {answer}");
        assert!(answer.contains(contained), "{turns:?}: {answer}");
    };
    let question = "이부프로펜 먹어도 돼요?";
    check(&[question, "임신 30주예요"], Some(question), "[해당: 임신 30주]");
    check(&[question, "위궤양이 있어요"], Some(question), "[해당: 위궤양]");
    check(&[question, "고마워요", "와파린 먹고 있어요"], Some(question), "[해당: 와파린]");
    check(&["머리가 아파요", "임신 중이에요"], Some("머리가 아파요"), "임부의 두통");
    check(
        &["아스피린 먹어도 돼요?", "아스피린 알레르기 있어요"],
        Some("아스피린 먹어도 돼요?"),
        "기록된 알레르기(아스피린)와 관련된 약입니다: 아스피린",
    );
    // The same holds for somebody else, and not across persons.
    let of_husband = "남편이 이부프로펜 먹어도 돼요?";
    check(&[of_husband, "남편이 와파린 먹어요"], Some(of_husband), "[해당: 와파린]");
    check(&[of_husband, "저는 와파린 먹어요"], None, "기록했습니다: 와파린");
    // What the earlier turn denied stays denied.
    let denies = "기침은 없고 목이 아파요";
    check(&[denies, "임신 중이에요"], Some(denies), "다시 찾았습니다.\n\n인후통 — 임부");
    // An amount is that of the drug asked about, and children's doses go by their weight.
    let of_tylenol = "타이레놀 먹어도 돼요?";
    check(&[of_tylenol, "두 알이요"], Some(of_tylenol), "1일 최대 용량은");
    check(&["타이레놀 먹었어요", "두 알이요"], None, "기록했습니다: 아세트아미노펜 2알");
    let fever = "아이가 열나요";
    check(&[fever, "14kg이에요"], Some(fever), "1회 140~210 mg");
    // Documents limit no drug at this age.
    check(&[question, "36세예요"], None, "기록했습니다: 36세");
    // What is known already, and what no question precedes, is only recorded.
    check(&["와파린 먹고 있어요", question, "와파린 먹고 있어요"], None, "이미 기록되어");
    check(&["고혈압이 있어요", "와파린 먹고 있어요"], None, "기록했습니다: 와파린");
}

#[test]
fn a_complaint_may_be_an_effect_of_a_recorded_drug() {
    let check = |turns: &[&str], quoted: &[&str], not: &str| {
        let (_, answers) = talk(&Desk::new(), turns);
        let answer = answers.last().unwrap()["answer"].as_str().unwrap();
        assert!(quoted.iter().all(|it| answer.contains(it)), "{turns:?}: {answer}");
        assert!(!answer.contains(not), "{turns:?}: {answer}");
    };
    let of_warfarin = ["[해당: 와파린]", "와파린의 흔한 이상반응은 멍, 잇몸 출혈, 코피"];
    check(&["와파린 먹고 있어요", "코피가 자주 나요"], &of_warfarin, "찾지 못했습니다");
    check(&["코피가 자주 나요", "와파린 먹고 있어요"], &of_warfarin, "찾지 못했습니다");
    let of_statin = ["[해당: 아토르바스타틴]", "콜라색 소변이 있으면 중지하고"];
    check(&["아토르바스타틴 먹고 있어요", "종아리 근육이 아파요"], &of_statin, "[해당: 와파린]");
    check(&["와파린 먹고 있어요", "변비가 있어요"], &["변비"], "[해당: 와파린] ");
}

/// A class of drugs may hide one that the person must not take; a habit concerns the drugs of the record.
#[test]
fn what_a_turn_adds_is_checked_with_classes_and_habits() {
    let check = |turns: &[&str], warned: &[&str]| {
        let (_, answers) = talk(&Desk::new(), turns);
        let warnings = answers.last().unwrap()["warnings"].as_array().unwrap().clone();
        let texts: Vec<&str> = warnings.iter().filter_map(|it| it["text"].as_str()).collect();
        assert_eq!(texts.is_empty(), warned.is_empty(), "{turns:?}: {texts:?}");
        let all = texts.join(" ");
        assert!(warned.iter().all(|it| all.contains(it)), "{turns:?}: {texts:?}");
    };
    let acne = ["‘여드름약’이(가) 어느 약인지", "이소트레티노인이면", "임부금기 1등급"];
    check(&["임신 8주인데 여드름약 먹고 있어요"], &acne);
    check(&["혈압약 먹어요", "임신했어요"], &["‘혈압약’이(가) 어느 약인지", "로사르탄"]);
    check(&["혈압약 먹어요"], &[]);
    check(&["고혈압약이랑 당뇨약 먹어요"], &[]);
    check(&["졸피뎀 먹고 있어요", "술 마셨어요"], &["졸피뎀과 술"]);
    check(&["술 자주 마셔요", "졸피뎀 먹기 시작했어요"], &["졸피뎀과 술"]);
    check(&["메트로니다졸 먹고 있어요", "술 마셨어요"], &["3일 동안은 술을 마시면"]);
    check(&["클로피도그렐 먹어요", "오메프라졸 먹어도 돼요?"], &["함께 쓰지 않는 것이 좋습니다"]);
    check(
        &["메토트렉세이트 일주일에 한 번 먹어요", "매일 먹었어요"],
        &["매일 먹으면 증상이 없어도"],
    );
    check(&["하루 두 번 메트포르민 먹었는데 이제 한 번 먹어요"], &[]);
    check(&["졸피뎀 먹고 있어요", "술은 안 마셔요"], &[]);
}

/// What a turn leaves out is taken from the talk, and not from what was denied or reacted to in it.
#[test]
fn a_question_finds_its_subject_in_the_talk() {
    let check = |turns: &[&str], contained: &[&str]| {
        let (_, answers) = talk(&Desk::new(), turns);
        let answer = answers.last().unwrap()["answer"].as_str().unwrap();
        assert!(contained.iter().all(|it| answer.contains(it)), "{turns:?}: {answer}");
    };
    check(
        &["어제부터 열이 38.7도예요", "언제 병원 가야 해요?"],
        &["발열에 대해", "진료를 받습니다"],
    );
    check(&["병원에 가야 하나요?"], &["의약품과 복약에 관한 질문이 아니어서"]);
    check(&["와파린 먹어요", "어제 깜빡하고 안 먹었어요"], &["와파린을 빠뜨리면"]);
    check(&["갑상선약 먹어요", "깜빡하고 오늘 안 먹었어요"], &["약 먹는 것을 잊었으면"]);
    // Another drug is asked for than the one that was not tolerated.
    check(
        &["두통이 심해요", "예전에 소염제 먹고 숨찼어요", "그럼 뭐 먹어요?"],
        &["두통 —", "두통에는 아세트아미노펜"],
    );
    check(
        &["감기약 먹어도 돼요?", "전립선약은 안 먹어요", "뭘 조심해야 해요?"],
        &["감기 — 금기·주의"],
    );
    check(&["임신 12주예요"], &["기록했습니다: 여성, 임신 12주"]);
    // A name that no list has is not answered by the drug of the turn before.
    check(&["제미글로 먹어요", "폰스텔은요?"], &["‘폰스텔’"]);
}

#[test]
fn an_emergency_of_several_turns_is_repeated() {
    let turns = [
        "트라마돌 먹어요",
        "손이 떨리고 열이 나요",
        "땀도 나요",
        "이제 손이 안 떨리고 열도 안 나요",
    ];
    let (_, answers) = talk(&Desk::new(), &turns);
    let severities = |at: usize| answers[at]["warnings"].to_string();
    assert!(severities(1).contains("세로토닌 증후군"), "{}", answers[1]);
    let repeated = severities(2);
    assert!(repeated.contains("전에 말씀하신 위험 신호가") && repeated.contains("세로토닌 증후군"));
    assert!(!severities(3).contains("세로토닌 증후군"), "{}", answers[3]);
    // Sweat and a tremor are for today, and with a fever for now.
    let turns = ["트라마돌 먹어요", "손이 떨리고 땀이 나요", "열도 나요"];
    let (_, answers) = talk(&Desk::new(), &turns);
    let gravest = |at: usize| answers[at]["warnings"][0]["severity"].clone();
    assert_eq!((gravest(1), gravest(2)), ("urgent".into(), "emergency".into()), "{answers:?}");
}

/// A class may be any of its drugs: what their documents forbid or warn of stands before the answer, with the
/// drugs that it holds for.
#[test]
fn the_members_of_a_class_are_checked() {
    let check = |turns: &[&str], expected: &[&str]| {
        let (_, answers) = talk(&Desk::new(), turns);
        let warnings = answers.last().unwrap()["warnings"].as_array().unwrap().clone();
        let texts: Vec<&str> = warnings.iter().filter_map(|it| it["text"].as_str()).collect();
        assert_eq!(texts.len(), expected.len(), "{turns:?}: {texts:?}");
        for (text, begins) in texts.iter().zip(expected) {
            assert!(text.starts_with(begins), "{turns:?}: {text}");
        }
    };
    let nitrates = "발기부전약(실데나필, 타다라필) + 협심증약: 협심증약인 질산염";
    check(&["협심증약 먹는데 발기부전약 먹어도 돼요?"], &[nitrates]);
    check(
        &["실데나필 먹어요", "협심증약 처방받았어요"],
        &["실데나필 + 협심증약: 협심증약인 질산염"],
    );
    check(&["와파린 먹어요", "진통제 먹었어요"], &["와파린 + 진통제: 와파린과"]);
    // Care is said of what is asked about.
    let of_old = "소염제(이부프로펜, 덱시부프로펜, 나프록센, 록소프로펜, 아세클로페낙, 디클로페낙 등): 고령자는";
    check(&["68세예요", "소염진통제 먹어도 될까요?"], &[of_old]);
    check(&["68세예요", "소염진통제 먹었어요"], &[]);
    check(&["38세예요", "소염진통제 먹어도 될까요?"], &[]);
    check(&["혈압약이랑 당뇨약 먹고 있어요"], &[]);
    check(
        &["갑상선약 먹어요", "철분제 먹어도 돼요?"],
        &["갑상선약(레보티록신) + 철분제: 철분제, 칼슘제, 제산제는"],
    );
}

/// What a turn adds to the record is compared with all that the record has.
#[test]
fn what_is_told_later_is_checked_with_what_was_told_before() {
    let warnings = |turns: &[&str]| {
        let (_, answers) = talk(&Desk::new(), turns);
        answers.last().unwrap()["warnings"].to_string()
    };
    let found = warnings(&["아목시실린 받았어요", "어릴 때 페니실린 맞고 쇼크가 왔었어요"]);
    assert!(found.contains("urgent") && found.contains("아목시실린"), "{found}");
    let found = warnings(&["탁센 먹고 있어요", "땅콩 알레르기 있어요"]);
    assert_eq!(found, "[]");
    // The drug that was taken before the rash is its cause, and not the one that is asked about.
    let rash = "발진이 나고 열이 나고 입안이 헐었어요";
    let found = warnings(&["자이로릭 먹고 있어요", rash, "지르텍 먹고 버틸까요?"]);
    assert!(found.contains("알로푸리놀을 쓰고") && !found.contains("세티리진을"), "{found}");
}

#[test]
fn guidance_answers_a_turn_too_where_the_document_of_a_drug_is_silent() {
    let (_, answers) = talk(&Desk::new(), &["리리카 개봉한 지 석 달 됐는데 먹어도 되나요?"]);
    assert!(answers[0]["answer"].to_string().contains("개봉하면 짧아집니다"), "{}", answers[0]);
}

#[test]
fn who_wishes_to_stop_a_drug_still_takes_it() {
    let desk = Desk::new();
    let (id, answers) = talk(&desk, &["자낙스 2년 먹었어요", "끊고 싶어요"]);
    assert!(answers[1]["answer"].to_string().contains("서서히 줄입니다"), "{}", answers[1]);
    let shown = desk.run(&["patient", "show", &id]).succeeded().json().to_string();
    assert!(!shown.contains("stopped"), "{shown}");
    let (_, answers) = talk(&Desk::new(), &["투석해요", "메트포르민 먹어도 되나요?"]);
    assert!(answers[1]["answer"].to_string().contains("30 미만인 사람은"), "{}", answers[1]);
}

/// What was taken after a question on a drug is an exposure of that drug, and is checked like one.
#[test]
fn what_was_taken_is_the_drug_that_was_asked_about() {
    let check = |turns: &[&str], remembered: &[&str], rules: &[&str]| {
        let (_, answers) = talk(&Desk::new(), turns);
        let last = answers.last().unwrap();
        assert_eq!(last["remembered"], json!(remembered), "{turns:?}: {last}");
        let warnings = last["warnings"].as_array().unwrap();
        let found: Vec<&str> = warnings.iter().filter_map(|it| it["rule"].as_str()).collect();
        assert_eq!(found, rules, "{turns:?}: {last}");
    };
    let asked = "타이레놀 먹어도 돼요?";
    check(&[asked, "네 먹었어요"], &["아세트아미노펜"], &[]);
    check(&[asked, "하루에 얼마나요?", "어제 두 알 먹었어요"], &["아세트아미노펜 2알(어제)"], &[]);
    check(&[asked, "아까 열두 알 먹었어요"], &["아세트아미노펜 12알"], &["daily_dose"]);
    check(&[asked, "밥 먹었어요"], &[], &[]);
    check(
        &["와파린 먹고 있어요", "이부프로펜 먹어도 돼요?", "아까 두 알 먹었어요"],
        &["이부프로펜 2알"],
        &["checked_with_record"],
    );
}

#[test]
fn the_time_since_a_dose_is_read_over_two_turns() {
    for turns in [
        &["타이레놀 얼마나 자주 먹어요?", "아까 10시에 먹었어요", "지금 12시인데 또 먹어도 돼요?"]
            [..],
        &["타이레놀 두 알 먹었어요", "두 시간 지났는데 또 먹어도 돼요?"],
    ] {
        let (_, answers) = talk(&Desk::new(), turns);
        let answer = answers.last().unwrap()["answer"].to_string();
        assert!(answer.contains("2시간이면 아래 문서의 간격 4~6시간이 아직"), "{answer}");
        assert!(!answer.contains("성분이 겹칩니다"), "{answer}");
    }
}

/// Drugs are checked together in whatever order a talk names them.
#[test]
fn a_pair_of_drugs_is_warned_of_in_any_order() {
    let (one, other) = ("아스피린 먹어도 돼요?", "와파린 먹어요");
    for turns in [&[one, other][..], &[other, one], &["와파린이랑 아스피린 같이 먹어도 돼요?"]]
    {
        let (_, answers) = talk(&Desk::new(), turns);
        let warnings = answers.last().unwrap()["warnings"].to_string();
        assert!(
            warnings.contains("아스피린") && warnings.contains("와파린"),
            "{turns:?} {warnings}"
        );
    }
}

/// What a text on a complaint recommends is checked for the person.
#[test]
fn a_recommended_drug_is_checked_with_the_record() {
    let answer = |turns: &[&str]| {
        let (_, answers) = talk(&Desk::new(), turns);
        answers.last().unwrap()["answer"].as_str().unwrap().to_owned()
    };
    for (known, complaint, warned) in [
        ("와파린 먹어요", "열이 나요. 뭐 먹어요?", "와파린 + 이부프로펜: "),
        ("저는 만성신부전이에요", "허리가 아파요", "소염진통제("),
        ("심부전이 있어요", "발목을 삐었어요", "소염진통제("),
        ("이부프로펜 알레르기가 있어요", "열이 나요", "답에 나오는 이부프로펜: 알레르기"),
    ] {
        let found = answer(&[known, complaint]);
        let (before, _) = found.split_once("등록된 문서에서 찾은 내용입니다").unwrap();
        let is_warned = before.contains(warned) || found.contains("[해당: ");
        assert!(is_warned, "{known} {complaint}: {found}");
    }
    // Where everything that it recommends is contraindicated, the sentence is left out.
    let found = answer(&["소염진통제 알레르기가 있어요", "생리통이 심해요"]);
    assert!(!found.contains("듣습니다") && found.contains("배를 따뜻하게"), "{found}");
    let found = answer(&["비아그라 먹어요", "협심증 발작이 오면 어떻게 해요?"]);
    assert!(!found.contains("발작을 멎게"), "{found}");
    // Nothing is said where nothing stands against it.
    let found = answer(&["건강해요. 저는 30살 남자예요", "머리가 아파요"]);
    assert!(found.starts_with("두통에 대해"), "{found}");
}

#[test]
fn a_short_question_goes_on_about_the_drug_of_the_talk() {
    let questions =
        ["얼마나요?", "식전이요 식후요?", "보관은요?", "우유는요?", "깜빡하면요?", "술은요?"];
    let turns = [&["시타글립틴 부작용이 뭐예요?"][..], &questions].concat();
    let (_, answers) = talk(&Desk::new(), &turns);
    for answer in &answers[1..] {
        assert_ne!(answer["stopped_by"], "out_of_scope", "{answer}");
        assert!(answer["answer"].to_string().contains("시타글립틴"), "{answer}");
    }
    let (_, answers) = talk(&Desk::new(), &["얼마나요?"]);
    assert_eq!(answers[0]["stopped_by"], "out_of_scope", "{}", answers[0]);
}
