//! One bit a number: a sketch of every vector, an eighth of its size, that says quickly which are worth a closer look.
//!
//! The sign of each number of a vector (its mean over the corpus taken off) is kept; two vectors whose signs differ in
//! few places are near (random hyperplane hashing, Charikar, 2002, with the axes as planes). The nearest of a large
//! corpus are among the few thousand whose signs differ least; those are then compared exactly. A graph (HNSW) would look at
//! fewer vectors, but must be built, kept and trusted; this is made from the vectors in a moment and depends on nothing else.

/// Sketches of vectors, by place.
#[derive(Debug, Clone)]
pub(super) struct Sketches {
    /// Mean of each number, in units of the vectors' codes brought to one scale.
    means: Vec<f32>,
    /// Words of 64 bits a sketch.
    width: usize,
    bits: Vec<u64>,
}

impl Sketches {
    /// Of vectors of `dims` codes each, with their scales.
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

    /// Which numbers of a vector are above their mean.
    fn sketch(&self, codes: &[i8], scale: f32) -> Vec<u64> {
        let mut sketch = vec![0; self.width];
        for (at, (&code, mean)) in codes.iter().zip(&self.means).enumerate() {
            sketch[at / 64] |= u64::from(f32::from(code) * scale > *mean) << (at % 64);
        }
        sketch
    }

    /// At least `wanted` places (if so many are kept) whose sketches differ least from that of the query, in no order.
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
        // Filters may throw most away: then the net is cast wider.
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

/// The differences of all sketches of a width that the compiler knows, which is twice as fast.
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
    // A vector has far fewer than 65,536 numbers.
    different as u16
}

/// The least difference within which `wanted` sketches lie.
fn within(counts: &[usize], wanted: usize) -> usize {
    let mut sum = 0;
    let enough = counts.iter().position(|count| {
        sum += count;
        sum >= wanted
    });
    enough.unwrap_or(counts.len())
}
