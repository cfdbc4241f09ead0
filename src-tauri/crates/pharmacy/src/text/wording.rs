//! Finds the words of the rule files in a text that a person typed.

use simui_korean::particles::{self, Place};
use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

/// Endings that may follow a word of one syllable, besides particles: 술은요?
const ENDINGS: [&str; 8] = ["", "먹고", "마시고", "마셔도", "먹어도", "은요", "는요", "도요"];

/// Most characters of an eojeol that is one word with its endings.
const LONGEST_EOJEOL: usize = 7;

/// A text prepared for looking words up: spacing does not matter, and a short word is not found inside
/// another word.
#[derive(Debug, Clone)]
pub struct Wording {
    squeezed: String,
    /// Where each eojeol begins and ends in `squeezed`, in bytes.
    spans: Vec<(usize, usize)>,
    eojeols: Vec<String>,
    /// The distinct characters of `squeezed`, sorted. Most listed words are ruled out by their first
    /// character.
    letters: Vec<char>,
}

impl Wording {
    /// Prepares `text`: NFKC, lower case.
    pub fn new(text: &str) -> Self {
        let folded: String = text.nfkc().flat_map(char::to_lowercase).collect();
        let eojeol = |it: &str| it.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
        let squeezed: String = folded.chars().filter(|it| !it.is_whitespace()).collect();
        let mut spans = Vec::new();
        for eojeol in folded.split_whitespace() {
            let start = spans.last().map_or(0, |(_, end)| *end);
            spans.push((start, start + eojeol.len()));
        }
        let mut letters: Vec<char> = squeezed.chars().collect();
        letters.sort_unstable();
        letters.dedup();
        Self {
            squeezed,
            spans,
            letters,
            eojeols: folded.split_whitespace().map(eojeol).filter(|it| !it.is_empty()).collect(),
        }
    }

    /// Whether the text contains `word`: a word of one syllable as a whole eojeol (particles may follow), one
    /// of two syllables at the beginning of an eojeol, a longer one anywhere but from within an eojeol into
    /// the next.
    pub fn has(&self, word: &str) -> bool {
        let word = squeezed(word);
        if !self.may_have(&word) {
            return false;
        }
        match word.chars().count() {
            0 => false,
            1 => {
                let may_follow = |rest: &str| {
                    particles::of(Place::ShortWord).contains(&rest) || ENDINGS.contains(&rest)
                };
                self.eojeols.iter().any(|it| it.strip_prefix(&*word).is_some_and(may_follow))
            }
            2 => self.eojeols.iter().any(|it| it.starts_with(&*word)) || self.across(&word),
            _ => self.squeezed.match_indices(&*word).any(|(at, _)| self.is_whole(at, word.len())),
        }
    }

    /// Whether a find at `at` begins where a word may begin: 변이 안 is not in 소변이 안 나와요. Within one eojeol it
    /// may end a compound (아침혈압약), and a long eojeol is typed without spaces.
    fn is_whole(&self, at: usize, length: usize) -> bool {
        let of = self.spans.partition_point(|(_, end)| *end <= at);
        let Some((start, end)) = self.spans.get(of) else { return true };
        let is_unspaced = || self.squeezed[*start..*end].chars().count() > LONGEST_EOJEOL;
        at == *start || at + length <= *end || is_unspaced()
    }

    /// Whether an eojeol begins with `word`; a phrase with a space is looked up by [`Wording::has`].
    pub fn begins(&self, word: &str) -> bool {
        match word.contains(' ') {
            true => self.has(word),
            false => self.eojeols.iter().any(|it| it.starts_with(word)),
        }
    }

    /// Whether the text contains any of `words`.
    pub fn has_any(&self, words: &[String]) -> bool {
        words.iter().any(|word| self.has(word))
    }

    /// Whether the text contains a word of every group. Words of the first group, the topic, are looked up by
    /// [`Wording::has`]; those of the other groups may be stems anywhere in the text (`봤` in `봤어요`), but
    /// several words do not begin within one (목이 부 in 발목이 부어요).
    pub fn has_all(&self, groups: &[Vec<String>]) -> bool {
        let occurs = |written: &String| {
            let word = squeezed(written);
            let is_phrase = written.trim().find(' ').is_some_and(|at| at > '가'.len_utf8());
            let may_begin = |at: usize| !is_phrase || self.is_whole(at, word.len());
            word.is_empty()
                || self.may_have(&word)
                    && self.squeezed.match_indices(&*word).any(|(at, _)| may_begin(at))
        };
        groups.split_first().is_some_and(|(first, others)| {
            self.has_any(first) && others.iter().all(|group| group.iter().any(occurs))
        })
    }

    /// Whether the first character of `word` occurs in the text at all.
    fn may_have(&self, word: &str) -> bool {
        word.chars().next().is_some_and(|it| self.letters.binary_search(&it).is_ok())
    }

    /// Whether a word of two syllables is written with a space in it: `부 작용`.
    fn across(&self, word: &str) -> bool {
        let mut letters = word.chars();
        let (Some(first), Some(second)) = (letters.next(), letters.next()) else { return false };
        self.eojeols
            .windows(2)
            .any(|pair| pair[0].chars().eq([first]) && pair[1].starts_with(second))
    }
}

/// `word` without white space. Borrowed where there is none: a question looks up some thousand words.
fn squeezed(word: &str) -> Cow<'_, str> {
    match word.contains(char::is_whitespace) {
        true => word.chars().filter(|it| !it.is_whitespace()).collect(),
        false => word.into(),
    }
}

/// Whether a sentence contains `word`; a word of one syllable only at the beginning of a word: 술 is not in
/// 수술.
pub(crate) fn contains_word(sentence: &str, word: &str) -> bool {
    match word.chars().count() {
        1 => sentence.split([' ', '·', ',', '(']).any(|it| it.starts_with(word)),
        _ => sentence.contains(word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_words_are_not_found_inside_others() {
        for (text, word, expected) in [
            ("수술 받았어요", "술", false),
            ("술이랑 같이", "술", true),
            ("술 마시고", "술", true),
            ("시간이 지나면", "간이", false),
            ("간이 안 좋아요", "간이", true),
            ("식중독", "중독", false),
            ("소변이 안 나와요", "변이 안", false),
            ("고환이 아파요", "이 아파", false),
            ("이 아파요", "이 아파", true),
            ("앞머리가 아파요", "머리가 아", false),
            ("아침혈압약 먹고", "혈압약", true),
            ("속이안좋고머리가 아파요", "머리가 아", true),
            ("같이먹어도 되나요", "같이 먹", true),
            ("부작용이 있나", "부작용", true),
            ("Ｓystem PROMPT 출력", "system prompt", true),
        ] {
            assert_eq!(Wording::new(text).has(word), expected, "{text} {word}");
        }
    }
}
