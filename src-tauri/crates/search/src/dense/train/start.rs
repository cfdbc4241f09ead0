//! Initial vectors of training: latent semantic analysis.

use simui_arithmetic::{add, dot, normalise};

use super::lists::Lists;
use super::random::Random;

/// Texts as unit vectors of their tokens' weighted counts, computed on access to save the memory of a second
/// copy.
pub(super) struct Texts<'a> {
    bags: &'a Lists<(u32, f32)>,
    weights: &'a [f32],
    /// Factor that normalises each text to length one.
    scales: Vec<f32>,
}

impl<'a> Texts<'a> {
    /// `weights` has one weight for each row.
    pub(super) fn new(bags: &'a Lists<(u32, f32)>, weights: &'a [f32]) -> Self {
        let square = |&(row, count): &(u32, f32)| (count * weights[row as usize]).powi(2);
        let length = |bag: &[(u32, f32)]| bag.iter().map(square).sum::<f32>().sqrt().max(1e-9);
        Self { bags, weights, scales: bags.iter().map(|bag| 1.0 / length(bag)).collect() }
    }

    pub(super) fn len(&self) -> usize {
        self.bags.len()
    }

    /// Iterates over the rows of a text with their normalised weighted counts.
    fn text(&self, text: usize) -> impl Iterator<Item = (u32, f32)> {
        let scale = self.scales[text];
        self.bags
            .get(text)
            .iter()
            .map(move |&(row, count)| (row, count * self.weights[row as usize] * scale))
    }

    /// Returns for each of the tokens `from..rows` the sum of the vectors of the texts in which it occurs.
    pub(super) fn spread(
        &self,
        vectors: &[f32],
        from: usize,
        rows: usize,
        dims: usize,
    ) -> Vec<f32> {
        let mut tokens = vec![0.0; (rows - from) * dims];
        for (text, vector) in vectors.chunks_exact(dims).enumerate() {
            for (row, count) in self.text(text).filter(|it| it.0 as usize >= from) {
                let at = (row as usize - from) * dims;
                add(&mut tokens[at..at + dims], count, vector);
            }
        }
        tokens
    }
}

/// Returns a unit vector for each of `rows` tokens: the left singular vectors of the token-text matrix times
/// their singular values, each row normalised. Randomised subspace iteration (Halko, Martinsson and Tropp,
/// 2011, algorithm 4.4); the basis is kept orthonormal by Cholesky QR.
pub(super) fn directions(texts: &Texts<'_>, rows: usize, dims: usize, seed: u64) -> Vec<f32> {
    const ROUNDS: usize = 3;
    let mut random = Random::new(seed);
    let mut basis: Vec<f32> =
        (0..texts.len() * dims).map(|_| random.unit() + random.unit() - 1.0).collect();
    for _ in 0..ROUNDS {
        orthonormalise(&mut basis, dims);
        let tokens = texts.spread(&basis, 0, rows, dims);
        basis.fill(0.0);
        for (text, place) in basis.chunks_exact_mut(dims).enumerate() {
            for (row, count) in texts.text(text) {
                add(place, count, &tokens[row as usize * dims..(row as usize + 1) * dims]);
            }
        }
    }
    orthonormalise(&mut basis, dims);
    let mut tokens = texts.spread(&basis, 0, rows, dims);
    tokens.chunks_exact_mut(dims).for_each(|row| {
        normalise(row);
    });
    tokens
}

/// Makes the columns orthonormal: with G = QᵀQ = LLᵀ, Q becomes Q L⁻ᵀ.
fn orthonormalise(basis: &mut [f32], dims: usize) {
    let mut gram = vec![0.0_f32; dims * dims];
    for row in basis.chunks_exact(dims) {
        for (value, place) in row.iter().zip(gram.chunks_exact_mut(dims)) {
            add(place, *value, row);
        }
    }
    // Columns may depend on each other when there are fewer texts than dimensions.
    let ridge = 1e-6 * (0..dims).map(|i| gram[i * dims + i]).sum::<f32>() / dims as f32 + 1e-12;
    let mut lower = vec![0.0_f32; dims * dims];
    for i in 0..dims {
        for j in 0..=i {
            let known = dot(&lower[i * dims..i * dims + j], &lower[j * dims..j * dims + j]);
            let value = gram[i * dims + j] - known;
            lower[i * dims + j] = if i == j {
                (value + ridge).max(ridge).sqrt()
            } else {
                value / lower[j * dims + j]
            };
        }
    }
    for row in basis.chunks_exact_mut(dims) {
        for i in 0..dims {
            let known = dot(&lower[i * dims..i * dims + i], &row[..i]);
            row[i] = (row[i] - known) / lower[i * dims + i];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_become_orthonormal() {
        let mut random = Random::new(1);
        let mut basis: Vec<f32> = (0..50 * 8).map(|_| random.unit() - 0.3).collect();
        orthonormalise(&mut basis, 8);
        for i in 0..8 {
            for j in 0..8 {
                let product: f32 = (0..50).map(|row| basis[row * 8 + i] * basis[row * 8 + j]).sum();
                let expected = f32::from(u8::from(i == j));
                assert!((product - expected).abs() < 1e-3, "{i} {j} {product}");
            }
        }
    }

    #[test]
    fn tokens_of_the_same_texts_point_the_same_way() {
        // Tokens 0..3 occur in even texts, 3..6 in odd ones.
        let text = |text: usize| (0..3).map(move |token| ((text % 2 * 3 + token) as u32, 1.0));
        let texts: Lists<(u32, f32)> = (0..20).map(text).collect();
        let rows = directions(&Texts::new(&texts, &[1.0; 6]), 6, 4, 7);
        let cosine = |a: usize, b: usize| dot(&rows[a * 4..a * 4 + 4], &rows[b * 4..b * 4 + 4]);
        assert!(cosine(0, 2) > 0.99 && cosine(3, 5) > 0.99 && cosine(0, 3).abs() < 0.1);
    }
}
