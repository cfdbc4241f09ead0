//! Finds classes of drugs that are spelt by ear or with one wrong letter: 항셍제, 강기약.

use super::distance;
use super::sound::{may_follow, sound};

/// Fewest syllables of a class that is looked for; shorter ones are too similar to each other.
const SHORTEST: usize = 3;

/// Words that resemble a class and are none: 임산부 금기약.
const NO_CLASS: [&str; 2] = ["금기약", "금지약"];

/// Last syllables of words for classes.
const ENDS: [char; 2] = ['약', '제'];

/// The words for classes, each with the jamo of its sound.
#[derive(Debug)]
pub(crate) struct ClassWords {
    words: Vec<(String, Vec<char>)>,
}

impl ClassWords {
    /// Keeps those of `words` that name a class: Hangul, at least `SHORTEST` syllables, ending in 약 or 제.
    pub(crate) fn of<'w>(words: impl Iterator<Item = &'w String>) -> Self {
        let named = |word: &&String| {
            word.ends_with(ENDS)
                && word.chars().count() >= SHORTEST
                && word.chars().all(|letter| ('가'..='힣').contains(&letter))
        };
        let mut words: Vec<(String, Vec<char>)> =
            words.filter(named).map(|it| (it.clone(), sound(it).chars().collect())).collect();
        words.sort();
        words.dedup();
        Self { words }
    }

    /// The classes that `text` names misspelt.
    pub(crate) fn misspelt(&self, text: &str) -> Vec<&str> {
        text.split_whitespace().filter_map(|it| self.nearest(it)).collect()
    }

    /// The class that an eojeol begins with but for one letter; `None` if it contains a class spelt
    /// correctly.
    fn nearest(&self, eojeol: &str) -> Option<&str> {
        let is_word = self.words.iter().any(|(it, _)| eojeol.contains(it.as_str()));
        if is_word || NO_CLASS.iter().any(|it| eojeol.starts_with(it)) {
            return None;
        }
        let syllables: Vec<char> = eojeol.chars().collect();
        (SHORTEST..=syllables.len()).rev().find_map(|length| {
            let (beginning, rest) = syllables.split_at_checked(length)?;
            let heard: Vec<char> = sound(&beginning.iter().collect::<String>()).chars().collect();
            let near = |(_, letters): &&(String, Vec<char>)| {
                let end = letters.len().saturating_sub(2);
                heard.len() == letters.len()
                    && heard.get(end..) == letters.get(end..)
                    && distance(&heard, letters, 1) <= 1
            };
            let (word, _) = self.words.iter().filter(|_| may_follow(rest.first())).find(near)?;
            Some(word.as_str())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_is_found_but_for_one_letter() {
        let words = ["항생제", "감기약", "혈압약", "지사제"].map(str::to_owned);
        let classes = ClassWords::of(words.iter());
        for (text, expected) in [
            ("항셍재 언제까지 먹어요", vec!["항생제"]),
            ("강기약이랑 혈앞약", vec!["감기약", "혈압약"]),
            ("항생제 먹는데", vec![]),
            ("임산부 금기약", vec![]),
            ("안전제일 주의", vec![]),
            ("오늘 저녁 메뉴", vec![]),
        ] {
            assert_eq!(classes.misspelt(text), expected, "{text}");
        }
    }
}
