//! 유사 문구: a small linear model of wording, for violations that no pattern describes.
//!
//! Advertisers find other words than those of the patterns. The model was fitted by
//! `examples/train_wording.rs` on labelled advertisements and uses runs of characters and lexical classes.
//! It raises suspicions ([`super::Examination::suspicions`]), which name the words with the largest weight.

mod features;
mod thresholds;
mod weights;

use simui_domain::ViolationKind;

pub use features::{CELLS, Features, features};
pub use thresholds::Thresholds;
pub use weights::Weights;

use crate::claims::Reading;
use crate::entities::touches;
use crate::lexicon::{ClassNames, Hit};
use crate::rule_error::RuleError;

/// The stretch of text most like violations of a kind.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Likeness {
    /// The probability of the kind, `0.0..=1.0`.
    pub probability: f32,
    /// First letter of the words with the largest weight; `to` is one past their last.
    pub from: usize,
    pub to: usize,
}

impl Weights {
    /// Returns the weights that the program carries.
    ///
    /// # Errors
    /// [`RuleError::Value`] when they are damaged; a test ensures that they are not.
    pub fn builtin() -> Result<Self, RuleError> {
        Self::from_bytes(include_bytes!("../../../rules/wording.bin")).ok_or_else(|| {
            let expected = "weights written by examples/train_wording.rs";
            RuleError::value("wording.bin", "", 0, expected, "another file")
        })
    }

    /// Returns the window most like violations of `kind` among those that `wanted` accepts; `None` when there
    /// is none, or it has only figures and names.
    pub(super) fn likeliest(
        &self,
        kind: ViolationKind,
        reading: &Reading<'_>,
        windows: &[Window],
        names: &ClassNames,
        wanted: &dyn Fn(usize, usize) -> bool,
    ) -> Option<Likeness> {
        let (window, probability) = windows
            .iter()
            .filter(|window| wanted(window.from, window.to))
            .map(|window| (window, self.probability(kind, &window.features)))
            .max_by(|a, b| a.1.total_cmp(&b.1))?;
        let (from, to) = self.largest_weight_words(kind, reading, window.from, window.to, names)?;
        Some(Likeness { probability, from, to })
    }

    /// Returns the word with the largest weight for the kind that is no figure and no name, with up to three
    /// neighbours on each side while their weights are positive.
    fn largest_weight_words(
        &self,
        kind: ViolationKind,
        reading: &Reading<'_>,
        from: usize,
        to: usize,
        names: &ClassNames,
    ) -> Option<(usize, usize)> {
        let letters = &reading.normal.letters;
        let starts: Vec<usize> = (from..to)
            .filter(|&at| at == from || letters[at].word != letters[at - 1].word)
            .collect();
        let word = |index: usize| (starts[index], starts.get(index + 1).copied().unwrap_or(to));
        let weights: Vec<f32> = (0..starts.len())
            .map(|index| {
                let (start, end) = word(index);
                if has_figure(reading, start, end) || touches(&reading.entities, start, end) {
                    return f32::NEG_INFINITY;
                }
                self.weight(kind, &features(reading, start, end, &[], names))
            })
            .collect();
        let best = (0..weights.len()).max_by(|&a, &b| weights[a].total_cmp(&weights[b]))?;
        if weights[best].is_infinite() {
            return None;
        }
        let is_positive = |index: usize| weights[index] > 0.0;
        let first =
            (0..best).rev().take_while(|&it| is_positive(it)).take(3).last().unwrap_or(best);
        let last = (best + 1..weights.len()).take_while(|&it| is_positive(it)).take(3).last();
        Some((word(first).0, word(last.unwrap_or(best)).1))
    }
}

/// Whether a word is a figure or an arrow between two: no suspicion is shown at one.
fn has_figure(reading: &Reading<'_>, start: usize, end: usize) -> bool {
    reading.normal.letters[start..end].iter().any(|it| it.ch.is_ascii_digit() || it.ch == '→')
}

/// Letters that the model reads together: a sentence, or two short ones.
#[derive(Debug, Clone)]
pub struct Window {
    /// First letter.
    pub from: usize,
    /// One past the last.
    pub to: usize,
    /// The features of these letters.
    pub features: Features,
}

/// Largest length of two neighbouring sentences that are read together, in letters.
const MAX_PAIR_LETTERS: usize = 80;
/// Smallest number of syllables of a window; shorter ones are not compared.
const MIN_SYLLABLES: usize = 6;
/// Largest number of sentences read, more than any advertisement for people has.
const MAX_SENTENCES: usize = 10_000;

/// Returns every sentence, and every two neighbouring short ones. Where there are more than
/// [`MAX_SENTENCES`], the reading is marked as cut.
pub(super) fn windows(reading: &Reading<'_>, names: &ClassNames) -> Vec<Window> {
    let sentences = &reading.sentences[..reading.sentences.len().min(MAX_SENTENCES)];
    if sentences.len() < reading.sentences.len() {
        reading.budget.cut();
    }
    let window = |from: usize, to: usize, hits: &[Hit]| Window {
        from,
        to,
        features: features(reading, from, to, hits, names),
    };
    let single = sentences.iter().map(|it| window(it.from, it.to, reading.hits_in(it)));
    let pairs = sentences
        .windows(2)
        .filter(|pair| pair[1].to - pair[0].from <= MAX_PAIR_LETTERS)
        .map(|pair| {
            let hits = &reading.hits[pair[0].hits.start..pair[1].hits.end];
            window(pair[0].from, pair[1].to, hits)
        });
    single.chain(pairs).filter(|it| has_enough_syllables(reading, it)).collect()
}

fn has_enough_syllables(reading: &Reading<'_>, window: &Window) -> bool {
    let letters = &reading.normal.letters[window.from..window.to];
    let mut syllables = letters.iter().filter(|it| ('가'..='힣').contains(&it.ch));
    syllables.nth(MIN_SYLLABLES - 1).is_some()
}

#[cfg(test)]
mod tests {
    use super::Weights;

    #[test]
    fn the_builtin_weights_load() {
        assert!(Weights::builtin().is_ok());
    }
}
