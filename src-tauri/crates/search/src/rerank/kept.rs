//! What the words of a question found best stays in sight.

use super::{Candidate, Reranked};

/// The best this many by words ...
const BEST: usize = 5;
/// ... stay among the first this many.
const IN_SIGHT: usize = 10;

/// Looking again may rank a passage that holds the question's very words far down; the best five of the word index are lifted
/// back to the end of the first ten, in their order, with the scores they have. Chosen on the tuning halves of the retrieval
/// sets (`models/embedding/README.md` has what it gains, and what it costs where the words of long questions find little).
pub(super) fn keep_in_sight(order: &mut Vec<Reranked>, candidates: &[Candidate]) {
    let mut by_words: Vec<&Candidate> = candidates.iter().filter(|it| it.lexical > 0.0).collect();
    by_words.sort_by(|a, b| b.lexical.total_cmp(&a.lexical));
    by_words.truncate(BEST);
    let is_best = |it: &Reranked| by_words.iter().any(|best| best.place == it.place);
    let behind = order.split_off(order.len().min(IN_SIGHT));
    let (lifted, mut rest): (Vec<Reranked>, Vec<Reranked>) = behind.into_iter().partition(is_best);
    // Whoever makes room is none of the best either, and the last such goes first.
    for _ in 0..lifted.len() {
        if let Some(at) = order.iter().rposition(|it| !is_best(it)) {
            rest.insert(0, order.remove(at));
        }
    }
    order.extend(lifted);
    order.append(&mut rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sixteen candidates in order of their scores; `lexical` says how good the words find some of them.
    fn check(lexical: &[(usize, f32)], expected: &[usize]) {
        let of = |place: usize| lexical.iter().find(|it| it.0 == place).map_or(0.0, |it| it.1);
        let candidates: Vec<Candidate> = (0..16)
            .map(|place| Candidate { place, fused: 0.0, lexical: of(place), dense: 0.0 })
            .collect();
        let mut order: Vec<Reranked> =
            (0..16).map(|place| Reranked { place, score: 1.0 - place as f32 / 16.0 }).collect();
        keep_in_sight(&mut order, &candidates);
        assert_eq!(order.iter().map(|it| it.place).collect::<Vec<_>>(), expected, "{lexical:?}");
    }

    #[test]
    fn the_best_by_words_stay_among_the_first_ten() {
        let as_given: Vec<usize> = (0..16).collect();
        check(&[], &as_given);
        check(&[(3, 2.0), (9, 1.0)], &as_given);
        check(&[(12, 2.0)], &[0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 9, 10, 11, 13, 14, 15]);
        check(
            &[(15, 3.0), (12, 2.0), (9, 4.0), (0, 1.0)],
            &[0, 1, 2, 3, 4, 5, 6, 9, 12, 15, 7, 8, 10, 11, 13, 14],
        );
        // The sixth by words is not lifted.
        check(&[(0, 9.0), (1, 8.0), (2, 7.0), (3, 6.0), (4, 5.0), (14, 4.0)], &as_given);
    }

    #[test]
    fn a_short_list_is_left_as_it_is() {
        let mut order = vec![Reranked { place: 1, score: 0.5 }, Reranked { place: 0, score: 0.1 }];
        let candidates =
            [0, 1].map(|place| Candidate { place, fused: 0.0, lexical: 1.0, dense: 0.0 });
        let given = order.clone();
        keep_in_sight(&mut order, &candidates);
        assert_eq!(order, given);
    }
}
