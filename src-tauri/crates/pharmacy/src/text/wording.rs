//! Finding listed words in what somebody typed.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

/// Particles and endings that may follow a word of one syllable.
const PARTICLES: [&str; 31] = [
    "",
    "이",
    "가",
    "을",
    "를",
    "은",
    "는",
    "도",
    "만",
    "에",
    "과",
    "와",
    "랑",
    "이랑",
    "하고",
    "의",
    "로",
    "으로",
    "한테",
    "에게",
    "까지",
    "부터",
    "나",
    "이나",
    "먹고",
    "마시고",
    "마셔도",
    "먹어도",
    "이에요",
    "인데",
    "이라",
];

/// A text made ready for looking words up: white space does not matter, and a short word is not found inside another.
#[derive(Debug, Clone)]
pub struct Wording {
    squeezed: String,
    eojeols: Vec<String>,
    /// The letters of `squeezed`, sorted: nearly every listed word begins with one that does not stand there at all.
    letters: Vec<char>,
}

impl Wording {
    /// `text` in NFKC and lower case.
    pub fn new(text: &str) -> Self {
        let folded: String = text.nfkc().flat_map(char::to_lowercase).collect();
        let eojeol = |it: &str| it.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
        let squeezed: String = folded.chars().filter(|it| !it.is_whitespace()).collect();
        let mut letters: Vec<char> = squeezed.chars().collect();
        letters.sort_unstable();
        letters.dedup();
        Self {
            squeezed,
            letters,
            eojeols: folded.split_whitespace().map(eojeol).filter(|it| !it.is_empty()).collect(),
        }
    }

    /// Whether `word` is said: one syllable as a word of its own, two at the beginning of one, more anywhere.
    pub fn has(&self, word: &str) -> bool {
        let word = squeezed(word);
        if !self.may_have(&word) {
            return false;
        }
        match word.chars().count() {
            0 => false,
            1 => self
                .eojeols
                .iter()
                .any(|it| it.strip_prefix(&*word).is_some_and(|rest| PARTICLES.contains(&rest))),
            2 => self.eojeols.iter().any(|it| it.starts_with(&*word)) || self.across(&word),
            _ => self.squeezed.contains(&*word),
        }
    }

    /// Whether `word` is said at the beginning of a word.
    pub fn begins(&self, word: &str) -> bool {
        match word.contains(' ') {
            true => self.has(word),
            false => self.eojeols.iter().any(|it| it.starts_with(word)),
        }
    }

    /// Any of them.
    pub fn has_any(&self, words: &[String]) -> bool {
        words.iter().any(|word| self.has(word))
    }

    /// One of every group. The first group says what it is about; the others only have to stand somewhere, as stems do in what
    /// is made of them (`봤` in `봤어요`).
    pub fn has_all(&self, groups: &[Vec<String>]) -> bool {
        let stands = |word: &String| {
            let word = squeezed(word);
            word.is_empty() || self.may_have(&word) && self.squeezed.contains(&*word)
        };
        groups.split_first().is_some_and(|(first, others)| {
            self.has_any(first) && others.iter().all(|group| group.iter().any(stands))
        })
    }

    fn may_have(&self, word: &str) -> bool {
        word.chars().next().is_some_and(|it| self.letters.binary_search(&it).is_ok())
    }

    /// A word of two syllables that somebody wrote apart: `부 작용`.
    fn across(&self, word: &str) -> bool {
        let mut letters = word.chars();
        let (Some(first), Some(second)) = (letters.next(), letters.next()) else { return false };
        self.eojeols
            .windows(2)
            .any(|pair| pair[0].chars().eq([first]) && pair[1].starts_with(second))
    }
}

/// Without white space; most listed words have none, and are looked up some thousand times a question.
fn squeezed(word: &str) -> Cow<'_, str> {
    match word.contains(char::is_whitespace) {
        true => word.chars().filter(|it| !it.is_whitespace()).collect(),
        false => word.into(),
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
            ("같이먹어도 되나요", "같이 먹", true),
            ("부작용이 있나", "부작용", true),
            ("Ｓystem PROMPT 출력", "system prompt", true),
        ] {
            assert_eq!(Wording::new(text).has(word), expected, "{text} {word}");
        }
    }
}
