use std::sync::OnceLock;

use super::lexicon::{Bag, Lexicon};
use super::numbers;
use crate::analysis::Terms;

/// A static embedding: each token has a row, a text is the weighted mean of its tokens' rows brought to
/// length one. Immutable; clone it behind an `Arc`.
#[derive(Debug, Clone)]
pub struct Embedding {
    pub(super) dims: usize,
    pub(super) lexicon: Lexicon,
    /// Keys of the rows after the buckets.
    pub(super) keys: Vec<u64>,
    /// `dims` numbers for each row; the row is these times its scale.
    pub(super) codes: Vec<i8>,
    /// Holds the token's weight too: rows are stored multiplied by it.
    pub(super) scales: Vec<f32>,
    /// See [`Embedding::fingerprint`].
    pub(super) fingerprint: OnceLock<String>,
}

impl Embedding {
    /// Quantises rows of `dims` numbers each, buckets first, then those of `keys`.
    pub(super) fn quantise(
        dims: usize,
        buckets: u32,
        keys: Vec<u64>,
        rows: impl Iterator<Item = Vec<f32>>,
    ) -> Self {
        let mut codes = Vec::with_capacity((buckets as usize + keys.len()) * dims);
        let scales = rows.map(|row| numbers::quantise(&row, &mut codes)).collect();
        let lexicon = Lexicon::new(buckets, &keys);
        Self { dims, lexicon, keys, codes, scales, fingerprint: OnceLock::new() }
    }

    /// Length of a vector.
    pub fn dims(&self) -> usize {
        self.dims
    }

    /// How many rows the table has.
    pub fn rows(&self) -> usize {
        self.scales.len()
    }

    /// The vector of a text, of length one; all zeros when none of its tokens is known.
    pub fn embed(&self, terms: &Terms) -> Vec<f32> {
        self.embed_bag(&self.lexicon.bag(terms))
    }

    pub(super) fn embed_bag(&self, bag: &Bag) -> Vec<f32> {
        let mut sum = vec![0.0; self.dims];
        for &(row, count) in bag {
            self.add(row, count, &mut sum);
        }
        numbers::normalise(&mut sum);
        sum
    }

    /// The row of one word and its weight, that is the row's length before it was brought to one; an unknown
    /// word is made of its pieces.
    pub fn word(&self, term: &str) -> (Vec<f32>, f32) {
        let terms = Terms { morphemes: vec![term.to_owned()], bigrams: Vec::new() };
        let mut sum = vec![0.0; self.dims];
        for (row, count) in self.lexicon.bag(&terms) {
            self.add(row, count, &mut sum);
        }
        let length = numbers::normalise(&mut sum);
        (sum, length)
    }

    /// The row of a known key in i8 and its length in units of the codes.
    pub(crate) fn codes_of(&self, key: u64) -> Option<(&[i8], f32)> {
        let row = self.lexicon.row(key)? as usize;
        let codes = &self.codes[row * self.dims..(row + 1) * self.dims];
        Some((codes, (numbers::dot_codes(codes, codes) as f32).sqrt()))
    }

    /// `sum += count * row`.
    pub(super) fn add(&self, row: u32, count: f32, sum: &mut [f32]) {
        let row = row as usize;
        let factor = self.scales[row] * count;
        let codes = &self.codes[row * self.dims..(row + 1) * self.dims];
        for (sum, &code) in sum.iter_mut().zip(codes) {
            *sum += factor * f32::from(code);
        }
    }
}
