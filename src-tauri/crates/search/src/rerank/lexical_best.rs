//! Keeps the best hits by words near the top after reranking.

use super::{Candidate, Reranked};

/// Number of best hits by words that are protected.
const PROTECTED: usize = 5;
/// Number of first results among which they stay.
const TOP: usize = 10;

/// Reranking may move a passage with the question's exact words far down. This function moves the best five
/// by BM25 back to the end of the first ten, in their order and with their scores. Chosen on the tuning
/// halves of the retrieval sets (`models/embedding/README.md` lists the gain, and the loss where the words of
/// long questions find little).
pub(super) fn keep_lexical_best(order: &mut Vec<Reranked>, candidates: &[Candidate]) {
    let mut by_words: Vec<&Candidate> = candidates.iter().filter(|it| it.lexical > 0.0).collect();
    by_words.sort_by(|a, b| b.lexical.total_cmp(&a.lexical));
    by_words.truncate(PROTECTED);
    let is_best = |it: &Reranked| by_words.iter().any(|best| best.place == it.place);
    let behind = order.split_off(order.len().min(TOP));
    let (lifted, mut rest): (Vec<Reranked>, Vec<Reranked>) = behind.into_iter().partition(is_best);
    // Hits that make room are not protected ones; the last is displaced first.
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

    /// Checks sixteen candidates in order of their scores; `lexical` gives the BM25 score of some.
    fn check(lexical: &[(usize, f32)], expected: &[usize]) {
        let of = |place: usize| lexical.iter().find(|it| it.0 == place).map_or(0.0, |it| it.1);
        let candidates: Vec<Candidate> = (0..16)
            .map(|place| Candidate { place, fused: 0.0, lexical: of(place), dense: 0.0 })
            .collect();
        let mut order: Vec<Reranked> =
            (0..16).map(|place| Reranked { place, score: 1.0 - place as f32 / 16.0 }).collect();
        keep_lexical_best(&mut order, &candidates);
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
        keep_lexical_best(&mut order, &candidates);
        assert_eq!(order, given);
    }
}
