//! Making and fitting static embeddings.
//!
//! [`train`] starts from nothing (latent semantic analysis of the material), [`fit`] from an embedding that it
//! widens by the material's own words. Both then learn by contrast: a question (a heading, a sentence, a
//! given question) must lie nearer to its own passage than to the others of its batch and to a passage
//! that BM25 takes for it.

mod contrast;
mod everyday;
mod fitting;
mod lessons;
mod material;
mod negatives;
mod random;
mod start;
mod table;

use std::collections::HashMap;

pub use fitting::fit;
pub use material::Material;

use super::Embedding;
use super::lexicon::{Bag, Lexicon, damp};
use super::numbers;
use lessons::Course;
use random::Random;
use table::Table;

/// How to learn. [`Settings::default`] is what the shipped model was made with.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Length of a vector; [`fit`] adds so many to its embedding's.
    pub dims: usize,
    /// Rows for the pieces of unknown words; [`fit`] keeps those of its embedding.
    pub buckets: u32,
    /// Rows for words and bigrams at most; [`fit`] adds at most so many.
    pub vocabulary: usize,
    /// Times that every passage is shown.
    pub epochs: usize,
    /// Questions that are told apart at a time.
    pub batch: usize,
    /// First step of a coordinate; falls to zero along the way.
    pub rate: f32,
    /// Similarities are divided by it.
    pub temperature: f32,
    /// Of everything random.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            dims: 256,
            buckets: 8_192,
            vocabulary: 60_000,
            epochs: 6,
            batch: 256,
            rate: 0.01,
            temperature: 0.05,
            seed: 20_261_122,
        }
    }
}

impl Settings {
    /// For [`fit`] to so many passages: small corpora are shown more often, and the corpus' own view is narrower
    /// than the base's.
    pub fn to_fit(passages: usize) -> Self {
        let epochs = (60_000 / passages.max(1)).clamp(3, 20);
        Self { dims: 128, epochs, ..Self::default() }
    }
}

/// How far training is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Progress {
    /// Batches done.
    pub done: usize,
    /// Batches in all, as far as can be said.
    pub of: usize,
    /// Mean loss of the last batch, natural logarithm.
    pub loss: f32,
}

/// What to do after a batch; the caller has the clock and the cancel button.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// Go on.
    Continue,
    /// Time is up: keep what has been learned.
    Finish,
    /// Throw it away.
    Cancel,
}

/// Learns an embedding from the material alone. `None` when cancelled, or when the material has nothing to
/// learn from.
pub fn train(
    material: &Material,
    settings: &Settings,
    progress: &mut dyn FnMut(Progress) -> Next,
) -> Option<Embedding> {
    let frequencies = frequencies(material);
    let keys = vocabulary(&frequencies, settings.vocabulary, |_| true);
    let lexicon = Lexicon::new(settings.buckets, &keys);
    let course = Course::new(material, &lexicon);
    let passages = course.passages();
    let weights = weights(&passages, lexicon.len());
    let texts: Vec<Bag> = passages.iter().map(|bag| weigh(bag, &weights)).collect();
    let mut rows = start::directions(&texts, lexicon.len(), settings.dims, settings.seed);
    say(course.manner(), settings.dims, &mut rows);
    spell(material, &lexicon, settings.dims, &mut rows);
    let logs: Vec<f32> = weights.iter().map(|weight| weight.ln()).collect();
    let table = Table::new(settings.dims, &rows, &logs);
    let table = learn(table, &course, &passages, settings, progress)?;
    Some(Embedding::quantise(settings.dims, settings.buckets, keys, &table.weighted(lexicon.len())))
}

/// In how many passages and questions each key occurs.
fn frequencies(material: &Material) -> HashMap<u64, u32> {
    let mut frequencies = HashMap::new();
    let passages = material.passages.iter().map(|passage| {
        std::iter::once(&passage.heading).chain(&passage.sentences).collect::<Vec<_>>()
    });
    let links = material.links.iter().map(|link| vec![&link.question]);
    for texts in passages.chain(links) {
        let mut keys: Vec<u64> =
            texts.into_iter().flat_map(|it| it.words.iter().chain(&it.grams)).copied().collect();
        keys.sort_unstable();
        keys.dedup();
        for key in keys {
            *frequencies.entry(key).or_default() += 1;
        }
    }
    // What people say gets rows of its own even where no passage says it.
    for keys in
        material.sayings.everyday.iter().flat_map(|it| &it.1).chain(&material.sayings.asking)
    {
        for &key in keys.words.iter().chain(&keys.grams) {
            *frequencies.entry(key).or_default() += 2;
        }
    }
    frequencies
}

/// Keys that occur at least twice, the most frequent if there are too many; in a fixed order.
fn vocabulary(
    frequencies: &HashMap<u64, u32>,
    most: usize,
    wanted: impl Fn(u64) -> bool,
) -> Vec<u64> {
    let mut keys: Vec<(u32, u64)> = frequencies
        .iter()
        .filter(|&(&key, &count)| count > 1 && wanted(key))
        .map(|(&key, &count)| (count, key))
        .collect();
    keys.sort_unstable_by_key(|&(count, key)| (std::cmp::Reverse(count), key));
    keys.truncate(most);
    keys.into_iter().map(|(_, key)| key).collect()
}

