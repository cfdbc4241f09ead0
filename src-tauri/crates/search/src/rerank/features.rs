use super::passages::{Passage, Passages};
use super::prepared_query::{Meanings, Mention, PreparedQuery};

/// Names of the reranker's features, each between about 0 and 1.
pub const FEATURES: [&str; 9] = [
    "lexical",
    "dense",
    "both",
    "lexical_rank",
    "dense_rank",
    "words",
    "proximity",
    "heading_meaning",
    "heading_coverage",
];

/// The features of one candidate, in the order of [`FEATURES`].
pub type Features = [f32; FEATURES.len()];

/// A passage of the fused list.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Candidate {
    /// Index in [`Passages`].
    pub place: usize,
    /// Fused score.
    pub fused: f32,
    /// BM25 score; zero when BM25 has not found it.
    pub lexical: f32,
    /// Cosine with the query.
    pub dense: f32,
}

/// Best scores and ranks over all candidates.
pub(super) struct Pool {
    lexical: f32,
    dense: f32,
    /// For each candidate the number of those with a better BM25 score, and with a better cosine.
    before: Vec<[usize; 2]>,
}

impl Pool {
    pub(super) fn of(candidates: &[Candidate]) -> Self {
        let best =
            |value: fn(&Candidate) -> f32| candidates.iter().map(value).fold(1e-9_f32, f32::max);
        let (lexical, dense): (Vec<f32>, Vec<f32>) =
            candidates.iter().map(|it| (it.lexical, it.dense)).unzip();
        let before =
            better(&lexical).into_iter().zip(better(&dense)).map(|(a, b)| [a, b]).collect();
        Self { lexical: best(|it| it.lexical), dense: best(|it| it.dense), before }
    }

    /// Computes the features of the candidate at index `number`.
    pub(super) fn features(
        &self,
        number: usize,
        candidate: &Candidate,
        prepared: &PreparedQuery,
        passages: &Passages,
        passage: &Passage<'_>,
        meanings: &mut Meanings<'_>,
    ) -> Features {
        let mentions = prepared.mentions(passage);
        let begins = mentions.partition_point(|it| it.at < passage.in_heading);
        let (heading, text) = mentions.split_at(begins);
        let lexical = candidate.lexical / self.lexical;
        let dense = candidate.dense.max(0.0) / self.dense;
        [
            lexical,
            dense,
            (lexical * dense).sqrt(),
            if lexical > 0.0 { rank(self.before[number][0]) } else { 0.0 },
            rank(self.before[number][1]),
            words(
                prepared,
                &mentions,
                passage.words.len() as f32 / passages.mean_length().max(1.0),
            ),
            proximity(prepared, text),
            meanings.late_interaction(passage),
            coverage(prepared, heading),
        ]
    }
}

/// Returns for each value the number of greater ones.
fn better(values: &[f32]) -> Vec<usize> {
    let mut falling: Vec<usize> = (0..values.len()).collect();
    falling.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
    let mut better = vec![0; values.len()];
    for (rank, pair) in falling.windows(2).enumerate() {
        let equal = values[pair[0]] == values[pair[1]];
        better[pair[1]] = if equal { better[pair[0]] } else { rank + 1 };
    }
    better
}

/// Converts the number of better candidates to a score: 1 for none, one half for ten.
fn rank(before: usize) -> f32 {
    10.0 / (10 + before) as f32
}

/// Divides features that are comparable only within one list by the best of the list.
pub(super) fn relate(features: &mut [Features]) {
    const WORDS: usize = 5;
    let best = features.iter().map(|it| it[WORDS]).fold(1e-9_f32, f32::max);
    features.iter_mut().for_each(|it| it[WORDS] /= best);
}

/// Returns BM25 over heading and text with k1 = 1.2 and b = 0.75; `relative` is the passage's length divided
/// by the mean.
fn words(prepared: &PreparedQuery, mentions: &[Mention], relative: f32) -> f32 {
    let norm = 1.2 * (0.25 + 0.75 * relative);
    let mut counts = vec![0_u32; prepared.words.len()];
    mentions.iter().for_each(|it| counts[it.word] += 1);
    let found = prepared.words.iter().zip(counts);
    found.map(|(word, count)| word.rarity * count as f32 / (count as f32 + norm)).sum()
}

/// Returns the share of the query's rarity that the mentions cover.
fn coverage(prepared: &PreparedQuery, mentions: &[Mention]) -> f32 {
    let mut seen = vec![false; prepared.words.len()];
    mentions.iter().for_each(|it| seen[it.word] = true);
    let found = prepared.words.iter().zip(seen).filter(|it| it.1);
    found.map(|(word, _)| word.rarity).sum::<f32>() / prepared.rarity.max(1e-9)
}

/// Measures how near neighbouring query words are in the text: for each pair 1 / (least distance), zero
/// beyond eight words, weighted by the pair's rarity (after Tao and Zhai, 2007). Words that occur in no
/// passage are ignored.
fn proximity(prepared: &PreparedQuery, text: &[Mention]) -> f32 {
    const FAR: usize = 8;
    let known: Vec<usize> =
        (0..prepared.words.len()).filter(|&word| prepared.words[word].is_known()).collect();
    let mut number = vec![0; prepared.words.len()];
    known.iter().enumerate().for_each(|(at, &word)| number[word] = at);
    let mut nearest = vec![FAR + 1; known.len()];
    let mut seen: Vec<Option<usize>> = vec![None; known.len()];
    for mention in text {
        let word = number[mention.word];
        seen[word] = Some(mention.at);
        if word > 0
            && let Some(before) = seen[word - 1]
        {
            nearest[word] = nearest[word].min(mention.at - before);
        }
        if let Some(after) = seen.get(word + 1).copied().flatten() {
            nearest[word + 1] = nearest[word + 1].min(mention.at - after + 1);
        }
    }
    let (mut sum, mut of) = (0.0, 0.0);
    for (pair, &distance) in known.windows(2).zip(&nearest[1.min(known.len())..]) {
        let rarity = prepared.words[pair[0]].rarity + prepared.words[pair[1]].rarity;
        of += rarity;
        if distance <= FAR {
            sum += rarity / distance.max(1) as f32;
        }
    }
    if of > 0.0 { sum / of } else { 0.0 }
}
