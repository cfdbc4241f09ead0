//! 유사 문구: a small linear model of wording, for what no pattern foresaw.
//!
//! Patterns say what they look for; advertisers find other words. The model was fitted
//! (`examples/train_wording.rs`) on labelled advertisements and looks at runs of characters and lexical classes.
//! Rules with `procedure = "resembles"` ask it. They speak only where no other rule of their kind spoke or was
//! silenced by an exception, and name the words that weighed most.

mod features;
mod weights;

use simui_domain::ViolationKind;

pub use features::{CELLS, Features, features};
pub use weights::Weights;

use super::error::RuleError;
use crate::claims::Reading;
use crate::rules::{ClassNames, Hit};

/// A sentence that reads like violations of a kind.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Likeness {
    /// Of the kind, by the model.
    pub probability: f32,
    /// Letters of the words that weighed most.
    pub from: usize,
    pub to: usize,
}

impl Weights {
    /// The weights that the program carries.
    ///
    /// # Errors
    /// [`RuleError::Value`] when they are damaged; a test keeps it from ever happening.
    pub fn builtin() -> Result<Self, RuleError> {
        Self::from_bytes(include_bytes!("../../../rules/wording.bin")).ok_or_else(|| {
            let expected = "weights written by examples/train_wording.rs";
            RuleError::value("wording.bin", "", 0, expected, "another file")
        })
    }

    /// The window most like violations of `kind` among those that `wanted` lets through.
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
        let (from, to) = self.weightiest(kind, reading, window.from, window.to, names);
        Some(Likeness { probability, from, to })
    }

    /// The word that speaks most for the kind, with its neighbours as long as they speak for it too.
    fn weightiest(
        &self,
        kind: ViolationKind,
        reading: &Reading<'_>,
        from: usize,
        to: usize,
        names: &ClassNames,
    ) -> (usize, usize) {
        let letters = &reading.normal.letters;
        let starts: Vec<usize> = (from..to)
            .filter(|&at| at == from || letters[at].word != letters[at - 1].word)
            .collect();
        let word = |index: usize| (starts[index], starts.get(index + 1).copied().unwrap_or(to));
        let weights: Vec<f32> = (0..starts.len())
            .map(|index| {
                let (start, end) = word(index);
                self.weight(kind, &features(reading, start, end, &[], names))
            })
            .collect();
        let Some(best) = (0..weights.len()).max_by(|&a, &b| weights[a].total_cmp(&weights[b]))
        else {
            return (from, to);
        };
        let speaks = |index: usize| weights[index] > 0.0;
        let first = (0..best).rev().take_while(|&it| speaks(it)).take(3).last().unwrap_or(best);
        let last = (best + 1..weights.len()).take_while(|&it| speaks(it)).take(3).last();
        (word(first).0, word(last.unwrap_or(best)).1)
    }
}

/// Letters that are looked at together: a sentence, or two short ones.
#[derive(Debug, Clone)]
pub struct Window {
    /// First letter.
    pub from: usize,
    /// One past the last.
    pub to: usize,
    /// What the model sees of them.
    pub features: Features,
}

/// Two sentences are looked at together when they are not longer than this, in letters.
const PAIR: usize = 80;
/// Windows with fewer syllables than this say too little to be like anything.
const FEWEST_SYLLABLES: usize = 6;
/// A megabyte of sentences is nothing that anybody reads.
const MOST: usize = 10_000;

/// Every sentence, and every two neighbouring short ones. Where there are more than [`MOST`], the reading is marked as cut.
pub(super) fn windows(reading: &Reading<'_>, names: &ClassNames) -> Vec<Window> {
    let sentences = &reading.sentences[..reading.sentences.len().min(MOST)];
    if sentences.len() < reading.sentences.len() {
        reading.budget.cut();
    }
    let window = |from: usize, to: usize, hits: &[Hit]| Window {
        from,
        to,
        features: features(reading, from, to, hits, names),
    };
    let single = sentences.iter().map(|it| window(it.from, it.to, reading.hits_in(it)));
    let pairs = sentences.windows(2).filter(|pair| pair[1].to - pair[0].from <= PAIR).map(|pair| {
        let hits = &reading.hits[pair[0].hits.start..pair[1].hits.end];
        window(pair[0].from, pair[1].to, hits)
    });
    single.chain(pairs).filter(|it| says_enough(reading, it)).collect()
}

fn says_enough(reading: &Reading<'_>, window: &Window) -> bool {
    let letters = &reading.normal.letters[window.from..window.to];
    let mut syllables = letters.iter().filter(|it| ('가'..='힣').contains(&it.ch));
    syllables.nth(FEWEST_SYLLABLES - 1).is_some()
}

#[cfg(test)]
mod tests {
    use super::Weights;

    #[test]
    fn the_builtin_weights_load() {
        assert!(Weights::builtin().is_ok());
    }
}
