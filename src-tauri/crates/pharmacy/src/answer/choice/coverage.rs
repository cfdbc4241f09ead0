//! Adds sentences with words of the question that the chosen ones leave out (눕 of 알렌드론산 먹고 바로 누워도 되나요,
//! 운전 of 졸피뎀 먹고 운전), whatever section was expected to answer. Of those that add nothing new the best-scored
//! ones were chosen before; here, as in summarisation by coverage (Lin & Bilmes, 2011), a sentence gains
//! what it has of the words that are not covered yet.

use std::collections::BTreeSet;

use super::candidate::Candidate;
use super::criteria::Criteria;
use super::penalties::is_formula;
use super::score::OVERVIEW;
use crate::passage::Passage;

/// Most sentences that are added.
const MAX_ADDED: usize = 2;

/// Least weight of a word that is worth a sentence; one that three of thirty sentences have weighs 1.07.
const MIN_WEIGHT: f32 = 1.0;

impl Criteria<'_> {
    /// Indices into `ranked` of sentences of the drug's own document that cover words of the question which
    /// those in `taken` lack, the best first. Empty unless the question names one drug.
    pub(super) fn uncovered(
        &self,
        ranked: &[Candidate],
        taken: &[usize],
        passages: &[Passage],
    ) -> Vec<usize> {
        if self.question.ingredients().len() != 1 {
            return Vec::new();
        }
        let is_own = |it: &Passage| !it.heading.contains(OVERVIEW) && self.is_of_named_drug(it);
        let rare = self.word_weights.iter().filter(|it| *it.1 >= MIN_WEIGHT);
        let mut open: BTreeSet<&str> = rare.map(|it| *it.0).collect();
        let mut added: Vec<usize> = Vec::new();
        for at in taken {
            open.retain(|word| !ranked[*at].words.contains(*word));
        }
        while added.len() < MAX_ADDED {
            let gain = |it: &Candidate| -> f32 {
                let words = open.iter().filter(|word| it.words.contains(**word));
                words.filter_map(|word| self.word_weights.get(word)).sum()
            };
            let free = ranked.iter().enumerate().filter(|(at, candidate)| {
                !taken.contains(at)
                    && !added.contains(at)
                    && !is_formula(&candidate.sentence)
                    && !self.is_contrary(&candidate.sentence)
                    && is_own(&passages[candidate.passage])
            });
            // Of equal gains the first in `ranked` is taken, which scores best.
            let gains = free.map(|(at, it)| (at, gain(it)));
            let best = gains.fold(None, |best: Option<(usize, f32)>, (at, gain)| {
                if best.is_none_or(|it| gain > it.1) { Some((at, gain)) } else { best }
            });
            let Some((at, _)) = best.filter(|it| it.1 > 0.0) else { break };
            open.retain(|word| !ranked[at].words.contains(*word));
            added.push(at);
        }
        added
    }
}
