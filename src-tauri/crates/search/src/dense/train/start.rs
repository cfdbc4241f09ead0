//! Where training starts from: latent semantic analysis.

use super::random::Random;
use crate::dense::lexicon::Bag;
use crate::dense::numbers::{add, dot, normalise};

/// A direction for each of `rows` tokens from the texts they occur in: the left singular vectors of the token-text
/// matrix, times their singular values, each row then of length one. Randomised subspace iteration (Halko,
/// Martinsson and Tropp, 2011, algorithm 4.4), the basis kept orthonormal by Cholesky QR.
pub(super) fn directions(texts: &[Bag], rows: usize, dims: usize, seed: u64) -> Vec<f32> {
    const ROUNDS: usize = 3;
    let mut random = Random::new(seed);
    let mut basis: Vec<f32> =
        (0..texts.len() * dims).map(|_| random.unit() + random.unit() - 1.0).collect();
    for _ in 0..ROUNDS {
        orthonormalise(&mut basis, dims);
        let tokens = spread(texts, &basis, rows, dims);
        basis.fill(0.0);
        for (text, place) in texts.iter().zip(basis.chunks_exact_mut(dims)) {
            for &(row, count) in text {
                add(place, count, &tokens[row as usize * dims..(row as usize + 1) * dims]);
            }
        }
    }
    orthonormalise(&mut basis, dims);
    let mut tokens = spread(texts, &basis, rows, dims);
    tokens.chunks_exact_mut(dims).for_each(|row| {
        normalise(row);
    });
    tokens
}

/// For each of `rows` tokens: the sum of the vectors of the texts it occurs in.
pub(super) fn spread(texts: &[Bag], vectors: &[f32], rows: usize, dims: usize) -> Vec<f32> {
    let mut tokens = vec![0.0; rows * dims];
    for (text, vector) in texts.iter().zip(vectors.chunks_exact(dims)) {
        for &(row, count) in text {
            add(&mut tokens[row as usize * dims..(row as usize + 1) * dims], count, vector);
        }
    }
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
        let texts: Vec<Bag> = (0..20_usize)
            .map(|text| (0..3).map(|token| ((text % 2 * 3 + token) as u32, 1.0)).collect())
            .collect();
        let rows = directions(&texts, 6, 4, 7);
        let cosine = |a: usize, b: usize| dot(&rows[a * 4..a * 4 + 4], &rows[b * 4..b * 4 + 4]);
        assert!(cosine(0, 2) > 0.99 && cosine(3, 5) > 0.99 && cosine(0, 3).abs() < 0.1);
    }
}
