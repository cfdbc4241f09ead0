//! Finds sentences of an answer that another document on the same drug contradicts: another amount for the
//! same thing, or the opposite.

use std::collections::BTreeSet;

use simui_search::analysis::Analyser;

use super::Paragraph;
use crate::knowledge::Knowledge;
use crate::passage::Passage;
use crate::text::denial::denies;
use crate::text::figures::amounts;
use crate::text::sentence::sentences;
use crate::text::stems::words;

/// Least share of a sentence's content words, numbers aside, that the other has too, and the reverse.
const SAME_MATTER: f64 = 0.7;

/// Fewest content words of a sentence that is compared.
const FEWEST_WORDS: usize = 3;

/// A sentence of an answer and what another document states instead.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Contest {
    /// The sentence of the answer.
    pub(crate) sentence: String,
    /// Index of the other passage.
    pub(crate) passage: usize,
    /// The sentence of the other passage.
    pub(crate) other: String,
}

/// The sentences that a passage of another document on the same drug contradicts.
pub(crate) fn contests(
    paragraphs: &[Paragraph],
    passages: &[Passage],
    knowledge: &Knowledge,
    analyser: &Analyser,
) -> Vec<Contest> {
    let drugs = |passage: &Passage| -> BTreeSet<String> {
        knowledge.names.find(&passage.title).into_iter().map(|it| it.ingredient).collect()
    };
    let mut found: Vec<Contest> = Vec::new();
    for paragraph in paragraphs {
        let Some(own) = passages.get(paragraph.passage) else { continue };
        let own_drugs = drugs(own);
        let others: Vec<usize> = (0..passages.len())
            .filter(|at| passages[*at].document_id != own.document_id)
            .filter(|at| !own_drugs.is_empty() && drugs(&passages[*at]) == own_drugs)
            .collect();
        for sentence in &paragraph.sentences {
            let against = others.iter().find_map(|at| {
                let other = contradiction(sentence, &passages[*at].text, analyser)?;
                Some(Contest { sentence: sentence.clone(), passage: *at, other })
            });
            // Where the answer has both sentences, the second is not told against the first again.
            let is_known = |it: &Contest| found.iter().any(|known| known.other == it.sentence);
            let new = against.filter(|it| !is_known(it));
            found.extend(new);
        }
    }
    found
}

/// The sentence of `text` that speaks of the same matter with another amount, or denies what is stated.
fn contradiction(sentence: &str, text: &str, analyser: &Analyser) -> Option<String> {
    let own = content(sentence, analyser);
    if own.len() < FEWEST_WORDS {
        return None;
    }
    let figures = amounts(sentence);
    sentences(text).into_iter().filter_map(|it| it.slice(text)).find_map(|other| {
        let words = content(other, analyser);
        let shared = own.intersection(&words).count() as f64;
        let same = shared >= SAME_MATTER * own.len().max(words.len()) as f64;
        let differs = || {
            let others = amounts(other);
            let both = !figures.is_empty() && !others.is_empty();
            (both && figures.is_disjoint(&others)) || denies(sentence) != denies(other)
        };
        (same && differs()).then(|| other.to_owned())
    })
}

/// The content words of a sentence without numbers.
fn content(sentence: &str, analyser: &Analyser) -> BTreeSet<String> {
    let is_word = |it: &String| !it.chars().any(|letter| letter.is_numeric());
    words(sentence, analyser).into_iter().filter(is_word).collect()
}
