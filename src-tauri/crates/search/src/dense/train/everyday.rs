//! Questions put as people put them: everyday words for those of the law (`everyday.txt`), and what a question is asked
//! with (`asking.txt`).

use std::collections::HashMap;
use std::sync::LazyLock;

use super::material::Phrase;
use super::random::Random;
use crate::SearchError;
use crate::dense::lexicon::{Bag, merge};

/// The lines of the two files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Phrases {
    /// Words of the law, and what people say for them.
    pub(super) everyday: Vec<(String, Vec<String>)>,
    pub(super) asking: Vec<String>,
}

impl Phrases {
    /// Those that come with the program.
    pub(super) fn shipped() -> &'static Self {
        #[expect(clippy::expect_used, reason = "built in; a test reads them")]
        static SHIPPED: LazyLock<Phrases> = LazyLock::new(|| {
            Phrases::parse(include_str!("everyday.txt"), include_str!("asking.txt"))
                .expect("the built-in phrases are in order")
        });
        &SHIPPED
    }

    fn parse(everyday: &str, asking: &str) -> Result<Self, SearchError> {
        let mut phrases = Self::default();
        let mut at = 0;
        for line in everyday.split_inclusive('\n') {
            let failed =
                |reason: &str| SearchError::data("everyday.txt", everyday, at, reason.to_owned());
            let text = line.trim();
            if !text.is_empty() && !text.starts_with('#') {
                let (law, said) = text
                    .split_once(':')
                    .ok_or_else(|| failed("write <words of the law>: <everyday words>, …"))?;
                let said: Vec<String> = said.split(',').map(|it| it.trim().to_owned()).collect();
                if law.trim().is_empty() || said.iter().any(String::is_empty) {
                    return Err(failed("words are missing beside a colon or a comma"));
                }
                phrases.everyday.push((law.trim().to_owned(), said));
            }
            at += line.len();
        }
        let lines = asking.lines().map(str::trim);
        phrases.asking =
            lines.filter(|it| !it.is_empty() && !it.starts_with('#')).map(str::to_owned).collect();
        Ok(phrases)
    }
}

/// The phrases as tokens.
#[derive(Debug, Clone, Default)]
pub(super) struct Sayings {
    pub(super) everyday: Vec<(Phrase, Vec<Phrase>)>,
    pub(super) asking: Vec<Phrase>,
}

/// The phrases as rows.
#[derive(Debug, Default)]
pub(super) struct Manner {
    /// By the row of their first word.
    everyday: HashMap<u32, Vec<Saying>>,
    asking: Vec<Bag>,
}

#[derive(Debug)]
struct Saying {
    /// Words, and then their bigrams.
    law: Vec<u32>,
    words: usize,
    said: Vec<Bag>,
}

impl Manner {
    /// `rows` gives the raw counts of a text's rows, `row` the one of a known token.
    pub(super) fn new(
        sayings: &Sayings,
        rows: &dyn Fn(&[u32]) -> Bag,
        row: &dyn Fn(u32) -> Option<u32>,
    ) -> Self {
        let bag = |it: &Phrase| rows(&[&it.words[..], &it.bigrams].concat());
        let known = |tokens: &[u32]| tokens.iter().filter_map(|&it| row(it)).collect::<Vec<_>>();
        let mut manner =
            Self { asking: sayings.asking.iter().map(bag).collect(), ..Self::default() };
        for (law, said) in &sayings.everyday {
            let mut all = known(&law.words);
            let words = all.len();
            let Some(&first) = all.first() else { continue };
            all.extend(known(&law.bigrams));
            let said = said.iter().map(bag).filter(|it| !it.is_empty()).collect::<Vec<_>>();
            if words == law.words.len() && !said.is_empty() {
                manner.everyday.entry(first).or_default().push(Saying { law: all, words, said });
            }
        }
        manner
    }

