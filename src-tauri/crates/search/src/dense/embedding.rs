use std::sync::OnceLock;

use simui_arithmetic::{dot_codes, normalise, quantise};

use super::lexicon::{Bag, Lexicon};
use crate::analysis::Terms;

/// A static embedding: each token has a row, and a text is the weighted mean of its tokens' rows, normalised
/// to length one. Immutable; share it through an `Arc`.
#[derive(Debug, Clone)]
pub struct Embedding {
    pub(super) dims: usize,
    pub(super) lexicon: Lexicon,
    /// Keys of the rows that follow the buckets.
    pub(super) keys: Vec<u64>,
    /// `dims` codes for each row; a row is its codes times its scale.
    pub(super) codes: Vec<i8>,
    /// Scale of each row, which includes the token's weight.
    pub(super) scales: Vec<f32>,
    /// Cache of [`Embedding::fingerprint`].
    pub(super) fingerprint: OnceLock<String>,
}

impl Embedding {
    /// Quantises rows of `dims` numbers each: first those of the buckets, then those of `keys`.
    pub(super) fn quantise(
        dims: usize,
        buckets: u32,
        keys: Vec<u64>,
        rows: impl Iterator<Item = Vec<f32>>,
    ) -> Self {
        let mut codes = Vec::with_capacity((buckets as usize + keys.len()) * dims);
        let scales = rows.map(|row| quantise(&row, &mut codes)).collect();
        let lexicon = Lexicon::new(buckets, &keys);
        Self { dims, lexicon, keys, codes, scales, fingerprint: OnceLock::new() }
    }

    /// Returns the length of a vector.
    pub fn dims(&self) -> usize {
        self.dims
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.scales.len()
    }

    /// Returns the vector of a text, of length one; all zeros when no token is known.
    pub fn embed(&self, terms: &Terms) -> Vec<f32> {
        self.embed_bag(&self.lexicon.bag(terms))
    }

    pub(super) fn embed_bag(&self, bag: &Bag) -> Vec<f32> {
        let mut sum = vec![0.0; self.dims];
        for &(row, count) in bag {
            self.add(row, count, &mut sum);
        }
        normalise(&mut sum);
        sum
    }

    /// Returns the unit vector of one word, and its weight: the length before normalisation. An unknown word
    /// is composed of its pieces.
    pub fn word(&self, term: &str) -> (Vec<f32>, f32) {
        let terms = Terms { morphemes: vec![term.to_owned()], bigrams: Vec::new() };
        let mut sum = vec![0.0; self.dims];
        for (row, count) in self.lexicon.bag(&terms) {
            self.add(row, count, &mut sum);
        }
        let length = normalise(&mut sum);
        (sum, length)
    }

    /// Returns the codes of a known key's row and their length in units of the codes.
    pub(crate) fn codes_of(&self, key: u64) -> Option<(&[i8], f32)> {
        let row = self.lexicon.row(key)? as usize;
        let codes = &self.codes[row * self.dims..(row + 1) * self.dims];
        Some((codes, (dot_codes(codes, codes) as f32).sqrt()))
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
