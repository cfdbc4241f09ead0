//! Hard negatives: passages that share rare words with another.

use std::collections::HashMap;

use crate::dense::lexicon::Bag;

/// Tokens of a passage that it is searched by.
const ASKED: usize = 16;
/// Neighbours kept.
const KEPT: usize = 12;

/// For each passage the others that BM25 ranks best for its most telling tokens (k1 = 1.2, b = 0.75; Robertson
/// and Zaragoza, 2009), best first. `bags` hold raw counts.
pub(super) fn neighbours(bags: &[Bag], rows: usize) -> Vec<Vec<u32>> {
    let (k1, b) = (1.2, 0.75);
    let lengths: Vec<f32> =
        bags.iter().map(|bag| bag.iter().map(|&(_, count)| count).sum()).collect();
    let mean = lengths.iter().sum::<f32>() / bags.len().max(1) as f32;
    let mut postings: Vec<Vec<(u32, f32)>> = vec![Vec::new(); rows];
    for (passage, (bag, length)) in bags.iter().zip(&lengths).enumerate() {
        for &(row, count) in bag {
            let damped = count * (k1 + 1.0) / (count + k1 * (1.0 - b + b * length / mean));
            postings[row as usize].push((passage as u32, damped));
        }
    }
    let total = bags.len() as f32;
    let idf = |row: u32| {
        let found = postings[row as usize].len() as f32;
        (1.0 + (total - found + 0.5) / (found + 0.5)).ln()
    };
    let mut scores: HashMap<u32, f32> = HashMap::new();
    bags.iter()
        .enumerate()
        .map(|(passage, bag)| {
            let mut telling: Vec<(f32, u32)> =
                bag.iter().map(|&(row, count)| (count.sqrt() * idf(row), row)).collect();
            telling.retain(|&(_, row)| postings[row as usize].len() * 20 <= bags.len() + 400);
            telling.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            scores.clear();
            for &(_, row) in telling.iter().take(ASKED) {
                let idf = idf(row);
                for &(other, damped) in &postings[row as usize] {
                    *scores.entry(other).or_default() += idf * damped;
                }
            }
            scores.remove(&(passage as u32));
            let mut best: Vec<(u32, f32)> =
                scores.iter().map(|(&it, &score)| (it, score)).collect();
            best.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
            best.into_iter().take(KEPT).map(|(other, _)| other).collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_passage_that_shares_the_rarest_token_comes_first() {
        let bag = |tokens: &[u32]| tokens.iter().map(|&token| (token, 1.0)).collect::<Bag>();
        // Token 0 is everywhere, 1 in two passages, 2 in three.
        let bags = [bag(&[0, 1, 2, 3]), bag(&[0, 2, 4, 5]), bag(&[0, 1, 6, 7]), bag(&[0, 2, 8, 9])];
        let found = neighbours(&bags, 10);
        assert_eq!(found[0][0], 2);
        assert!(!found[0].contains(&0));
        assert_eq!(found[0].len(), 3);
    }
}