    /// The question in other words: each that people say otherwise is replaced with probability `replaced`, and with
    /// probability `asked` something is added that questions are asked with.
    pub(super) fn put(
        &self,
        question: &Bag,
        replaced: f32,
        asked: f32,
        random: &mut Random,
    ) -> Bag {
        let mut bag = question.clone();
        for (row, _) in question {
            for saying in self.everyday.get(row).into_iter().flatten() {
                if random.unit() < replaced && saying.is_in(&bag) {
                    bag.retain(|(row, _)| !saying.law.contains(row));
                    bag.extend_from_slice(&saying.said[random.below(saying.said.len())]);
                    bag.sort_unstable_by_key(|it| it.0);
                }
            }
        }
        if !self.asking.is_empty() && random.unit() < asked {
            bag.extend_from_slice(&self.asking[random.below(self.asking.len())]);
        }
        merge(&mut bag);
        bag
    }

    /// For each row what it stands for: the law's rows and those of what is said for them.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (&[u32], &Bag)> {
        let sayings = self.everyday.values().flatten();
        sayings.flat_map(|it| it.said.iter().map(|said| (&it.law[..it.words], said)))
    }
}

impl Saying {
    fn is_in(&self, bag: &Bag) -> bool {
        self.law[..self.words].iter().all(|row| bag.iter().any(|it| it.0 == *row))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    #[test]
    fn the_shipped_phrases_are_in_order() {
        let shipped = Phrases::shipped();
        assert!(shipped.everyday.len() > 300 && shipped.asking.len() > 50);
        let mut laws: Vec<&str> = shipped.everyday.iter().map(|it| it.0.as_str()).collect();
        let all = laws.len();
        laws.sort_unstable();
        laws.dedup();
        assert_eq!(laws.len(), all, "each once");
    }

    #[test]
    fn a_mistake_names_its_line() {
        let check = |text: &str, line: usize| {
            let message = Phrases::parse(text, "").unwrap_err().to_string();
            assert!(message.starts_with(&format!("everyday.txt line {line}: ")), "{message}");
        };
        check("파기: 지우다\n매매", 2);
        check("# 없음\n\n파기: 지우다,\n", 3);
        check(": 지우다", 1);
        let parsed = Phrases::parse("파기: 지우다, 없애다\n", "# 말\n되나요?\n").unwrap();
        assert_eq!(parsed.everyday, [("파기".to_owned(), vec!["지우다".into(), "없애다".into()])]);
        assert_eq!(parsed.asking, ["되나요?"]);
    }

    /// Words 1 2 of the law with bigram 3 are said as 8; 9 is what is asked with.
    fn manner() -> Manner {
        let phrase = |words: &[u32], bigrams: &[u32]| Phrase {
            words: words.into(),
            bigrams: bigrams.into(),
        };
        let sayings = Sayings {
            everyday: vec![(phrase(&[1, 2], &[3]), vec![phrase(&[8], &[])])],
            asking: vec![phrase(&[9], &[])],
        };
        let rows = |tokens: &[u32]| tokens.iter().map(|&row| (row, 1.0)).collect();
        Manner::new(&sayings, &rows, &|token| Some(token))
    }

    fn check(question: &[u32], replaced: f32, asked: f32, expected: &[u32]) {
        let bag = question.iter().map(|&row| (row, 1.0)).collect();
        let put = manner().put(&bag, replaced, asked, &mut Random::new(1));
        assert_eq!(put.iter().map(|it| it.0).collect::<Vec<_>>(), expected, "{question:?}");
    }

    #[test]
    fn a_question_is_put_otherwise() {
        check(&[1, 2, 3, 5], 1.0, 0.0, &[5, 8]);
        check(&[1, 2, 3, 5], 1.0, 1.0, &[5, 8, 9]);
        check(&[1, 2, 3, 5], 0.0, 0.0, &[1, 2, 3, 5]);
        check(&[1, 3, 5], 1.0, 0.0, &[1, 3, 5]);
        check(&[], 1.0, 1.0, &[9]);
    }
}
