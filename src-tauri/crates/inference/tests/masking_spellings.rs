//! Tests of spellings of identifiers (`spellings.txt`): the marked parts are found, and nothing else.

use std::sync::Arc;

use proptest::prelude::*;
use simui_inference::masking::{KnownNames, Mask, find};

/// A line without its braces, and the ranges between them.
fn marked(line: &str) -> (String, Vec<(usize, usize)>) {
    let (mut text, mut places, mut length) = (String::new(), Vec::new(), 0);
    let mut open = None;
    for c in line.chars() {
        match c {
            '{' => open = Some(length),
            '}' => places.push((open.take().expect("an opened brace"), length)),
            c => {
                text.push(c);
                length += 1;
            }
        }
    }
    (text, places)
}

#[test]
fn spellings_are_found_exactly() {
    let mut wrong = Vec::new();
    let (mut marks, mut lines) = (0, 0);
    for line in include_str!("spellings.txt").lines() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (text, expected) = marked(line);
        lines += 1;
        marks += expected.len();
        let found = find(&text);
        let places: Vec<(usize, usize)> = found.iter().map(|it| (it.start, it.end)).collect();
        if places != expected {
            let letters: Vec<char> = text.chars().collect();
            let words = found.iter().map(|place| {
                let words: String = letters[place.start..place.end].iter().collect();
                format!("{} {words:?}", place.kind.as_str())
            });
            wrong.push(format!("{line}\n    found: {}", words.collect::<Vec<_>>().join(", ")));
        }
        let mut mask = Mask::over([text.as_str()]);
        let hidden = mask.hide(&text);
        assert_eq!(mask.restore(&hidden), text, "{line}");
        assert_eq!(mask.hide(&hidden), hidden, "{line}");
    }
    assert!(marks > 100 && lines > 130, "the file is read: {lines} lines, {marks} marks");
    assert!(wrong.is_empty(), "{} lines:\n{}", wrong.len(), wrong.join("\n"));
}

/// Pieces of test texts: identifiers, similar text, separators, and invisible characters.
fn piece() -> impl Strategy<Value = String> {
    let lines = include_str!("spellings.txt").lines();
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let lines: Vec<String> = lines.map(|line| marked(line).0).collect();
    prop_oneof![
        3 => proptest::sample::select(lines),
        2 => "[0-9]{1,8}",
        2 => proptest::sample::select(vec![
            " ", "-", "~", ",", ":", "에", "다시 ", "\u{200B}", "⟦", "⟧", "님", "\n", "씨 ", "⟦전화1⟧", "@", ".",
        ])
        .prop_map(str::to_owned),
        1 => "[가-힣]{1,4}",
        1 => "[ -~]{0,6}",
        1 => "\\PC{0,4}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// For any text: the matches are inside it and in order, masking twice equals masking once, and unmasking
    /// restores it.
    #[test]
    fn masking_is_idempotent_and_comes_back(pieces in proptest::collection::vec(piece(), 0..9)) {
        let text = pieces.concat();
        let letters: Vec<char> = text.chars().collect();
        let found = find(&text);
        let mut last = 0;
        for it in &found {
            prop_assert!(last <= it.start && it.start < it.end && it.end <= letters.len(), "{it:?}");
            last = it.end;
        }
        let mut mask = Mask::over([text.as_str()]);
        let hidden = mask.hide(&text);
        prop_assert_eq!(mask.restore(&hidden), text.clone());
        prop_assert_eq!(mask.hide(&hidden), hidden.clone());
        prop_assert!(find(&hidden).is_empty(), "{:?} in {hidden:?}", find(&hidden));
        if found.is_empty() {
            prop_assert_eq!(hidden, text);
        }
    }

    /// Known names do not occur in masked text, however they are written.
    #[test]
    fn known_names_never_stay(
        name in "[가-힣]{3,4}",
        apart in proptest::sample::select(vec!["", " ", "\u{200B}", "-"]),
        around in proptest::collection::vec(piece(), 2..5),
    ) {
        let known = Arc::new(KnownNames::of([name.as_str()]));
        let letters: Vec<String> = name.chars().map(String::from).collect();
        let text = around.join(&letters.join(apart));
        let mut mask = Mask::over([text.as_str()]).with_known_names(known.clone());
        let hidden = mask.hide(&text);
        prop_assert!(known.named_in(&hidden).is_empty(), "{name} in {hidden:?}");
        prop_assert_eq!(mask.restore(&hidden), text);
    }
}

#[test]
fn nothing_is_found_in_a_masked_text() {
    let check = |text: &str| {
        let mut mask = Mask::over([text]);
        let hidden = mask.hide(text);
        assert_eq!(find(&hidden), [], "{hidden:?} of {text:?}");
    };
    check("홍길동이고 58세0성함은 남궁민수예요홍길동 010-1234-5678");
}
