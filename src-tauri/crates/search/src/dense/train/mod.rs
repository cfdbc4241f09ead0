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
mod lists;
mod material;
mod negatives;
mod random;
mod start;
mod table;

pub use fitting::fit;
pub use material::Material;

use super::Embedding;
use super::lexicon::{Lexicon, damp};
use super::numbers;
use lessons::Course;
use lists::Lists;
use random::Random;
use start::Texts;
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
    /// than the base's. 40,000 new rows of 384 numbers are what 600 MiB of memory have room for beside the rest.
    pub fn to_fit(passages: usize) -> Self {
        let epochs = (60_000 / passages.max(1)).clamp(3, 20);
        Self { dims: 128, epochs, vocabulary: 40_000, ..Self::default() }
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
    material: Material,
    settings: &Settings,
    progress: &mut dyn FnMut(Progress) -> Next,
) -> Option<Embedding> {
    let dims = settings.dims;
    let keys = vocabulary(&material, settings.vocabulary, |_| true);
    let lexicon = Lexicon::new(settings.buckets, &keys);
    let course = Course::new(material, &lexicon);
    let School { passages, neighbours, weights } = School::new(&course, lexicon.len());
    let texts = Texts::new(&passages, &weights);
    let rows = directions(&course, &texts, &lexicon, dims, settings.seed);
    drop(passages);
    let table = Table::new(dims, lexicon.len(), |row, values| {
        values.copy_from_slice(&rows[row * dims..(row + 1) * dims]);
        weights[row].ln()
    });
    drop(rows);
    let table = learn(table, &course, &neighbours, settings, progress)?;
    Some(Embedding::quantise(dims, settings.buckets, keys, table.weighted()))
}

/// What is known of the passages before anything is learned.
struct School {
    /// Counts damped.
    passages: Lists<(u32, f32)>,
    /// Hard negatives of each.
    neighbours: Lists<u32>,
    /// Inverse document frequency of each row.
    weights: Vec<f32>,
}

impl School {
    fn new(course: &Course, rows: usize) -> Self {
        let mut passages = course.passages();
        let neighbours = negatives::neighbours(&passages, rows);
        let weights = weights(&passages, rows);
        damp(passages.items_mut());
        Self { passages, neighbours, weights }
    }
}

/// The corpus' own analysis of every row, unit vectors: also of words that are only said, and of pieces.
fn directions(
    course: &Course,
    texts: &Texts<'_>,
    lexicon: &Lexicon,
    dims: usize,
    seed: u64,
) -> Vec<f32> {
    let mut rows = start::directions(texts, lexicon.len(), dims, seed);
    say(course.manner(), dims, &mut rows);
    spell(course.spelling(), lexicon, dims, &mut rows);
    rows
}

/// Keys of tokens that occur at least twice, the most frequent if there are too many; in a fixed order.
fn vocabulary(material: &Material, most: usize, wanted: impl Fn(u64) -> bool) -> Vec<u64> {
    let mut keys: Vec<(u32, u64)> = material
        .frequencies()
        .into_iter()
        .zip(material.tokens.keys.iter().copied())
        .filter(|&(count, key)| count > 1 && wanted(key))
        .collect();
    keys.sort_unstable_by_key(|&(count, key)| (std::cmp::Reverse(count), key));
    keys.truncate(most);
    keys.into_iter().map(|(_, key)| key).collect()
}

/// Inverse document frequency of each row, ln(1 + N / n), 1 for one that never occurs.
fn weights(passages: &Lists<(u32, f32)>, rows: usize) -> Vec<f32> {
    let mut found = vec![0.0_f32; rows];
    passages.iter().flatten().for_each(|&(row, _)| found[row as usize] += 1.0);
    let total = passages.len() as f32;
    found
        .into_iter()
        .map(|found| if found > 0.0 { (1.0 + total / found).ln() } else { 1.0 })
        .collect()
}

/// A bucket starts as the mean of the words with its pieces.
fn spell(spelling: &[Box<[u32]>], lexicon: &Lexicon, dims: usize, rows: &mut [f32]) {
    let (buckets, words) = rows.split_at_mut(lexicon.buckets as usize * dims);
    let spelling = spelling.iter().skip(lexicon.buckets as usize);
    for (word, spelling) in words.chunks_exact(dims).zip(spelling) {
        for &bucket in spelling {
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
    neighbours: &Lists<u32>,
    settings: &Settings,
    progress: &mut dyn FnMut(Progress) -> Next,
) -> Option<Table> {
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
                let near = neighbours.get(places[asked]);
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
