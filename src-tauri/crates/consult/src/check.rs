//! Decides whether a turn searches again. Every turn ends with a reason.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use simui_domain::ChunkId;

use super::parts::{Part, Parts};
use super::quality::THRESHOLD;

/// Most searches after the first.
pub const MOST_ITERATIONS: u32 = 2;

/// Jaccard index of the documents of two searches from which on they count as the same search.
pub const SAME_DOCUMENTS: f64 = 0.8;

/// Least rise of the overall score between two searches that counts as progress.
pub const LEAST_PROGRESS: f64 = 0.05;

/// Why a turn ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    /// A cached answer was served.
    CacheHit,
    /// The turn needs no document.
    NoRetrieval,
    /// The question is not one for this desk.
    OutOfScope,
    /// Plain mode searches once.
    PlainMode,
    /// Scoring is switched off.
    RefineOff,
    /// The overall score reaches the threshold.
    QualityMet,
    /// The score is below the threshold, and nothing is missing that another search could find.
    NothingMissing,
    /// The most searches were made.
    MaxIterations,
    /// The last two searches found the same documents.
    DuplicateDocuments,
    /// The score did not rise enough after the last search.
    NoProgress,
}

/// What the decision depends on.
pub struct Progress<'a> {
    /// Number of searches after the first, so far.
    pub iterations: u32,
    /// The overall score of each draft, in order.
    pub scores: &'a [f64],
    /// Ids of the chunks that each search found.
    pub searches: &'a [Vec<ChunkId>],
    /// Whether something is missing that another search could find.
    pub needs_search: bool,
}

/// Returns the first reason to stop that holds, or `None` to search again.
pub fn stop(progress: &Progress<'_>, parts: &Parts) -> Option<StopReason> {
    if progress.scores.last().is_some_and(|it| *it >= THRESHOLD) {
        return Some(StopReason::QualityMet);
    }
    if progress.iterations >= MOST_ITERATIONS {
        return Some(StopReason::MaxIterations);
    }
    if !progress.needs_search {
        return Some(StopReason::NothingMissing);
    }
    if parts.has(Part::DuplicateGuard)
        && let [.., before, last] = progress.searches
        && jaccard(before, last) >= SAME_DOCUMENTS
    {
        return Some(StopReason::DuplicateDocuments);
    }
    if parts.has(Part::ProgressGuard)
        && let [.., before, last] = progress.scores
        && last - before < LEAST_PROGRESS
    {
        return Some(StopReason::NoProgress);
    }
    None
}

/// The Jaccard index of two searches; 1 if both are empty.
fn jaccard(one: &[ChunkId], other: &[ChunkId]) -> f64 {
    let one: BTreeSet<&str> = one.iter().map(ChunkId::as_str).collect();
    let other: BTreeSet<&str> = other.iter().map(ChunkId::as_str).collect();
    let all = one.union(&other).count();
    match all {
        0 => 1.0,
        all => one.intersection(&other).count() as f64 / all as f64,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn found(ids: &[u32]) -> Vec<ChunkId> {
        ids.iter().map(|it| ChunkId(format!("c{it}"))).collect()
    }

    #[test]
    fn a_turn_stops_for_the_first_reason_that_holds() {
        use StopReason::*;
        let (same, other) = (found(&[1, 2, 3, 4, 5]), found(&[1, 2, 3, 4, 6]));
        for (iterations, scores, searches, needs, without, expected) in [
            (0, vec![0.5], vec![same.clone()], true, None, Some(QualityMet)),
            (0, vec![0.49], vec![same.clone()], false, None, Some(NothingMissing)),
            (0, vec![0.49], vec![same.clone()], true, None, None),
            (
                1,
                vec![0.2, 0.4],
                vec![same.clone(), same.clone()],
                true,
                None,
                Some(DuplicateDocuments),
            ),
            (1, vec![0.2, 0.4], vec![same.clone(), other.clone()], true, None, None),
            (1, vec![0.2, 0.24], vec![same.clone(), other.clone()], true, None, Some(NoProgress)),
            (1, vec![0.2, 0.1], vec![same.clone(), other.clone()], true, None, Some(NoProgress)),
            (
                1,
                vec![0.2, 0.4],
                vec![same.clone(), same.clone()],
                true,
                Some(Part::DuplicateGuard),
                None,
            ),
            (
                1,
                vec![0.2, 0.2],
                vec![same.clone(), other.clone()],
                true,
                Some(Part::ProgressGuard),
                None,
            ),
            (2, vec![0.1, 0.2, 0.3], vec![same, other], true, None, Some(MaxIterations)),
            (1, vec![0.0, 0.1], vec![vec![], vec![]], true, None, Some(DuplicateDocuments)),
        ] {
            let progress =
                Progress { iterations, scores: &scores, searches: &searches, needs_search: needs };
            assert_eq!(
                stop(&progress, &Parts::without(without)),
                expected,
                "{iterations} {scores:?}"
            );
        }
    }

    proptest! {
        #[test]
        fn every_turn_ends(
            scores in prop::collection::vec(0.0_f64..1.0, 3..6),
            duplicates in any::<bool>(),
            progress in any::<bool>(),
        ) {
            let mut without = Vec::new();
            if duplicates { without.push(Part::DuplicateGuard); }
            if progress { without.push(Part::ProgressGuard); }
            let parts = Parts::without(without);
            let searches: Vec<Vec<ChunkId>> = (0..6).map(|it| found(&[it])).collect();
            let ends = (0..=MOST_ITERATIONS).any(|at| {
                let seen = at as usize + 1;
                stop(&Progress { iterations: at, scores: &scores[..seen], searches: &searches[..seen], needs_search: true }, &parts).is_some()
            });
            prop_assert!(ends);
        }
    }
}
