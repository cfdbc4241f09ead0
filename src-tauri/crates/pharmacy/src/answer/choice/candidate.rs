//! Splits passages into candidates: sentences that an answer may use.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;
use simui_domain::Span;
use simui_search::analysis::Analyser;

use crate::dur::{CHILD_MONTHS, ELDERLY_MONTHS};
use crate::passage::Passage;
use crate::query::question::Question;
use crate::text::sentence::sentences;
use crate::text::stems::words;

/// Fewest characters of a candidate; anything shorter is a heading or a cell of a table.
const SHORTEST: usize = 6;

/// Months before the age of the old in which sentences on them may concern somebody.
const ALMOST_OLD: u32 = 5 * 12;

/// A sentence that an answer may use.
pub(super) struct Candidate {
    /// Index of its passage.
    pub(super) passage: usize,
    /// Its place in the text of the passage, in Unicode scalars.
    pub(super) span: Span,
    /// The sentence as the passage has it.
    pub(super) sentence: String,
    /// Lemmas of its content words.
    pub(super) words: BTreeSet<String>,
    /// How well it answers the question; 0 until it is scored. Higher is better.
    pub(super) score: f32,
}

/// The candidates of the passage at index `at`, without sentences that describe the digest itself.
pub(super) fn candidates(at: usize, passage: &Passage, analyser: &Analyser) -> Vec<Candidate> {
    let with_text = |span: Span| Some((span, span.slice(&passage.text)?));
    sentences(&passage.text)
        .into_iter()
        .filter_map(with_text)
        .filter(|(_, it)| !describes_the_digest(it) && it.chars().count() >= SHORTEST)
        .map(|(span, text)| {
            let (sentence, words) = (text.to_owned(), words(text, analyser));
            Candidate { passage: at, span, sentence, words, score: 0.0 }
        })
        .collect()
}

/// Whether a sentence is about old people only, and the question about somebody who is known to be younger.
pub(super) fn is_of_the_old(sentence: &str, question: &Question) -> bool {
    let begins = ["고령자", "노인"].iter().any(|it| sentence.starts_with(it));
    let is_younger = |months: u32| months + ALMOST_OLD < ELDERLY_MONTHS;
    let is_of_child = question.asks("children");
    let is_young = is_of_child || question.person.age_months.is_some_and(is_younger);
    begins && is_young && !question.asks("elderly")
}

/// Whether a sentence is about children only, and the question about somebody who is known to be none.
pub(super) fn is_of_children(sentence: &str, question: &Question) -> bool {
    let begins = ["소아", "영아", "유아", "어린이"].iter().any(|it| sentence.starts_with(it));
    // 3개월 미만 아기에게 …: the age stands first.
    let limited = |months: u32| {
        sentence.starts_with(|it: char| it.is_ascii_digit()) && is_for_younger(sentence, months)
    };
    let adult = question.person.age_months.filter(|it| *it >= CHILD_MONTHS);
    adult.is_some_and(|it| begins || limited(it)) && !question.asks("children")
}

/// Whether a sentence of a digest is about the digest itself.
pub(crate) fn describes_the_digest(sentence: &str) -> bool {
    sentence.contains("요지이며") || sentence.contains("심의 데스크")
}

/// Whether a sentence is about children below an age that lies at least a year under `months`: `3개월 미만 아기에게`.
pub(super) fn is_for_younger(sentence: &str, months: u32) -> bool {
    let is_older = |found: regex::Captures<'_>| {
        let limit = found[1].parse::<u32>().unwrap_or(u32::MAX);
        let limit = if &found[2] == "세" { limit.saturating_mul(12) } else { limit };
        months >= limit.saturating_add(12)
    };
    BELOW_AGE.captures(sentence).is_some_and(is_older)
}

/// An upper limit of age, in months or years.
static BELOW_AGE: LazyLock<Regex> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "a constant pattern that the tests compile")]
    Regex::new(r"(\d{1,2})\s*(개월|세) (?:미만|이하)").expect("a valid pattern")
});
