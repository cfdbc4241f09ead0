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
fn a_box_decides_about_its_words() {
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
