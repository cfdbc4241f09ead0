//! Properties that hold for every text.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::sync::LazyLock;

use proptest::prelude::*;
use simui_clinical::{Demographics, Extractor, LONGEST, Slots};

static EXTRACTOR: LazyLock<Extractor> = LazyLock::new(|| Extractor::shipped().unwrap());

/// All items with offsets: their words, start and end.
fn spans(slots: &Slots) -> Vec<(String, usize, usize)> {
    let items = slots.conditions.iter().chain(&slots.symptoms).chain(&slots.medications);
    let items = items.chain(&slots.allergies).map(|it| (it.text.clone(), it.start, it.end));
    let values =
        slots.vitals.iter().chain(&slots.labs).map(|it| (it.text.clone(), it.start, it.end));
    let person = slots.demographics.mentions.iter().map(|it| (it.text.clone(), it.start, it.end));
    items.chain(values).chain(person).collect()
}

/// Checks offsets and confidences of the slots of a text.
fn check(text: &str) {
    let Ok(slots) = EXTRACTOR.extract(text) else {
        assert!(text.trim().is_empty() || text.chars().count() > LONGEST);
        return;
    };
    let letters: Vec<char> = text.chars().collect();
    for (words, start, end) in spans(&slots) {
        assert!(start < end && end <= letters.len(), "{start}-{end} of {}", letters.len());
        assert_eq!(letters[start..end].iter().collect::<String>(), words);
    }
    for item in slots.conditions.iter().chain(&slots.medications).chain(&slots.symptoms) {
        assert!((0.0..=1.0).contains(&item.confidence));
    }
}

/// Random sequences of pieces for which the extraction has rules.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "고혈압",
        "당뇨",
        "은",
        "는",
        "이",
        "없어요",
        "있고",
        " ",
        ", ",
        ". ",
        "어머니가",
        "메트포르민",
        "500mg",
        "하루 두 번",
        "혈압",
        "140/90",
        "140에 90",
        "백사십에",
        "구십",
        "임신",
        "12주",
        "아님",
        "65세",
        "예순다섯",
        "살",
        "알레르기",
        "페니실린",
        "안",
        "못",
        "먹고",
        "두드러기",
        "열이",
        "38.5도",
        "no ",
        "fever",
        " or ",
        "denies ",
        "AST/ALT",
        " 45/60",
        "3일 전부터",
        "2015년",
        "머리가",
        "아파요",
        "지 않아요",
        "(-)",
        "(+)",
        "/",
        "-",
        "?",
        "\n",
        "아이가",
        "18개월",
        "\u{301}",
        "ﬃ",
        "İ",
        "\u{200b}",
        "ㅠㅠ",
        "①",
        "가\u{11a8}",
        "1,200",
        "99999999999",
        ".5",
        "혹시",
        "면",
        "말고",
        "공복",
        "식후",
        "BP",
        "M/65",
        "x",
    ]);
    prop::collection::vec(piece, 0..24).prop_map(|it| it.concat())
}

/// The slots with the facts of the speaker only. If the text is about another person, the demographics
/// are theirs and are dropped.
fn speakers(mut slots: Slots) -> Slots {
    if slots.subject.take().is_some() {
        slots.demographics = Demographics::default();
    }
    for items in
        [&mut slots.conditions, &mut slots.symptoms, &mut slots.medications, &mut slots.allergies]
    {
        items.retain(|it| it.experiencer == "patient");
    }
    for values in [&mut slots.vitals, &mut slots.labs] {
        values.retain(|it| it.experiencer == "patient");
    }
    slots.demographics.others.clear();
    slots
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_breaks_the_extractor_and_offsets_are_exact(text in any::<String>()) {
        check(&text);
    }

    #[test]
    fn no_mixture_of_known_pieces_breaks_the_extractor(text in pieces()) {
        check(&text);
    }

    #[test]
    fn a_later_sentence_without_facts_changes_nothing(text in pieces()) {
        // A sentence that is not ended could be continued by the next.
        let text = format!("{text}.\n");
        let first = EXTRACTOR.extract(&text).unwrap();
        let longer = EXTRACTOR.extract(&format!("{text}오늘 날씨가 맑습니다. 버스를 탔습니다.")).unwrap();
        prop_assert_eq!(first, longer);
    }

    #[test]
    fn facts_of_another_person_change_nothing_of_the_speakers(
        text in pieces(),
        other in prop::sample::select(vec![
            "우리 남편은 통풍이 있어서 콜키신을 먹습니다.",
            "어머니가 72세이신데 혈압이 150/90이고 당뇨약을 드십니다.",
            "친구가 임신 20주인데 두통이 심하대요.",
            "My brother has asthma and takes montelukast.",
            "옆집 아주머니는 간암이셨어요.",
        ]),
    ) {
        // A later sentence may make 어머니 the subject of the text.
        prop_assume!(!text.contains("어머니"));
        let text = format!("{text}.\n");
        let alone = EXTRACTOR.extract(&text).unwrap();
        prop_assume!(alone.subject.is_none());
        let both = EXTRACTOR.extract(&format!("{text}{other}")).unwrap();
        prop_assert_eq!(speakers(alone), speakers(both));
    }

    #[test]
    fn the_same_text_gives_the_same_slots(text in pieces()) {
        prop_assert_eq!(EXTRACTOR.extract(&text), EXTRACTOR.extract(&text));
    }
}

#[test]
fn long_texts_are_bounded_work() {
    let many = 40_000;
    let sentence = "두통이 있고 혈압이 140/90이에요. ";
    let long = sentence.repeat(many / 20);
    assert!(EXTRACTOR.extract(&long).unwrap().symptoms.len() == many / 20);
    for text in [
        "가",
        "1",
        "\u{301}",
        "고혈압 ",
        "페니실린, ",
        "알레르기 ",
        "아이가 ",
        "혈압 140/90 ",
        "3일 전 ",
        "□ 임신 ■ 수유 ",
        "임신: 무 / ",
        "젖 뗐어요 모유수유 ",
        "테스트 두 줄 ",
        "warfarin d/c, ",
        "약 끊었어요. 와파린이요. ",
        "담배 하루 한 갑 ",
    ] {
        check(&text.repeat(many / text.chars().count()));
    }
    check(&"가".repeat(LONGEST));
    let error = EXTRACTOR.extract(&"가".repeat(LONGEST + 1)).unwrap_err();
    assert!(error.to_string().contains("200001"), "{error}");
}
