//! Tests age, sex, pregnancy and breast-feeding of the patient.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use simui_clinical::{Demographics, Extractor};

/// The facts about the patient, in this order: `40` or `months 36`, `여성`, `pregnant`, `not pregnant` or
/// `pregnancy ended`, `nursing` or `not nursing`.
fn facts(it: &Demographics) -> String {
    let pregnant = match (it.is_pregnant, it.pregnancy_status) {
        (None, Some(status)) => format!("pregnancy {status}"),
        (Some(true), _) => "pregnant".into(),
        (Some(false), Some(status)) => format!("pregnancy {status}"),
        (Some(false), None) => "not pregnant".into(),
        (None, None) => String::new(),
    };
    let nursing = it.is_lactating.map(|it| if it { "nursing" } else { "not nursing" });
    let age = match (it.age_months, it.age) {
        (Some(months), _) => format!("months {months}"),
        (None, age) => age.map(|it| it.to_string()).unwrap_or_default(),
    };
    let gender = it.gender.clone().unwrap_or_default();
    let all = [age, gender, pregnant, nursing.unwrap_or_default().to_owned()];
    all.into_iter().filter(|it| !it.is_empty()).collect::<Vec<_>>().join(", ")
}

fn check(cases: &[(&str, &str)]) {
    let extractor = Extractor::shipped().unwrap();
    for (text, expected) in cases {
        let slots = extractor.extract(text).unwrap();
        assert_eq!(facts(&slots.demographics), *expected, "{text}");
    }
}

#[test]
fn a_box_and_a_field_decide_about_their_words() {
    check(&[
        ("□ 임신 ■ 수유 / 알러지: PCN", "여성, not pregnant, nursing"),
        ("임신 □ 수유 ■", "여성, not pregnant, nursing"),
        ("[ ] 임신 [x] 수유", "여성, not pregnant, nursing"),
        ("임신 ☐ / 수유 ☑", "여성, not pregnant, nursing"),
        ("[v] pregnant [ ] nursing", "여성, pregnant, not nursing"),
        ("성별 ■남 □여", "남성"),
        ("성별: □남 ☑여", "여성"),
        ("성별: 남■ 여□, 임신 □", "남성, not pregnant"),
        ("□ 남성 ■ 여성 45세", "45, 여성"),
        ("임신 여부: □예 ■아니오", "not pregnant"),
        ("임신여부 ☑ 유 ☐ 무 / 수유여부 ☐ 유 ☑ 무", "여성, pregnant, not nursing"),
        ("■ 임신 20주 □ 수유", "여성, pregnant, not nursing"),
        ("☑ 임신 가능성 있음 ☐ 수유", "여성, pregnancy possible, not nursing"),
        ("임신여부: 아니오 / 수유여부: 예", "여성, not pregnant, nursing"),
        ("성별: 여 / 임신: 무 / 수유: 유", "여성, not pregnant, nursing"),
        ("임신(-) 수유(+)", "여성, not pregnant, nursing"),
        ("breastfeeding: no, pregnancy: no", "not pregnant, not nursing"),
        ("임신: 20주", "여성, pregnant"),
        ("수유 중 아님", "not nursing"),
        // Nobody filled in the form, or the words of an empty box are no name of a field.
        ("□ 임신 □ 수유", ""),
        ("□ 임신 12주", ""),
        ("☐ 임신 가능성 있음 ☑ 당뇨", ""),
    ]);
}

#[test]
fn a_pregnancy_that_was_only_believed_is_none() {
    check(&[
        ("임신인 줄 알았는데 아니었어요", "not pregnant"),
        ("임신인줄 알았는데 아니래요", "not pregnant"),
        ("임신한 줄 알았는데 생리 시작했어요", ""),
        ("임신한 줄 모르고 약 먹었어요", "여성, pregnant"),
    ]);
}

#[test]
fn a_test_a_birth_and_weaning_change_the_state() {
    check(&[
        ("생리가 두 주나 늦어서 테스트해 봤는데 두 줄이 나왔어요", "여성, pregnant"),
        ("생리가 늦어서 테스트했는데 두 줄이에요", "여성, pregnant"),
        ("테스트해 봤더니 두 줄이요", "여성, pregnant"),
        ("테스트해 봤더니 한 줄이에요", "not pregnant"),
        ("코로나 테스트했는데 두 줄이에요", ""),
        ("테스트해서 두 줄이면 어떡해요", ""),
        ("이제 젖 뗐어요", "not nursing"),
        ("이제 젖은 뗐어요", "not nursing"),
        ("단유했어요", "not nursing"),
        ("단유하려고 해요", ""),
        ("이제 수유 안 해요", "not nursing"),
        ("수유 안 해도 되나요", ""),
        ("수유 끝났어요", "not nursing"),
        ("모유수유 중이었는데 이제 젖 뗐어요", "not nursing"),
        ("젖 뗐다가 둘째 낳아서 지금 모유수유 중이에요", "여성, nursing"),
        ("어제 아기 낳았어요", "pregnancy ended"),
        ("임신 38주였는데 어제 아기 낳았어요", "여성, pregnancy ended"),
        ("출산한 지 두 달 됐어요", "pregnancy ended"),
        ("작년에 아기 낳았어요", ""),
        ("둘째 낳은 지 3년 됐어요", ""),
        ("임신 12주인데 둘째 낳았을 때 임당이었어요", "여성, pregnant"),
    ]);
}

