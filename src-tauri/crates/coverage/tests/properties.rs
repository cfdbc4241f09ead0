//! Properties that hold for every text.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use proptest::prelude::*;
use simui_coverage::{
    Alias, Book, Insurer, Page, Question, Rules, Standard, Tables, format_won, parse_won,
    similarity,
};

/// Returns spellings of an amount in 만원.
fn spellings(man: u64) -> Vec<String> {
    let mut all = vec![
        format!("{man}만원"),
        format!("{man} 만 원"),
        format!("{}원", man * 10_000),
        format_won(man * 10_000),
    ];
    if man.is_multiple_of(1_000) && man < 10_000 {
        all.push(format!("{}천만원", man / 1_000));
        all.push(format!("{}천만 원", man / 1_000));
    }
    if man.is_multiple_of(100) && man < 1_000 {
        all.push(format!("{}백만원", man / 100));
        let hangul = ["", "일", "이", "삼", "사", "오", "육", "칠", "팔", "구"];
        all.push(format!("{}백만원", hangul[usize::try_from(man / 100).unwrap()]));
    }
    if man.is_multiple_of(10_000) {
        all.push(format!("{}억원", man / 10_000));
    }
    if man > 10_000 && !man.is_multiple_of(10_000) {
        all.push(format!("{}억 {}만원", man / 10_000, man % 10_000));
    }
    all
}

fn book(text: &str) -> Book {
    let tables = Tables {
        insurers: vec![Insurer {
            code: "A".into(), name: "가온손해보험".into(), aliases: vec![]
        }],
        standards: vec![Standard {
            code: "A1".into(),
            name: "암진단비".into(),
            domain: String::new(),
            role: String::new(),
            coverage_type: String::new(),
        }],
        aliases: vec![Alias {
            insurer_code: "A".into(),
            coverage_code: "A1".into(),
            raw_name: "암진단비(유사암제외)".into(),
            confidence: None,
        }],
    };
    let page = |doc_type: &str| Page {
        insurer_code: "A".into(),
        doc_type: doc_type.into(),
        document: format!("{doc_type}.txt"),
        page: 1,
        text: text.to_owned(),
    };
    Book::new(Rules::shipped().unwrap(), tables, vec![page("가입설계서"), page("약관")])
}

proptest! {
    #[test]
    fn trigram_similarity_is_symmetric_and_between_0_and_1(a in "[가-힣a-z0-9 ()·]{0,24}", b in "[가-힣a-z0-9 ()·]{0,24}") {
        let (one, other) = (similarity(&a, &b), similarity(&b, &a));
        prop_assert!((0.0..=1.0).contains(&one));
        prop_assert_eq!(one, other);
        let letters = a.chars().any(char::is_alphanumeric);
        prop_assert_eq!(similarity(&a, &a), f64::from(u8::from(letters)));
    }

    #[test]
    fn every_spelling_of_an_amount_is_read(man in prop_oneof![1u64..20_000, (1u64..10).prop_map(|it| it * 1_000), (1u64..10).prop_map(|it| it * 100), (1u64..5).prop_map(|it| it * 10_000)]) {
        for spelling in spellings(man) {
            prop_assert_eq!(parse_won(&spelling), Some(man * 10_000), "{}", spelling);
        }
    }

    #[test]
    fn quotes_are_substrings_of_any_page(parts in prop::collection::vec(prop_oneof![
        Just("암진단비(유사암제외)".to_owned()), Just(" 3,000만원 ".to_owned()), Just("\n".to_owned()), Just("제자리암 및 경계성종양은 가입금액의 20%를 지급".to_owned()),
        Just("90일이 지난 날의 다음날".to_owned()), Just("가입금액(만원) 보험료(원)\n".to_owned()), Just("1,000 870\n".to_owned()),
        "[가-힣0-9,.()※①~%\u{0}\u{1F600} \n|]{0,12}",
    ], 0..14)) {
        let text = parts.concat();
        let book = book(&text);
        for query in ["가온손해보험 암진단비 얼마", "경계성종양 암진단비 비교해줘"] {
            let answer = book.compare(&Question { query: query.to_owned(), ..Question::default() });
            let slots = answer.slots.iter().flat_map(|it| &it.insurers);
            let evidence = slots.flat_map(|it| it.evidence.iter().chain(it.conflicts.iter().flat_map(|part| &part.evidence)));
            let axes = answer.compare_axis.iter().chain(&answer.policy_axis).map(|it| &it.evidence);
            for it in evidence.chain(axes) {
                let quoted: String = text.chars().skip(it.start as usize).take((it.end - it.start) as usize).collect();
                prop_assert_eq!(&quoted, &it.quote);
            }
            for value in answer.slots.iter().flat_map(|it| &it.insurers) {
                let is_stated = value.value.as_deref().is_some_and(|it| it != "미확인");
                prop_assert!(!is_stated || !value.evidence.is_empty(), "{:?}", value);
            }
        }
    }
}
