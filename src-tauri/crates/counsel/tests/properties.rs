//! What holds for every text.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::sync::LazyLock;

use proptest::prelude::*;
use simui_counsel::extract::{Extractor, LONGEST, Slots};

static EXTRACTOR: LazyLock<Extractor> = LazyLock::new(|| Extractor::shipped().unwrap());

/// Everything with offsets: the words it reports, where they begin and end.
fn spans(slots: &Slots) -> Vec<(String, usize, usize)> {
    let items = slots.conditions.iter().chain(&slots.symptoms).chain(&slots.medications);
    let items = items.chain(&slots.allergies).map(|it| (it.text.clone(), it.start, it.end));
    let values =
        slots.vitals.iter().chain(&slots.labs).map(|it| (it.text.clone(), it.start, it.end));
    let person = slots.demographics.mentions.iter().map(|it| (it.text.clone(), it.start, it.end));
    items.chain(values).chain(person).collect()
}

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

/// Pieces that the extraction has rules for, to be thrown together in any order.
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

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_breaks_it_and_offsets_are_exact(text in any::<String>()) {
        check(&text);
    }

    #[test]
    fn no_mixture_of_what_it_knows_breaks_it(text in pieces()) {
        check(&text);
    }

    #[test]
    fn a_later_sentence_without_facts_changes_nothing(text in pieces()) {
        // What ends in the middle of a sentence may be continued by the next; these are ended.
        let text = format!("{text}.\n");
        let first = EXTRACTOR.extract(&text).unwrap();
        let longer = EXTRACTOR.extract(&format!("{text}오늘 날씨가 맑습니다. 버스를 탔습니다.")).unwrap();
        prop_assert_eq!(first, longer);
    }

    #[test]
    fn the_same_text_gives_the_same_slots(text in pieces()) {
        prop_assert_eq!(EXTRACTOR.extract(&text), EXTRACTOR.extract(&text));
    }
}

#[test]
fn long_texts_are_bounded_work() {
    let long = "두통이 있고 혈압이 140/90이에요. ".repeat(LONGEST / 24);
    assert!(long.chars().count() <= LONGEST);
    assert!(EXTRACTOR.extract(&long).unwrap().symptoms.len() > 1_000);
    for text in [
        "가".repeat(LONGEST),
        "1".repeat(LONGEST),
        "\u{301}".repeat(LONGEST),
        "고혈압 ".repeat(LONGEST / 4),
    ] {
        check(&text);
    }
    let error = EXTRACTOR.extract(&"가".repeat(LONGEST + 1)).unwrap_err();
    assert!(error.to_string().contains("200001"), "{error}");
}
