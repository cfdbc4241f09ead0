//! Text that was typed with the keyboard set to the other script: dmlfyqjq for 의료법, ㅡ갸 for mri.
//!
//! The keys stand in `keyboard.tsv`.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::hangul;

static KEYS: LazyLock<Vec<(&'static str, char)>> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "a constant file that the tests read")]
    parse(include_str!("keyboard.tsv")).expect("keyboard.tsv is in its form")
});
static LETTERS: LazyLock<HashMap<&'static str, char>> =
    LazyLock::new(|| KEYS.iter().copied().collect());
static TYPED: LazyLock<HashMap<char, &'static str>> =
    LazyLock::new(|| KEYS.iter().map(|&(keys, letter)| (letter, keys)).collect());

/// Returns the syllables that the keys of `latin` give on a Korean keyboard; `None` where they leave a loose
/// letter, as the keys of most English words do.
pub fn to_hangul(latin: &str) -> Option<String> {
    let keys: Vec<char> = latin.chars().map(unshifted).collect();
    let mut text = String::with_capacity(latin.len());
    let mut at = 0;
    while at < keys.len() {
        let lead = letter(&keys[at..=at])?;
        let (vowel, taken) = longest(&keys, at + 1, is_vowel)?;
        at += 1 + taken;
        // A consonant before a vowel begins the next syllable: of two it is the second.
        let last = (1..=2).rev().find_map(|taken| {
            let letter = letter(keys.get(at..at + taken)?)?;
            let closes = !is_vowel(letter) && !starts_with_vowel(&keys, at + taken);
            closes.then_some((letter, taken))
        });
        let mut jamo = vec![lead, vowel];
        jamo.extend(last.map(|(letter, _)| letter));
        let (syllable, used) = hangul::compose(&jamo)?;
        // A consonant that closes no syllable (ㄸ, ㅃ, ㅉ) would have to begin one.
        if used != jamo.len() {
            return None;
        }
        text.push(syllable);
        at += last.map_or(0, |(_, taken)| taken);
    }
    (!text.is_empty()).then_some(text)
}

/// Returns the Latin letters, in lower case, of the keys that give `hangul` on a Korean keyboard; `None`
/// where a character is no Hangul.
pub fn to_latin(hangul: &str) -> Option<String> {
    let mut latin = String::new();
    for c in hangul.chars() {
        for letter in hangul::loose(c)? {
            latin.push_str(TYPED.get(&letter)?);
        }
    }
    (!latin.is_empty()).then(|| latin.to_lowercase())
}

/// Returns the key without shift, except where shift gives another letter.
fn unshifted(key: char) -> char {
    let own = LETTERS.contains_key(key.encode_utf8(&mut [0; 4]) as &str);
    if own { key } else { key.to_ascii_lowercase() }
}

fn letter(keys: &[char]) -> Option<char> {
    LETTERS.get(keys.iter().collect::<String>().as_str()).copied()
}

/// Returns the letter of the most keys from `at` on that `is` admits, and the number of keys.
fn longest(keys: &[char], at: usize, is: fn(char) -> bool) -> Option<(char, usize)> {
    (1..=2).rev().find_map(|taken| {
        let letter = letter(keys.get(at..at + taken)?)?;
        is(letter).then_some((letter, taken))
    })
}

fn starts_with_vowel(keys: &[char], at: usize) -> bool {
    longest(keys, at, is_vowel).is_some()
}

fn is_vowel(letter: char) -> bool {
    ('ㅏ'..='ㅣ').contains(&letter)
}

/// Reads the table; the error names the line.
fn parse(text: &'static str) -> Result<Vec<(&'static str, char)>, String> {
    let mut rows: Vec<(&str, char)> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let wrong = |problem: &str| format!("keyboard.tsv:{}: {problem}", number + 1);
        let (keys, letter) = line.split_once('\t').ok_or_else(|| wrong("a tab is expected"))?;
        let mut letters = letter.chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else {
            return Err(wrong("one letter is expected"));
        };
        if rows.iter().any(|row| row.0 == keys || row.1 == letter) {
            return Err(wrong("these keys or this letter are there twice"));
        }
        rows.push((keys, letter));
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_the_wrong_keyboard_is_read_both_ways() {
        let check = |latin: &str, hangul: &str| {
            assert_eq!(to_hangul(latin).as_deref(), Some(hangul), "{latin}");
            assert_eq!(to_latin(hangul).as_deref(), Some(latin.to_lowercase().as_str()));
        };
        check("dmlfyqjq", "의료법");
        check("rhkdrh", "광고");
        check("ekfr", "닭");
        check("ekfrdmf", "닭을");
        check("ekfrl", "달기");
        check("djqtek", "없다");
        check("ghksqnf", "환불");
        check("qkdhQk", "바오빠");
    }

    #[test]
    fn keys_that_leave_a_loose_letter_are_no_hangul() {
        for latin in ["aspirin", "mri", "vitamin", "hello", "", "약", "d", "zzzzqqq", "dmlfy2"] {
            assert_eq!(to_hangul(latin), None, "{latin}");
        }
        for (hangul, latin) in
            [("ㅡ갸", Some("mri")), ("ㅁ네ㅑ갸ㅜ", Some("aspirin")), ("약a", None), ("", None)]
        {
            assert_eq!(to_latin(hangul).as_deref(), latin, "{hangul}");
        }
    }

    #[test]
    fn shift_counts_only_where_it_gives_another_letter() {
        assert_eq!(to_hangul("DMLFYQJQ"), None, "ㅃ closes no syllable");
        assert_eq!(to_hangul("DmlFyqjq").as_deref(), Some("의료법"));
    }

    #[test]
    fn a_wrong_row_is_named() {
        for (text, expected) in [
            ("q ㅂ", "keyboard.tsv:1: a tab"),
            ("# keys\nq\tㅂㅂ", "keyboard.tsv:2: one letter"),
            ("q\tㅂ\nq\tㅈ", "keyboard.tsv:2: these keys"),
        ] {
            assert!(parse(text).is_err_and(|it| it.starts_with(expected)), "{text}");
        }
    }
}
