//! Quantised vectors and their cosine.

use simui_arithmetic::{dot_codes, quantise};

/// A vector of length one as integers, with the scale that restores it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Codes {
    pub(crate) codes: Vec<i8>,
    pub(crate) scale: f32,
}

impl Codes {
    /// Quantises a vector, cut or filled with zeros to `dims` numbers.
    pub(crate) fn of(vector: &[f32], dims: usize) -> Self {
        let mut codes = Vec::with_capacity(dims.max(vector.len()));
        let scale = quantise(&vector[..vector.len().min(dims)], &mut codes);
        codes.resize(dims, 0);
        Self { codes, scale }
    }

    /// Returns the cosine of this vector and a stored one.
    pub(crate) fn cosine(&self, codes: &[i8], scale: f32) -> f32 {
        cosine((&self.codes, self.scale), (codes, scale))
    }
}

/// Returns the cosine of two vectors of codes and scale, the same bits in either order.
pub(crate) fn cosine(a: (&[i8], f32), b: (&[i8], f32)) -> f32 {
    dot_codes(a.0, b.0) as f32 * (a.1 * b.1)
}
