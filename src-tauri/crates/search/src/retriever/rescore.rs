use super::{FoundHit, Reranking};

/// Orders hits by a cross-encoder: scored ones first, best first, then the others in their order and marked
/// as not reranked. `scores` belong to the first hits, in their order. With a `minimum`, only hits with at
/// least this score are returned.
pub fn rescore(hits: Vec<FoundHit>, scores: &[Option<f32>], minimum: Option<f32>) -> Vec<FoundHit> {
    let scores = scores.iter().copied().chain(std::iter::repeat(None));
    let (mut scored, mut others) = (Vec::new(), Vec::new());
    for (hit, score) in hits.into_iter().zip(scores) {
        match score {
            Some(score) => scored.push((score, hit)),
            None => others.push(hit),
        }
    }
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut found: Vec<FoundHit> = scored
        .into_iter()
        .zip(1..)
        .map(|((score, hit), rank)| FoundHit {
            score,
            rerank: Some(Reranking { rank, score }),
            ..hit
        })
        .collect();
    match minimum {
        Some(minimum) => found.retain(|hit| hit.score >= minimum),
        None => found.extend(others.into_iter().map(|hit| FoundHit {
            score: hit.fused.map_or(hit.score, |fused| fused.score),
            rerank: None,
            ..hit
        })),
    }
    found
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use simui_domain::ChunkId;

    use super::*;
    use crate::fusion::Part;

    fn hits() -> Vec<FoundHit> {
        let hit = |(id, rank): (&str, usize)| FoundHit {
            fused: Some(Part { rank, score: 1.0 / rank as f32, contribution: 0.0 }),
            rerank: Some(Reranking { rank, score: 0.9 / rank as f32 }),
            ..FoundHit::new(ChunkId(id.to_owned()), 0.9 / rank as f32)
        };
        ["a", "b", "c", "d"].into_iter().zip(1..).map(hit).collect()
    }

    #[test]
    fn the_scored_come_first_and_the_others_as_they_stood() {
        let check = |scores: &[Option<f32>], minimum, expected: &[(&str, Option<usize>)]| {
            let found = rescore(hits(), scores, minimum);
            let found: Vec<(&str, Option<usize>)> = found
                .iter()
                .map(|it| (it.chunk_id.as_str(), it.rerank.map(|it| it.rank)))
                .collect();
            assert_eq!(found, expected, "{scores:?} {minimum:?}");
        };
        let (first, second) = (Some(1), Some(2));
        check(
            &[Some(-1.0), None, Some(2.0)],
            None,
            &[("c", first), ("a", second), ("b", None), ("d", None)],
        );
        check(&[Some(-1.0), None, Some(2.0)], Some(0.0), &[("c", first)]);
        // Of equals the one that stood higher.
        check(&[Some(0.5), Some(0.5)], Some(0.5), &[("a", first), ("b", second)]);
        check(&[], None, &[("a", None), ("b", None), ("c", None), ("d", None)]);
        assert_eq!(rescore(hits(), &[Some(3.0)], None)[0].score, 3.0);
        assert_eq!(rescore(hits(), &[], None)[1].score, 0.5);
    }
}
