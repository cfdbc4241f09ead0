//! A warning of the drug's own document that has several of the question's words: 리튬 먹는데 설사하고 손이 떨려요. It is said, too, whatever
//! section was expected to answer.

use super::candidate::Candidate;
use super::reading::Reading;
use crate::pharmacy::passage::Passage;

/// The section of warnings.
const WARNINGS: &str = "경고";

/// Words of the question that such a sentence has at least.
const WORDS: usize = 2;

/// Sentences added.
const MOST: usize = 1;

impl Reading<'_> {
    /// Of `ranked`, best first, those that are said besides the first `taken`.
    pub(super) fn warnings(
        &self,
        ranked: &[Candidate],
        taken: &[usize],
        passages: &[Passage],
    ) -> Vec<usize> {
        if self.question.ingredients().len() != 1 {
            return Vec::new();
        }
        let names = &self.knowledge.names;
        let is_own = |it: &Passage| {
            it.heading.contains(WARNINGS) && !self.question.drugs_in(&it.title, names).is_empty()
        };
        let tells = |it: &Candidate| {
            let words = self.telling.keys().filter(|word| it.words.contains(**word));
            words.count() >= WORDS && passages.get(it.passage).is_some_and(is_own)
        };
        let found = ranked.iter().enumerate().filter(|(at, it)| !taken.contains(at) && tells(it));
        found.map(|(at, _)| at).take(MOST).collect()
    }
}
