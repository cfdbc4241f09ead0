//! Finds hard negatives: passages that share rare words with another.

use std::collections::HashMap;

use super::lists::Lists;

/// Tokens of a passage that are searched for.
const QUERY_TOKENS: usize = 16;
/// Most neighbours of a passage.
const MAX_NEIGHBOURS: usize = 12;

/// Returns for each passage the others that BM25 ranks best for its most significant tokens (k1 = 1.2, b =
/// 0.75; Robertson and Zaragoza, 2009), best first. `bags` hold raw counts.
pub(super) fn neighbours(bags: &Lists<(u32, f32)>, rows: usize) -> Lists<u32> {
    let postings = Postings::new(bags, rows);
    let mut scores: HashMap<u32, f32> = HashMap::new();
    let best = |(passage, bag): (usize, &[(u32, f32)])| {
        let mut significant: Vec<(f32, u32)> = bag
            .iter()
            .filter(|it| !postings.of(it.0).is_empty())
            .map(|&(row, count)| (count.sqrt() * postings.idf(row), row))
            .collect();
        significant.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        scores.clear();
        for &(_, row) in significant.iter().take(QUERY_TOKENS) {
            let idf = postings.idf(row);
            for &(other, damped) in postings.of(row) {
                *scores.entry(other).or_default() += idf * damped;
            }
        }
        scores.remove(&(passage as u32));
        let mut best: Vec<(u32, f32)> = scores.iter().map(|(&it, &score)| (it, score)).collect();
        best.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        best.truncate(MAX_NEIGHBOURS);
        best.into_iter().map(|it| it.0).collect::<Vec<_>>()
    };
    bags.iter().enumerate().map(best).collect()
}

/// Occurrences of each token, without tokens of so many passages that they distinguish none.
struct Postings {
    /// Passages with damped counts, token by token.
    found: Vec<(u32, f32)>,
    /// Start of each token's postings in `found`, then the end of the last.
    starts: Vec<usize>,
    passages: usize,
}

impl Postings {
    fn new(bags: &Lists<(u32, f32)>, rows: usize) -> Self {
        let (k1, b) = (1.2, 0.75);
        let passages = bags.len();
        let mut counts = vec![0; rows];
        bags.iter().flatten().for_each(|it| counts[it.0 as usize] += 1);
        let mut starts = vec![0];
        let mut total = 0;
        for count in counts {
            total += if count * 20 <= passages + 400 { count } else { 0 };
            starts.push(total);
        }
        let lengths: Vec<f32> =
            bags.iter().map(|bag| bag.iter().map(|&(_, count)| count).sum()).collect();
        let mean = lengths.iter().sum::<f32>() / passages.max(1) as f32;
        let mut found = vec![(0, 0.0); total];
        let mut next = starts.clone();
        for (passage, (bag, length)) in bags.iter().zip(&lengths).enumerate() {
            for &(row, count) in bag {
                let row = row as usize;
                if next[row] < starts[row + 1] {
                    let damped = count * (k1 + 1.0) / (count + k1 * (1.0 - b + b * length / mean));
                    found[next[row]] = (passage as u32, damped);
                    next[row] += 1;
                }
            }
        }
        Self { found, starts, passages }
    }

    fn of(&self, row: u32) -> &[(u32, f32)] {
        &self.found[self.starts[row as usize]..self.starts[row as usize + 1]]
    }

    fn idf(&self, row: u32) -> f32 {
        let (all, found) = (self.passages as f32, self.of(row).len() as f32);
        (1.0 + (all - found + 0.5) / (found + 0.5)).ln()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_passage_that_shares_the_rarest_token_comes_first() {
        let bag = |tokens: [u32; 4]| tokens.map(|token| (token, 1.0));
        // Token 0 is everywhere, 1 in two passages, 2 in three.
        let bags = [[0, 1, 2, 3], [0, 2, 4, 5], [0, 1, 6, 7], [0, 2, 8, 9]].into_iter().map(bag);
        let found = neighbours(&bags.collect(), 10);
        assert_eq!(found.get(0)[0], 2);
        assert!(!found.get(0).contains(&0));
        assert_eq!(found.get(0).len(), 3);
    }
}
