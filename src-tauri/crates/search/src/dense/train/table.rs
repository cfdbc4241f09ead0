//! The trainable parameters, and how the vector of a text is computed from them.

use std::thread;

use simui_arithmetic::{add, dot, normalise};

use crate::dense::lexicon::Bag;

/// Parts of the table, each updated by its own thread. Fixed, because it influences the result.
pub(super) const SHARDS: usize = 2;

/// The rows `shard`, `shard + SHARDS`, … of the table.
#[derive(Debug, Clone, Default)]
pub(super) struct Shard {
    pub(super) rows: Vec<f32>,
    /// Logarithm of each token's weight.
    pub(super) weights: Vec<f32>,
    /// Sum of the mean squared gradients of each row, for Adagrad.
    rows_seen: Vec<f32>,
    weights_seen: Vec<f32>,
}

/// A row for each token and its weight.
#[derive(Debug, Clone)]
pub(super) struct Table {
    pub(super) dims: usize,
    /// The first numbers of each row, which were trained before and move less.
    pub(super) settled: usize,
    pub(super) shards: [Shard; SHARDS],
}

/// Parameters of one step.
#[derive(Clone, Copy)]
struct Step {
    dims: usize,
    settled: usize,
    rate: f32,
}

/// Vectors of several texts.
#[derive(Debug, Clone)]
pub(super) struct Encoded {
    /// Unit vectors (or zeros) of `dims` numbers each.
    pub(super) vectors: Vec<f32>,
    /// Their lengths before normalisation.
    pub(super) lengths: Vec<f32>,
}

impl Table {
    /// `fill` writes a row and returns the logarithm of its weight; called once for each of `0..rows`.
    pub(super) fn new(
        dims: usize,
        rows: usize,
        mut fill: impl FnMut(usize, &mut [f32]) -> f32,
    ) -> Self {
        let shards = std::array::from_fn(|shard| {
            let own_rows = (shard..rows).step_by(SHARDS);
            let count = own_rows.len();
            let mut values = vec![0.0; count * dims];
            let places = values.chunks_exact_mut(dims);
            let weights = own_rows.zip(places).map(|(row, values)| fill(row, values)).collect();
            let (rows_seen, weights_seen) = (vec![0.0; count], vec![0.0; count]);
            Shard { rows: values, weights, rows_seen, weights_seen }
        });
        Self { dims, settled: 0, shards }
    }

    /// Returns row and log-weight of a token.
    pub(super) fn row(&self, row: u32) -> (&[f32], f32) {
        let (shard, at) = (&self.shards[row as usize % SHARDS], row as usize / SHARDS);
        (&shard.rows[at * self.dims..(at + 1) * self.dims], shard.weights[at])
    }

    /// Iterates over the rows times their weights, in order.
    pub(super) fn weighted(&self) -> impl Iterator<Item = Vec<f32>> {
        let rows = self.shards.iter().map(|shard| shard.weights.len()).sum::<usize>();
        (0..rows as u32).map(|row| {
            let (values, weight) = self.row(row);
            let weight = weight.exp();
            values.iter().map(|value| value * weight).collect()
        })
    }

    pub(super) fn encode(&self, bags: &[Bag]) -> Encoded {
        let mut vectors = vec![0.0; bags.len() * self.dims];
        let mut lengths = vec![0.0; bags.len()];
        let share = bags.len().div_ceil(SHARDS).max(1);
        thread::scope(|scope| {
            let parts = bags
                .chunks(share)
                .zip(vectors.chunks_mut(share * self.dims))
                .zip(lengths.chunks_mut(share));
            for ((bags, vectors), lengths) in parts {
                scope.spawn(move || {
                    let places = vectors.chunks_exact_mut(self.dims).zip(lengths);
                    for (bag, (vector, length)) in bags.iter().zip(places) {
                        for &(row, count) in bag {
                            let (values, weight) = self.row(row);
                            add(vector, count * weight.exp(), values);
                        }
                        *length = normalise(vector);
                    }
                });
            }
        });
        Encoded { vectors, lengths }
    }

    /// Makes one step of row-wise Adagrad (Duchi et al., 2011; one sum of squares for each row, as for
    /// embedding tables in DLRM, Naumov et al., 2019). `gradients` are by the texts' vectors before
    /// normalisation.
    pub(super) fn learn(&mut self, bags: &[Bag], gradients: &[f32], rate: f32) {
        let step = Step { dims: self.dims, settled: self.settled, rate };
        thread::scope(|scope| {
            for (number, shard) in self.shards.iter_mut().enumerate() {
                scope.spawn(move || shard.learn(number, &step, bags, gradients));
            }
        });
    }
}

impl Shard {
    fn learn(&mut self, number: usize, step: &Step, bags: &[Bag], gradients: &[f32]) {
        let dims = step.dims;
        const UNSEEN: u32 = u32::MAX;
        let mut slots = vec![UNSEEN; self.weights.len()];
        let mut touched: Vec<u32> = Vec::new();
        let mut sums: Vec<f32> = Vec::new();
        for (bag, gradient) in bags.iter().zip(gradients.chunks_exact(dims)) {
            for &(row, count) in bag {
                if row as usize % SHARDS != number {
                    continue;
                }
                let at = row as usize / SHARDS;
                if slots[at] == UNSEEN {
                    slots[at] = touched.len() as u32;
                    touched.push(at as u32);
                    sums.resize(sums.len() + dims, 0.0);
                }
                let slot = slots[at] as usize * dims;
                add(&mut sums[slot..slot + dims], count, gradient);
            }
        }
        for (&at, sum) in touched.iter().zip(sums.chunks_exact(dims)) {
            self.step(at as usize, step, sum);
        }
    }

    /// Updates one row; `sum` is the gradient by the token's weighted row.
    fn step(&mut self, at: usize, how: &Step, sum: &[f32]) {
        /// Learning rate of a log-weight relative to that of a coordinate.
        const WEIGHT_RATE: f32 = 1.0;
        /// Learning rate of settled numbers relative to new ones, small so that the base's knowledge is kept.
        const SETTLED_RATE: f32 = 0.2;
        let Step { dims, settled, rate } = *how;
        let weight = self.weights[at].exp();
        let row = &mut self.rows[at * dims..(at + 1) * dims];
        let by_weight = weight * dot(row, sum);
        let squares = weight * weight * dot(sum, sum) / dims as f32;
        self.rows_seen[at] += squares;
        self.weights_seen[at] += by_weight * by_weight;
        if self.rows_seen[at] > 0.0 {
            let step = -rate * weight / self.rows_seen[at].sqrt();
            add(&mut row[..settled], step * SETTLED_RATE, &sum[..settled]);
            add(&mut row[settled..], step, &sum[settled..]);
        }
        if self.weights_seen[at] > 0.0 {
            let step = rate * WEIGHT_RATE * by_weight / self.weights_seen[at].sqrt();
            self.weights[at] = (self.weights[at] - step).clamp(-8.0, 8.0);
        }
    }
}