/// Inverse document frequency of each row, ln(1 + N / n), 1 for one that never occurs.
fn weights(passages: &[Bag], rows: usize) -> Vec<f32> {
    let mut found = vec![0.0_f32; rows];
    passages.iter().flatten().for_each(|&(row, _)| found[row as usize] += 1.0);
    let total = passages.len() as f32;
    found
        .into_iter()
        .map(|found| if found > 0.0 { (1.0 + total / found).ln() } else { 1.0 })
        .collect()
}

/// Weighted counts of length one.
fn weigh(bag: &Bag, weights: &[f32]) -> Bag {
    let mut bag = bag.clone();
    damp(&mut bag);
    for (row, count) in &mut bag {
        *count *= weights[*row as usize];
    }
    let length = bag.iter().map(|&(_, count)| count * count).sum::<f32>().sqrt().max(1e-9);
    bag.iter_mut().for_each(|(_, count)| *count /= length);
    bag
}

/// A bucket starts as the mean of the words with its pieces.
fn spell(material: &Material, lexicon: &Lexicon, dims: usize, rows: &mut [f32]) {
    let (buckets, words) = rows.split_at_mut(lexicon.buckets as usize * dims);
    let mut known: Vec<_> = material
        .pieces
        .iter()
        .filter_map(|(&word, pieces)| Some((lexicon.row(word)?, pieces)))
        .collect();
    known.sort_unstable_by_key(|&(row, _)| row);
    for (row, pieces) in known {
        let from = (row - lexicon.buckets) as usize * dims;
        let word = &words[from..from + dims];
        for bucket in pieces.iter().filter_map(|&piece| lexicon.bucket(piece)) {
            let from = bucket as usize * dims;
            numbers::add(&mut buckets[from..from + dims], 1.0, word);
        }
    }
    buckets.chunks_exact_mut(dims).for_each(|row| {
        numbers::normalise(row);
    });
}

/// A row that no passage has, and that is said for words of the law, starts as the mean of theirs.
fn say(manner: &everyday::Manner, dims: usize, rows: &mut [f32]) {
    let mut found: Vec<(u32, &[u32])> =
        manner.pairs().flat_map(|(law, said)| said.iter().map(move |it| (it.0, law))).collect();
    found.sort_unstable();
    found.retain(|&(row, _)| {
        let from = row as usize * dims;
        rows[from..from + dims].iter().all(|&value| value == 0.0)
    });
    for &(row, law) in &found {
        for &other in law {
            let other = rows[other as usize * dims..(other as usize + 1) * dims].to_vec();
            let from = row as usize * dims;
            numbers::add(&mut rows[from..from + dims], 1.0, &other);
        }
    }
    for (row, _) in found {
        let from = row as usize * dims;
        numbers::normalise(&mut rows[from..from + dims]);
    }
}

fn learn(
    mut table: Table,
    course: &Course,
    passages: &[Bag],
    settings: &Settings,
    progress: &mut dyn FnMut(Progress) -> Next,
) -> Option<Table> {
    let rows = table.shards.iter().map(|shard| shard.weights.len()).sum();
    let neighbours = negatives::neighbours(passages, rows);
    let mut random = Random::new(settings.seed);
    let mut done = 0;
    let batch = settings.batch.max(2);
    for epoch in 0..settings.epochs {
        let lessons = course.lessons(&mut random);
        if lessons.len() < 2 {
            return None;
        }
        let of = lessons.len().div_ceil(batch) * settings.epochs;
        for part in lessons.chunks(batch) {
            let (mut questions, mut bags, mut places) = (Vec::new(), Vec::new(), Vec::new());
            for &lesson in part {
                let (question, passage, place) = course.show(lesson, &mut random);
                questions.push(question);
                bags.push(passage);
                places.push(place);
            }
            for asked in 0..part.len() {
                let near = &neighbours[places[asked]];
                if let Some(&hard) = near.get(random.below(near.len())) {
                    bags.push(course.negative(hard as usize));
                    places.push(hard as usize);
                }
            }
            let asked = table.encode(&questions);
            let offered = table.encode(&bags);
            let found =
                contrast::contrast(table.dims, settings.temperature, &asked, &offered, &places);
            questions.append(&mut bags);
            let gradients = [found.questions, found.passages].concat();
            let left = 1.0 - done as f32 / of.max(1) as f32;
            table.learn(&questions, &gradients, settings.rate * left.max(0.05));
            done += 1;
            match progress(Progress { done, of: of.max(done), loss: found.loss }) {
                Next::Continue => {}
                Next::Finish => return Some(table),
                Next::Cancel => return None,
            }
        }
        tracing::debug!(epoch, "learned");
    }
    Some(table)
}
