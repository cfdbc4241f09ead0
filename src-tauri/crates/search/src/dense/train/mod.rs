//! Trains and fits static embeddings.
//!
//! [`train`] starts from latent semantic analysis of the material, [`fit`] from an embedding that it extends
//! by the material's own words. Both then learn by contrast: a question (a heading, a sentence, a given
//! question) must be nearer to its own passage than to the other passages of its batch and to a passage that
//! BM25 confuses with it.

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

use simui_arithmetic::{add, normalise};

use super::Embedding;
use super::lexicon::{Lexicon, damp};
use lessons::Course;
use lists::Lists;
use random::Random;
use start::Texts;
use table::Table;

/// Parameters of training. [`Settings::default`] made the shipped model.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Length of a vector; the number of dimensions that [`fit`] adds.
    pub dims: usize,
    /// Number of rows for the pieces of unknown words; [`fit`] keeps those of its embedding.
    pub buckets: u32,
    /// Most rows for words and bigrams; the most that [`fit`] adds.
    pub vocabulary: usize,
    /// Number of passes over the material.
    pub epochs: usize,
    /// Questions of a batch.
    pub batch: usize,
    /// Initial learning rate; falls linearly to a twentieth.
    pub rate: f32,
    /// Temperature of the softmax, by which similarities are divided.
    pub temperature: f32,
    /// Seed of the random numbers.
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
    /// Returns the parameters of [`fit`] for a number of passages. Small corpora get more epochs; 40,000 new
    /// rows of 384 numbers fit into 600 MiB of memory beside the rest.
    pub fn to_fit(passages: usize) -> Self {
        let epochs = (60_000 / passages.max(1)).clamp(3, 20);
        Self { dims: 128, epochs, vocabulary: 40_000, ..Self::default() }
    }
}

/// Progress of training.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Progress {
    /// Finished batches.
    pub done: usize,
    /// Estimated total number of batches.
    pub of: usize,
    /// Mean loss of the last batch, in nats.
    pub loss: f32,
}

/// The caller's decision after a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// Train on.
    Continue,
    /// Stop and keep the result.
    Finish,
    /// Stop and discard the result.
    Cancel,
}

/// Trains an embedding from the material alone. `None` when cancelled, or when the material has nothing to
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
    let Preparation { passages, neighbours, weights } = Preparation::new(&course, lexicon.len());
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

/// Data derived from the passages before training.
struct Preparation {
    /// Rows of each passage with damped counts.
    passages: Lists<(u32, f32)>,
    /// Hard negatives of each passage.
    neighbours: Lists<u32>,
    /// Inverse document frequency of each row.
    weights: Vec<f32>,
}

impl Preparation {
    fn new(course: &Course, rows: usize) -> Self {
        let mut passages = course.passages();
        let neighbours = negatives::neighbours(&passages, rows);
        let weights = weights(&passages, rows);
        damp(passages.items_mut());
        Self { passages, neighbours, weights }
    }
}

/// Returns a unit vector for every row by latent semantic analysis, also for everyday words and for pieces.
fn directions(
    course: &Course,
    texts: &Texts<'_>,
    lexicon: &Lexicon,
    dims: usize,
    seed: u64,
) -> Vec<f32> {
    let mut rows = start::directions(texts, lexicon.len(), dims, seed);
    init_everyday_rows(course.rephrasing(), dims, &mut rows);
    init_bucket_rows(course.spelling(), lexicon, dims, &mut rows);
    rows
}

/// Returns the keys of tokens that occur at least twice, at most `most` of them, by falling frequency.
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

/// Returns the inverse document frequency of each row, ln(1 + N / n), or 1 for a row that never occurs.
fn weights(passages: &Lists<(u32, f32)>, rows: usize) -> Vec<f32> {
    let mut found = vec![0.0_f32; rows];
    passages.iter().flatten().for_each(|&(row, _)| found[row as usize] += 1.0);
    let total = passages.len() as f32;
    found
        .into_iter()
        .map(|found| if found > 0.0 { (1.0 + total / found).ln() } else { 1.0 })
        .collect()
}

/// Initialises each bucket with the mean of the words that have its piece.
fn init_bucket_rows(spelling: &[Box<[u32]>], lexicon: &Lexicon, dims: usize, rows: &mut [f32]) {
    let (buckets, words) = rows.split_at_mut(lexicon.buckets as usize * dims);
    let spelling = spelling.iter().skip(lexicon.buckets as usize);
    for (word, spelling) in words.chunks_exact(dims).zip(spelling) {
        for &bucket in spelling {
            let from = bucket as usize * dims;
            add(&mut buckets[from..from + dims], 1.0, word);
        }
    }
    buckets.chunks_exact_mut(dims).for_each(|row| {
        normalise(row);
    });
}

/// Initialises the rows of everyday words that no passage contains with the mean of their terms of law.
fn init_everyday_rows(rephrasing: &everyday::Rephrasing, dims: usize, rows: &mut [f32]) {
    let mut found: Vec<(u32, &[u32])> = rephrasing
        .pairs()
        .flat_map(|(law, everyday)| everyday.iter().map(move |it| (it.0, law)))
        .collect();
    found.sort_unstable();
    found.retain(|&(row, _)| {
        let from = row as usize * dims;
        rows[from..from + dims].iter().all(|&value| value == 0.0)
    });
    for &(row, law) in &found {
        for &other in law {
            let other = rows[other as usize * dims..(other as usize + 1) * dims].to_vec();
            let from = row as usize * dims;
            add(&mut rows[from..from + dims], 1.0, &other);
        }
    }
    for (row, _) in found {
        let from = row as usize * dims;
        normalise(&mut rows[from..from + dims]);
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
                let (question, passage, place) = course.draw(lesson, &mut random);
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