/// The person whom each text is about, and the age, sex and state of that person.
#[test]
fn a_person_who_speaks_or_is_only_named_is_not_the_patient() {
    let extractor = Extractor::shipped().unwrap();
    for (text, subject, expected) in [
        ("36개월 남아 14kg, 엄마가 대신 상담. 열 38.9도, 어제부터 기침", None, "months 36, 남성"),
        ("82세, 딸이 대신 문의, 와파린 복용 중, 페니실린 알레르기 있음", None, "82"),
        ("82세, 따님이 대신 오심, 와파린 복용 중", None, "82"),
        ("딸이 어머니 대신 왔어요. 어머니가 와파린 드세요", Some("어머니"), "여성"),
        ("우리 애 세 살이에요. 저는 페니실린 알레르기 있어요", None, ""),
        ("40세 여자예요. 둘째가 돌이에요", None, "40, 여성"),
        ("우리 애가 세 살인데 열이 나요. 저는 감기약 먹었어요", Some("애"), "3"),
        ("세 살 아이 지르텍 먹여도 되나요?", Some("아이"), "3"),
        ("24개월 남아, 해열제 먹였으나 호전 없음", None, "months 24, 남성"),
        ("아기가 4개월이에요. 모유 먹이고 있어요", None, "여성, nursing"),
        ("어머니가 독감에 걸리셨어요", Some("어머니"), "여성"),
        ("남편이 대상포진이 심해서 고생해요", Some("남편"), "남성"),
        ("어머니가 독감에 걸리셨었어요", None, ""),
        ("아버지가 당뇨가 심하세요", None, ""),
        ("어머니가 유방암에 걸리셨어요", None, ""),
        ("저는 열이 나고 남편이 독감에 걸렸어요", None, ""),
    ] {
        let slots = extractor.extract(text).unwrap();
        assert_eq!(slots.subject.as_ref().map(|it| it.person.as_str()), subject, "{text}");
        assert_eq!(facts(&slots.demographics), expected, "{text}");
    }
}

#[test]
fn breast_feeding_that_ended_at_some_time_is_over() {
    check(&[
        ("수유는 지난주에 끊었어요", "not nursing"),
        ("젖은 두 달 전에 뗐어요", "not nursing"),
        ("모유수유 중이에요", "여성, nursing"),
    ]);
}

#[test]
fn a_son_or_a_daughter_in_a_stage_of_life_of_adults_is_one() {
    let extractor = Extractor::shipped().unwrap();
    for (text, expected) in [
        ("대학생 딸이 감기약 먹어도 되나요", Some(true)),
        ("군대 간 아들이 열이 나요", Some(true)),
        ("아들이 서른인데 타이레놀 먹어도 되나요", Some(true)),
        ("딸이 30대인데 두통이 있어요", Some(true)),
        ("아들이 다섯 살인데 열이 나요", Some(false)),
        ("대학생 딸이 이제 열여덟 살인데 열이 나요", Some(false)),
        ("아들이 열이 나요", None),
        // Of nobody's son: the word says nothing of an age.
        ("결혼한 뒤로 두통이 있어요", None),
    ] {
        let slots = extractor.extract(text).unwrap();
        assert_eq!(slots.demographics.is_adult(), expected, "{text}");
    }
}

#[test]
fn an_age_in_words_is_read_in_months_and_days() {
    check(&[
        ("돌 전 아기에게 꿀 먹여도 되나요", "months 11"),
        ("우리 아기가 돌 전이에요", "months 11"),
        ("두 돌 안 된 아이 감기약 먹여도 되나요", "months 23"),
        ("두 돌이 안 됐어요", "months 23"),
        ("두 돌 지난 아이가 기침해요", "months 24"),
        ("백일 된 아기가 열이 나요", "months 3"),
        ("백일 아기 타이레놀 먹여도 되나요", "months 3"),
        ("백일 안 된 아기가 열이 나요", "months 3"),
        ("신생아 열이 나요", "months 0"),
        ("신생아 수유 중인데 타이레놀 먹어도 되나요", "여성, nursing"),
        ("아이가 돌 전에 수술했어요", ""),
        ("백일해 주사 맞아도 되나요", ""),
        ("신장에 돌이 있대요", ""),
    ]);
}

/// Whose drug each text asks about, and what is known of the patient.
#[test]
fn a_drug_of_another_person_is_asked_about_by_who_would_take_it() {
    let extractor = Extractor::shipped().unwrap();
    for (text, expected, of_patient) in [
        ("남편이 먹는 와파린 제가 먹어도 되나요?", "와파린 asked patient", ""),
        ("어머니가 드시는 로사르탄을 제가 먹어도 되나요?", "로사르탄 asked patient", ""),
        (
            "언니가 먹던 로아큐탄이 남았는데 저 임신 중이거든요. 먹어도 될까요?",
            "이소트레티노인 asked patient",
            "여성, pregnant",
        ),
        (
            "저 임신 중이에요. 남편이 로아큐탄을 먹어요",
            "이소트레티노인 other_person 남편",
            "여성, pregnant",
        ),
        ("남편이 먹는 와파린 계속 먹어도 되나요?", "와파린 asked 남편", "남성"),
        ("어머니가 드시는 로사르탄을 동생이 먹어도 되나요?", "로사르탄 active 어머니", "여성"),
    ] {
        let slots = extractor.extract(text).unwrap();
        let drugs = slots.medications.iter();
        let drugs: Vec<String> = drugs
            .map(|it| format!("{} {} {}", it.name, it.status.as_str(), it.experiencer))
            .collect();
        assert_eq!(drugs.join(", "), expected, "{text}");
        assert_eq!(facts(&slots.demographics), of_patient, "{text}");
    }
}
