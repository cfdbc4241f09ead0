//! BM25 over one field in memory, with common parameters (k1 = 1.5, b = 0.75).

use std::collections::HashMap;

pub struct Bm25<'a> {
    postings: HashMap<&'a str, Vec<(usize, f32)>>,
    documents: usize,
}

impl<'a> Bm25<'a> {
    pub fn new(documents: &[&'a [String]]) -> Self {
        let (k1, b) = (1.5, 0.75);
        let mean = documents.iter().map(|it| it.len()).sum::<usize>() as f32
            / documents.len().max(1) as f32;
        let mut postings: HashMap<&str, Vec<(usize, f32)>> = HashMap::new();
        for (place, terms) in documents.iter().enumerate() {
            let mut counts: HashMap<&str, f32> = HashMap::new();
            for term in *terms {
                *counts.entry(term).or_default() += 1.0;
            }
            let norm = k1 * (1.0 - b + b * terms.len() as f32 / mean);
            for (term, count) in counts {
                let damped = count * (k1 + 1.0) / (count + norm);
                postings.entry(term).or_default().push((place, damped));
            }
        }
        Self { postings, documents: documents.len() }
    }

    /// Returns indices and scores, best first.
    pub fn search(&self, terms: &[String], limit: usize) -> Vec<(usize, f32)> {
        let mut scores: HashMap<usize, f32> = HashMap::new();
        for term in terms {
            let Some(found) = self.postings.get(term.as_str()) else { continue };
            let rare = found.len() as f32;
            let idf = (1.0 + (self.documents as f32 - rare + 0.5) / (rare + 0.5)).ln();
            for &(place, damped) in found {
                *scores.entry(place).or_default() += idf * damped;
            }
        }
        let mut best: Vec<(usize, f32)> = scores.into_iter().collect();
        best.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        best.truncate(limit);
        best
    }
}
