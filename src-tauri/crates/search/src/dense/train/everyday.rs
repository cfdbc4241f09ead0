//! Rephrases training questions: replaces terms of law by everyday words (`everyday.txt`) and adds phrases
//! that questions are asked with (`asking.txt`).

use std::collections::HashMap;
use std::sync::LazyLock;

use super::material::Phrase;
use super::random::Random;
use crate::SearchError;
use crate::dense::lexicon::{Bag, merge};

/// The content of the two files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Phrases {
    /// Each term of law with the everyday words for it.
    pub(super) everyday: Vec<(String, Vec<String>)>,
    pub(super) asking: Vec<String>,
}

impl Phrases {
    /// Returns the phrases that are built in.
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
                let (law, words) = text
                    .split_once(':')
                    .ok_or_else(|| failed("write <words of the law>: <everyday words>, …"))?;
                let words: Vec<String> = words.split(',').map(|it| it.trim().to_owned()).collect();
                if law.trim().is_empty() || words.iter().any(String::is_empty) {
                    return Err(failed("words are missing beside a colon or a comma"));
                }
                phrases.everyday.push((law.trim().to_owned(), words));
            }
            at += line.len();
        }
        let lines = asking.lines().map(str::trim);
        phrases.asking =
            lines.filter(|it| !it.is_empty() && !it.starts_with('#')).map(str::to_owned).collect();
        Ok(phrases)
    }
}

/// The phrases of [`Phrases`] as tokens.
#[derive(Debug, Clone, Default)]
pub(super) struct PhraseTokens {
    pub(super) everyday: Vec<(Phrase, Vec<Phrase>)>,
    pub(super) asking: Vec<Phrase>,
}

/// The phrases as rows of the table; rewrites questions.
#[derive(Debug, Default)]
pub(super) struct Rephrasing {
    /// Replacements by the row of the first word of the term of law.
    everyday: HashMap<u32, Vec<Replacement>>,
    asking: Vec<Bag>,
}

#[derive(Debug)]
struct Replacement {
    /// Rows of the term's words, then of its bigrams.
    law: Vec<u32>,
    words: usize,
    everyday: Vec<Bag>,
}

impl Rephrasing {
    /// `rows` returns the raw counts of a text's rows, `row` the row of a known token.
    pub(super) fn new(
        phrase_tokens: &PhraseTokens,
        rows: &dyn Fn(&[u32]) -> Bag,
        row: &dyn Fn(u32) -> Option<u32>,
    ) -> Self {
        let bag = |it: &Phrase| rows(&[&it.words[..], &it.bigrams].concat());
        let known = |tokens: &[u32]| tokens.iter().filter_map(|&it| row(it)).collect::<Vec<_>>();
        let mut rephrasing =
            Self { asking: phrase_tokens.asking.iter().map(bag).collect(), ..Self::default() };
        for (law, everyday) in &phrase_tokens.everyday {
            let mut all = known(&law.words);
            let words = all.len();
            let Some(&first) = all.first() else { continue };
            all.extend(known(&law.bigrams));
            let everyday = everyday.iter().map(bag).filter(|it| !it.is_empty()).collect::<Vec<_>>();
            if words == law.words.len() && !everyday.is_empty() {
                rephrasing.everyday.entry(first).or_default().push(Replacement {
                    law: all,
                    words,
                    everyday,
                });
            }
        }
        rephrasing
    }

    /// Returns the question in other words. Each term of law with an everyday phrase is replaced with
    /// probability `replaced`; with probability `asked` an asking phrase is added.
    pub(super) fn rephrase(
        &self,
        question: &Bag,
        replaced: f32,
        asked: f32,
        random: &mut Random,
    ) -> Bag {
        let mut bag = question.clone();
        for (row, _) in question {
            for replacement in self.everyday.get(row).into_iter().flatten() {
                if random.unit() < replaced && replacement.occurs_in(&bag) {
                    bag.retain(|(row, _)| !replacement.law.contains(row));
                    bag.extend_from_slice(
                        &replacement.everyday[random.below(replacement.everyday.len())],
                    );
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

    /// Iterates over the pairs of a term of law, as rows of its words, and an everyday phrase for it.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (&[u32], &Bag)> {
        let phrase_tokens = self.everyday.values().flatten();
        phrase_tokens
            .flat_map(|it| it.everyday.iter().map(|everyday| (&it.law[..it.words], everyday)))
    }
}

impl Replacement {
    fn occurs_in(&self, bag: &Bag) -> bool {
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

    /// The term of law 1 2 with bigram 3 is 8 in everyday words; 9 is an asking phrase.
    fn rephrasing() -> Rephrasing {
        let phrase = |words: &[u32], bigrams: &[u32]| Phrase {
            words: words.into(),
            bigrams: bigrams.into(),
        };
        let phrase_tokens = PhraseTokens {
            everyday: vec![(phrase(&[1, 2], &[3]), vec![phrase(&[8], &[])])],
            asking: vec![phrase(&[9], &[])],
        };
        let rows = |tokens: &[u32]| tokens.iter().map(|&row| (row, 1.0)).collect();
        Rephrasing::new(&phrase_tokens, &rows, &|token| Some(token))
    }

    fn check(question: &[u32], replaced: f32, asked: f32, expected: &[u32]) {
        let bag = question.iter().map(|&row| (row, 1.0)).collect();
        let put = rephrasing().rephrase(&bag, replaced, asked, &mut Random::new(1));
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
