use super::asked::{Asked, Meanings};
use super::passages::{Passage, Passages};

/// What the reranker weighs, each between about 0 and 1.
pub const FEATURES: [&str; 16] = [
    "fused",
    "lexical",
    "dense",
    "dense_relative",
    "words",
    "bigrams",
    "coverage",
    "rare_coverage",
    "proximity",
    "phrase",
    "late_interaction",
    "heading_coverage",
    "heading_precision",
    "heading_meaning",
    "both",
    "length",
];

/// The features of one candidate, in the order of [`FEATURES`].
pub type Features = [f32; FEATURES.len()];

/// A passage that fusion has found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Candidate {
    /// Its place in [`Passages`].
    pub place: usize,
    /// Its fused score.
    pub fused: f32,
    /// Its BM25 score, zero when BM25 has not found it.
    pub lexical: f32,
    /// Its cosine.
    pub dense: f32,
}

/// Best values among the candidates, that others are divided by.
pub(super) struct Best {
    fused: f32,
    lexical: f32,
    dense: f32,
}

impl Best {
    pub(super) fn of(candidates: &[Candidate]) -> Self {
        let best =
            |value: fn(&Candidate) -> f32| candidates.iter().map(value).fold(1e-9_f32, f32::max);
        Self {
            fused: best(|it| it.fused),
            lexical: best(|it| it.lexical),
            dense: best(|it| it.dense),
        }
    }
}

pub(super) fn features(
    candidate: &Candidate,
    best: &Best,
    asked: &Asked,
    passages: &Passages,
    passage: &Passage<'_>,
    meanings: &mut Meanings<'_>,
) -> Features {
    let whole = asked.rarity.max(1e-9);
    let mut counts = vec![0_u32; asked.words.len()];
    for &id in passage.words {
        if let Some(word) = asked.words.iter().position(|word| word.id == Some(id)) {
            counts[word] += 1;
        }
    }
    // BM25 with k1 = 1.2, b = 0.75, as a share of what a passage with every word would at most get.
    let relative = passage.words.len() as f32 / passages.mean_length().max(1.0);
    let norm = 1.2 * (0.25 + 0.75 * relative);
    let (mut words, mut coverage, mut rare, mut rare_of) = (0.0, 0.0, 0.0, 0.0);
    for (word, &count) in asked.words.iter().zip(&counts) {
        let cubed = word.rarity.powi(3);
        rare_of += cubed;
        if count > 0 {
            words += word.rarity * count as f32 / (count as f32 + norm);
            coverage += word.rarity;
            rare += cubed;
        }
    }
    let (mut grams, mut grams_of) = (0.0, 1e-9);
    for (gram, rarity) in &asked.grams {
        grams_of += rarity;
        if passage.grams.binary_search(gram).is_ok() {
            grams += rarity;
        }
    }
    let mut heading = 0.0;
    for word in &asked.words {
        if word.id.is_some_and(|id| passage.heading.contains(&id)) {
            heading += word.rarity;
        }
    }
    let (mut precise, mut precise_of) = (0.0, 1e-9);
    for &id in passage.heading {
        let rarity = passages.rarity(Some(id));
        precise_of += rarity;
        if asked.words.iter().any(|word| word.id == Some(id)) {
            precise += rarity;
        }
    }
    let meaning = |part: &[u32], meanings: &mut Meanings<'_>| meanings.late_interaction(part);
    [
        candidate.fused / best.fused,
        candidate.lexical / best.lexical,
        candidate.dense.max(0.0),
        candidate.dense.max(0.0) / best.dense,
        words / whole,
        grams / grams_of,
        coverage / whole,
        if rare_of > 0.0 { rare / rare_of } else { 0.0 },
        proximity(asked, passage.text),
        phrase(asked, passage.words),
        meaning(passage.words, meanings),
        heading / whole,
        precise / precise_of,
        meaning(passage.heading, meanings),
        (candidate.lexical / best.lexical * candidate.dense.max(0.0) / best.dense).sqrt(),
        (1.0 + relative).ln().min(3.0) / 3.0,
    ]
}

/// How near neighbouring words of the query are in the text: for each pair 1 / (distance) at its nearest, not
/// counted beyond eight words, weighted by the pair's rarity (after Tao and Zhai, 2007).
fn proximity(asked: &Asked, text: &[u32]) -> f32 {
    const FAR: usize = 8;
    let ids: Vec<(u32, f32)> =
        asked.words.iter().filter_map(|word| Some((word.id?, word.rarity))).collect();
    let mut nearest = vec![FAR + 1; ids.len()];
    let mut seen: Vec<Option<usize>> = vec![None; ids.len()];
    for (at, id) in text.iter().enumerate() {
        let Some(word) = ids.iter().position(|(it, _)| it == id) else { continue };
        seen[word] = Some(at);
        if word > 0
            && let Some(before) = seen[word - 1]
        {
            nearest[word] = nearest[word].min(at - before);
        }
        if let Some(after) = seen.get(word + 1).copied().flatten() {
            nearest[word + 1] = nearest[word + 1].min(at - after + 1);
        }
    }
    let (mut sum, mut of) = (0.0, 0.0);
    for (pair, &distance) in ids.windows(2).zip(&nearest[1.min(ids.len())..]) {
        let rarity = pair[0].1 + pair[1].1;
        of += rarity;
        if distance <= FAR {
            sum += rarity / distance.max(1) as f32;
        }
    }
    if of > 0.0 { sum / of } else { 0.0 }
}

/// The longest run of the query's words that stands in the passage word for word, as a share of the query.
fn phrase(asked: &Asked, words: &[u32]) -> f32 {
    let asked = &asked.sequence;
    let mut longest = 0;
    // Length of the run that ends at each word of the query, for the passage's word before.
    let mut runs = vec![0_usize; asked.len() + 1];
    for id in words {
        let mut diagonal = 0;
        for (at, word) in asked.iter().enumerate() {
            let above = runs[at + 1];
            runs[at + 1] = if *word == Some(*id) { diagonal + 1 } else { 0 };
            longest = longest.max(runs[at + 1]);
            diagonal = above;
        }
    }
    if asked.len() > 1 { longest as f32 / asked.len() as f32 } else { 0.0 }
}
