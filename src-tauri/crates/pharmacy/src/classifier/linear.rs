//! A quantised linear function of features: a bias, a step, and a whole number of steps for each cell.

use super::cells::Features;

/// Number of bytes before the cells: bias and step.
const HEAD: usize = 8;

/// The fitted weights: that of a cell is its whole number times `step`.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Linear {
    bias: f32,
    step: f32,
    cells: Vec<i8>,
}

impl Linear {
    /// Number of bytes of a function with `width` cells.
    pub const fn bytes(width: usize) -> usize {
        HEAD + width
    }

    /// Reads the functions that [`Linear::write`] appended one after another. An incomplete last one is
    /// ignored.
    pub fn read_all(bytes: &[u8], width: usize) -> Vec<Self> {
        let number = |it: &[u8]| f32::from_le_bytes([it[0], it[1], it[2], it[3]]);
        let one = |it: &[u8]| Self {
            bias: number(&it[..4]),
            step: number(&it[4..HEAD]),
            cells: it[HEAD..].iter().map(|byte| i8::from_le_bytes([*byte])).collect(),
        };
        bytes.chunks_exact(Self::bytes(width)).map(one).collect()
    }

    /// Appends bias, step and cells to `bytes`, little-endian.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.bias.to_le_bytes());
        bytes.extend(self.step.to_le_bytes());
        bytes.extend(self.cells.iter().flat_map(|it| it.to_le_bytes()));
    }

    /// Quantises `weights` to 127 steps in either direction; the largest weight is 127 steps.
    pub fn quantised(bias: f32, weights: &[f32]) -> Self {
        let largest = weights.iter().fold(f32::MIN_POSITIVE, |most, it| most.max(it.abs()));
        let step = largest / f32::from(i8::MAX);
        // Between -127 and 127 by the choice of the step.
        let cells = weights.iter().map(|it| (it / step).round() as i8).collect();
        Self { bias, step, cells }
    }

    /// The value of the function: the bias plus the weighted sum of the features.
    pub fn sum(&self, features: &Features) -> f32 {
        let on =
            |(cell, on): &(u16, f32)| f32::from(self.cells[folded(*cell, self.cells.len())]) * on;
        self.bias + self.step * features.iter().map(on).sum::<f32>()
    }
}

/// The cell of a feature in a table of `width` cells, which may be smaller than the features' own table.
pub fn folded(cell: u16, width: usize) -> usize {
    usize::from(cell) % width
}
