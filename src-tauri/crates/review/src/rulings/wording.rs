//! The wording that a decision judged, and its similarity to an advertisement.

use std::collections::HashSet;
use std::sync::LazyLock;

use regex::Regex;
use unicode_normalization::UnicodeNormalization;

use super::passages::Passage;

/// Number of letters of a wording: shorter words are in every text, longer passages are arguments.
const WORDING_LETTERS: std::ops::RangeInclusive<usize> = 5..=90;

/// Largest number of wordings of a decision; longer lists are quoted statutes.
const MAX_WORDINGS: usize = 80;

/// Number of common letter pairs from which on the similarity counts fully; with fewer it counts
/// proportionally less.
const SUFFICIENT_PAIRS: f64 = 6.0;

/// A wording that a decision judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wording {
    /// The words as the decision gives them.
    pub words: String,
    pairs: HashSet<(char, char)>,
}

/// Text between quotation marks.
#[expect(clippy::expect_used, reason = "a constant pattern that the tests of this file compile")]
static QUOTED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"‘([^‘’\n]{4,120})’|“([^“”\n]{4,120})”|'([^'\n]{4,120})'|"([^"\n]{4,120})""#)
        .expect("a valid pattern")
});

/// Words by which a quotation is recognised as one of the law, not of an advertisement.
const LEGAL: [&str; 8] = [
    "우려가 있는",
    "하는 행위",
    "제1항",
    "제2항",
    "내용의 광고",
    "받지 아니한",
    "의료법",
    "의료행위",
];

/// Returns the wordings that the passages of a decision are about: their quotations, and the clauses of those
/// that state facts.
pub(crate) fn wordings(passages: &[Passage], title: &str) -> Vec<Wording> {
    let mut found: Vec<Wording> = Vec::new();
    let mut add = |words: &str| {
        let words = words.trim().trim_end_matches(['.', ',']);
        let letters = words.chars().filter(|c| c.is_alphanumeric()).count();
        let legal = LEGAL.iter().any(|legal| words.contains(legal)) || words.ends_with("광고");
        let known = found.iter().any(|it| it.words == words);
        if WORDING_LETTERS.contains(&letters) && !legal && !known && found.len() < MAX_WORDINGS {
            found.push(Wording { words: words.to_owned(), pairs: pairs(words) });
        }
    };
    add(title.trim_end_matches("라는 문구").trim_end_matches('이'));
    for passage in passages {
        for quoted in QUOTED.captures_iter(&passage.text) {
            let words = (1..=4).find_map(|at| quoted.get(at));
            words.into_iter().for_each(|words| add(words.as_str()));
        }
        if passage.states_facts() {
            passage.text.split([',', ';', '\n']).for_each(&mut add);
        }
    }
    found
}

/// Words of an advertisement, prepared for comparison with any number of wordings.
#[derive(Debug)]
pub struct ComparedText {
    claim: HashSet<(char, char)>,
    words: HashSet<(char, char)>,
}

impl ComparedText {
    /// Prepares the trigger `words` and the `claim` they stand in.
    pub fn new(claim: &str, words: &str) -> Self {
        Self { claim: pairs(claim), words: pairs(words) }
    }

    /// Returns the similarity to a wording, `0.0..=1.0`: the share of common letter pairs in the shorter one
    /// of claim and wording, at most the share of the trigger's pairs that the wording has, and
    /// proportionally less below [`SUFFICIENT_PAIRS`] common pairs.
    pub fn similarity(&self, wording: &Wording) -> f64 {
        let least = self.claim.len().min(wording.pairs.len());
        if least == 0 || self.words.is_empty() {
            return 0.0;
        }
        let covered = self.words.intersection(&wording.pairs).count() as f64;
        if covered == 0.0 {
            return 0.0;
        }
        let shared = self.claim.intersection(&wording.pairs).count() as f64;
        let overlap = (shared / least as f64).min(covered / self.words.len() as f64);
        let value = overlap * (shared / SUFFICIENT_PAIRS).min(1.0);
        (value * 10_000.0).round() / 10_000.0
    }
}

fn pairs(text: &str) -> HashSet<(char, char)> {
    let letters: Vec<char> =
        text.nfc().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    letters.iter().copied().zip(letters.iter().copied().skip(1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn similarity(claim: &str, objected: &str, words: &str) -> f64 {
        let wording = Wording { words: words.to_owned(), pairs: pairs(words) };
        ComparedText::new(claim, objected).similarity(&wording)
    }

    #[test]
    fn the_same_words_are_near_and_other_words_are_not() {
        let judged = "레이저를 이용하여 치아나 잇몸을 절삭, 절개하여 통증과 출혈이 거의 없습니다";
        let check = |claim: &str, objected: &str, range: std::ops::RangeInclusive<f64>| {
            let value = similarity(claim, objected, judged);
            assert!(range.contains(&value), "{claim}: {value}");
        };
        check("통증과 출혈이 거의 없습니다", "통증과 출혈이 거의 없", 0.9..=1.0);
        check(
            "레이저 임플란트는 통증과 출혈이 거의 없습니다.",
            "통증과 출혈이 거의 없",
            0.55..=1.0,
        );
        check("부작용이 전혀 없는 시술", "부작용이 전혀 없", 0.0..=0.3);
        // The trigger is not what was judged, though the rest of the claim is.
        check("통증과 출혈이 거의 없습니다. 국내 최초!", "국내 최초", 0.0..=0.1);
        // One common word is chance.
        assert!(similarity("최신 장비 도입", "최신", "가장 최신의 5세대 지방흡입") < 0.45);
    }

    #[test]
    fn quotations_and_facts_are_the_wording_judged() {
        let passage = |key: &str, text: &str| Passage { key: key.into(), text: text.into() };
        let found = wordings(
            &[
                passage(
                    "판시사항[2]",
                    "‘국내 최초’, ‘국내 최상품’ 등의 문구를 쓴 것이 ‘소비자를 현혹할 우려가 있는 내용의 광고’인지",
                ),
                passage(
                    "사안",
                    "홈페이지에 레이저 임플란트는 통증이 거의 없다고 적어, 자격정지를 받았다.",
                ),
            ],
            "통증이 거의 없다는 광고",
        );
        let words: Vec<&str> = found.iter().map(|it| it.words.as_str()).collect();
        assert!(words.contains(&"국내 최상품"), "{words:?}");
        assert!(words.iter().any(|it| it.contains("통증이 거의 없다고 적어")), "{words:?}");
        assert!(!words.iter().any(|it| it.contains("현혹할")), "{words:?}");
    }
}
