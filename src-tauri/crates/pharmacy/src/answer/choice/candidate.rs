//! The sentences that may be said.

use std::collections::BTreeSet;

use simui_domain::Span;
use simui_search::analysis::Analyser;

use crate::retrieval::passage::Passage;
use crate::text::sentence::sentences;
use crate::text::stems::words;

/// What is shorter is a heading or a word of a table.
const SHORTEST: usize = 6;

/// A sentence that may be said.
pub(super) struct Candidate {
    /// Which of the passages it is from.
    pub(super) passage: usize,
    /// Its place in the passage.
    pub(super) span: Span,
    /// Itself.
    pub(super) sentence: String,
    /// Its content words.
    pub(super) words: BTreeSet<String>,
    /// How well it answers.
    pub(super) worth: f32,
}

/// The sentences of a passage, without what a digest says of itself.
pub(super) fn candidates(at: usize, passage: &Passage, analyser: &Analyser) -> Vec<Candidate> {
    let worded = |span: Span| Some((span, span.slice(&passage.text)?));
    sentences(&passage.text)
        .into_iter()
        .filter_map(worded)
        .filter(|(_, it)| !is_of_the_document(it) && it.chars().count() >= SHORTEST)
        .map(|(span, it)| {
            let (sentence, words) = (it.to_owned(), words(it, analyser));
            Candidate { passage: at, span, sentence, words, worth: 0.0 }
        })
        .collect()
}

/// What a digest says of itself is no answer.
fn is_of_the_document(sentence: &str) -> bool {
    sentence.contains("요지이며") || sentence.contains("심의 데스크")
}
