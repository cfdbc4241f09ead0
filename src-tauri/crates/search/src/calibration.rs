//! Finds the score from which a reranker's hits count as relevant.

use serde::Serialize;

/// A scored hit whose relevance is known.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Judged {
    /// The reranker's score.
    pub score: f32,
    /// Whether the hit answers its query.
    pub relevant: bool,
}

/// A threshold score with its quality on the judged hits.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Threshold {
    /// Least score of an accepted hit.
    pub score: f32,
    /// Share of the accepted hits that are relevant, 0 to 1.
    pub precision: f64,
    /// Share of the relevant hits that are accepted, 0 to 1.
    pub recall: f64,
    /// Youden's J: recall minus the share of the irrelevant hits that are accepted. 1 separates perfectly, 0
    /// is chance.
    pub youden_j: f64,
}

/// Returns the threshold with the highest J (Youden, 1950), which also has the highest balanced accuracy, (J
/// + 1) / 2.
///
/// Of equal thresholds the lowest is returned, which accepts most. It lies midway between two neighbouring
/// scores. `None` where all hits are relevant, or none is.
pub fn threshold(hits: &[Judged]) -> Option<Threshold> {
    let mut falling = hits.to_vec();
    falling.sort_by(|a, b| b.score.total_cmp(&a.score));
    let right = falling.iter().filter(|hit| hit.relevant).count() as f64;
    let wrong = falling.len() as f64 - right;
    if right == 0.0 || wrong == 0.0 {
        return None;
    }
    let mut best: Option<Threshold> = None;
    let mut taken_right = 0.0;
    for (at, hit) in falling.iter().enumerate() {
        taken_right += f64::from(u8::from(hit.relevant));
        let next = falling.get(at + 1).map(|next| next.score);
        if next == Some(hit.score) {
            continue;
        }
        let taken = (at + 1) as f64;
        let found = Threshold {
            score: next.map_or(hit.score, |next| between(next, hit.score)),
            precision: taken_right / taken,
            recall: taken_right / right,
            youden_j: taken_right / right - (taken - taken_right) / wrong,
        };
        if best.is_none_or(|best| found.youden_j >= best.youden_j) {
            best = Some(found);
        }
    }
    best
}

/// Returns a number above `low` and at most `high`, midway where `f32` can express it.
fn between(low: f32, high: f32) -> f32 {
    let middle = low + (high - low) / 2.0;
    if middle > low { middle } else { high }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn hits(scored: &[(f32, bool)]) -> Vec<Judged> {
        scored.iter().map(|&(score, relevant)| Judged { score, relevant }).collect()
    }

    #[test]
    fn the_best_cut_is_found() {
        let check = |scored: &[(f32, bool)], score, precision, recall, youden_j| {
            let expected = Threshold { score, precision, recall, youden_j };
            assert_eq!(threshold(&hits(scored)), Some(expected), "{scored:?}");
        };
        check(&[(1.0, false), (2.0, true), (3.0, true), (0.0, false)], 1.5, 1.0, 1.0, 1.0);
        check(&[(4.0, true), (3.0, false), (2.0, true), (1.0, false)], 1.5, 2.0 / 3.0, 1.0, 0.5);
        // Equal scores are never cut apart.
        check(&[(1.0, true), (1.0, false)], 1.0, 0.5, 1.0, 0.0);
        check(&[(2.0, true), (1.0, true), (1.0, false), (1.0, false)], 1.5, 1.0, 0.5, 0.5);
        assert_eq!(threshold(&hits(&[(1.0, true)])), None);
        assert_eq!(threshold(&hits(&[(1.0, false), (2.0, false)])), None);
        assert_eq!(threshold(&[]), None);
    }

    proptest! {
        #[test]
        fn no_score_does_better(
            scored in prop::collection::vec((-5.0_f32..5.0, any::<bool>()), 1..40)
        ) {
            let hits = hits(&scored);
            let right = hits.iter().filter(|it| it.relevant).count() as f64;
            let wrong = hits.len() as f64 - right;
            let Some(found) = threshold(&hits) else {
                prop_assert!(right == 0.0 || wrong == 0.0);
                return Ok(());
            };
            let j = |least: f32| {
                let taken = |relevant: bool| {
                    let taken = hits.iter().filter(|it| it.relevant == relevant && it.score >= least);
                    taken.count() as f64
                };
                taken(true) / right - taken(false) / wrong
            };
            prop_assert!((j(found.score) - found.youden_j).abs() < 1e-12);
            for hit in &hits {
                prop_assert!(j(hit.score) <= found.youden_j + 1e-12);
            }
        }
    }
}
