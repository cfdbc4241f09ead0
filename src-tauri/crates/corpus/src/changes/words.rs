//! Compares two texts word by word.

use similar::{Algorithm, DiffTag, capture_diff_slices};
use simui_domain::{WordRun, WordSide};

/// Most words of a text that is compared word by word; longer ones (tables in 별표) are compared line by line.
const MOST_WORDS: usize = 6_000;

/// Returns the runs of words that are common, only old, or only new.
pub(super) fn compare(old: &str, new: &str) -> Vec<WordRun> {
    let (mut before, mut after) = (words(old), words(new));
    if before.len().max(after.len()) > MOST_WORDS {
        before = old.split_inclusive('\n').collect();
        after = new.split_inclusive('\n').collect();
    }
    let mut runs: Vec<WordRun> = Vec::new();
    let mut add = |side: WordSide, words: &[&str]| {
        if words.is_empty() {
            return;
        }
        let text = words.concat();
        match runs.last_mut() {
            Some(last) if last.side == side => last.text.push_str(&text),
            _ => runs.push(WordRun { side, text }),
        }
    };
    for op in capture_diff_slices(Algorithm::Patience, &before, &after) {
        let (tag, old, new) = op.as_tag_tuple();
        if tag == DiffTag::Equal {
            add(WordSide::Same, before.get(old).unwrap_or_default());
        } else {
            add(WordSide::Old, before.get(old).unwrap_or_default());
            add(WordSide::New, after.get(new).unwrap_or_default());
        }
    }
    runs
}

/// Returns the whole text as one run of a side.
pub(super) fn only(side: WordSide, text: &str) -> Vec<WordRun> {
    if text.is_empty() { Vec::new() } else { vec![WordRun { side, text: text.to_owned() }] }
}

/// Splits a text into words, numbers, white space and single signs.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut start = 0;
    let mut before = None;
    for (at, c) in text.char_indices() {
        let class = class(c);
        if before.is_some_and(|before| before != class || class == CharClass::Sign) {
            words.extend(text.get(start..at));
            start = at;
        }
        before = Some(class);
    }
    words.extend(text.get(start..).filter(|rest| !rest.is_empty()));
    words
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum CharClass {
    Letter,
    Digit,
    Space,
    Sign,
}

fn class(c: char) -> CharClass {
    match c {
        _ if c.is_ascii_digit() => CharClass::Digit,
        // The middle dot of laws counts as a letter in Unicode.
        'ㆍ' => CharClass::Sign,
        _ if c.is_alphanumeric() => CharClass::Letter,
        _ if c.is_whitespace() => CharClass::Space,
        _ => CharClass::Sign,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn marked(old: &str, new: &str) -> String {
        let mark = |run: &WordRun| match run.side {
            WordSide::Same => run.text.clone(),
            WordSide::Old => format!("[-{}-]", run.text),
            WordSide::New => format!("[+{}+]", run.text),
        };
        compare(old, new).iter().map(mark).collect()
    }

    #[test]
    fn words_that_differ() {
        let check = |old: &str, new: &str, expected: &str| assert_eq!(marked(old, new), expected);
        check("광고를 하지 못한다.", "광고를 하지 못한다.", "광고를 하지 못한다.");
        check("1천만원 이하의 벌금", "3천만원 이하의 벌금", "[-1-][+3+]천만원 이하의 벌금");
        check("", "신설", "[+신설+]");
        check("의사ㆍ한의사", "의사ㆍ치과의사ㆍ한의사", "의사ㆍ[+치과의사ㆍ+]한의사");
    }

    proptest! {
        #[test]
        fn both_texts_come_back(old in "[가나다 .ㆍ1]{0,40}", new in "[가나다 .ㆍ1]{0,40}") {
            let runs = compare(&old, &new);
            let side = |gone: WordSide| -> String {
                runs.iter().filter(|run| run.side != gone).map(|run| run.text.as_str()).collect()
            };
            prop_assert_eq!(side(WordSide::New), old);
            prop_assert_eq!(side(WordSide::Old), new);
        }
    }
}
