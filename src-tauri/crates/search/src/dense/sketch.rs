//! Sketches: one bit for each number of a vector, an eighth of its size, to preselect vectors for exact
//! comparison.
//!
//! A bit is the sign of a number after subtracting its mean over the corpus. Vectors whose signs differ in
//! few places are near (random hyperplane hashing, Charikar, 2002, with the axes as planes). The few thousand
//! vectors with the most similar sketches are compared exactly. A graph (HNSW) would compare fewer vectors,
//! but must be built, stored and verified; sketches are computed from the vectors in a moment.

/// Sketches of vectors, by index.
#[derive(Debug, Clone)]
pub(super) struct Sketches {
    /// Mean of each number over all vectors.
    means: Vec<f32>,
    /// Length of a sketch in words of 64 bits.
    width: usize,
    bits: Vec<u64>,
}

impl Sketches {
    /// Computes the sketches of vectors of `dims` codes each, with their scales.
    pub(super) fn new(dims: usize, codes: &[i8], scales: &[f32]) -> Self {
        let mut means = vec![0.0_f64; dims];
        for (codes, scale) in codes.chunks_exact(dims).zip(scales) {
            for (mean, &code) in means.iter_mut().zip(codes) {
                *mean += f64::from(code) * f64::from(*scale);
            }
        }
        let count = scales.len().max(1) as f64;
        let means: Vec<f32> = means.into_iter().map(|sum| (sum / count) as f32).collect();
        let width = dims.div_ceil(64);
        let mut sketches = Self { means, width, bits: Vec::with_capacity(width * scales.len()) };
        for (codes, scale) in codes.chunks_exact(dims).zip(scales) {
            let sketch = sketches.sketch(codes, *scale);
            sketches.bits.extend(sketch);
        }
        sketches
    }

    /// Returns the bits of a vector: which numbers are above their mean.
    fn sketch(&self, codes: &[i8], scale: f32) -> Vec<u64> {
        let mut sketch = vec![0; self.width];
        for (at, (&code, mean)) in codes.iter().zip(&self.means).enumerate() {
            sketch[at / 64] |= u64::from(f32::from(code) * scale > *mean) << (at % 64);
        }
        sketch
    }

    /// Returns, in no order, at least `wanted` indices (if `keep` admits as many) whose sketches differ least
    /// from the query's.
    pub(super) fn near(
        &self,
        codes: &[i8],
        scale: f32,
        wanted: usize,
        keep: &impl Fn(usize) -> bool,
    ) -> Vec<usize> {
        let query = self.sketch(codes, scale);
        let differences = match self.width {
            4 => differences::<4>(&self.bits, &query),
            6 => differences::<6>(&self.bits, &query),
            12 => differences::<12>(&self.bits, &query),
            16 => differences::<16>(&self.bits, &query),
            width => {
                let sketches = self.bits.chunks_exact(width.max(1));
                sketches.map(|sketch| difference(sketch, &query)).collect()
            }
        };
        let mut counts = vec![0_usize; self.width * 64 + 1];
        differences.iter().for_each(|&it| counts[usize::from(it)] += 1);
        // A strict filter may drop most candidates; the radius then grows.
        let mut cast = wanted;
        loop {
            let limit = within(&counts, cast);
            let found: Vec<usize> = differences
                .iter()
                .enumerate()
                .filter(|&(place, &difference)| usize::from(difference) <= limit && keep(place))
                .map(|(place, _)| place)
                .collect();
            if found.len() >= wanted || cast >= differences.len() {
                return found;
            }
            cast = cast.saturating_mul(8);
        }
    }
}

/// Returns the differences of all sketches of a width known at compile time, which is twice as fast.
fn differences<const WIDTH: usize>(bits: &[u64], query: &[u64]) -> Vec<u16> {
    let sketches = bits.as_chunks::<WIDTH>().0;
    match query.first_chunk::<WIDTH>() {
        Some(query) => sketches.iter().map(|sketch| difference(sketch, query)).collect(),
        None => Vec::new(),
    }
}

#[inline]
fn difference(sketch: &[u64], query: &[u64]) -> u16 {
    let different: u32 = sketch.iter().zip(query).map(|(a, b)| (a ^ b).count_ones()).sum();
    // A vector has fewer than 65,536 numbers.
    different as u16
}

/// Returns the least difference within which `wanted` sketches lie.
fn within(counts: &[usize], wanted: usize) -> usize {
    let mut sum = 0;
    let enough = counts.iter().position(|count| {
        sum += count;
        sum >= wanted
    });
    enough.unwrap_or(counts.len())
}
