//! A linear function of signs as the files hold it: a bias, a step, and a whole number of steps a cell.

use super::cells::Signs;

/// Bytes before the cells: bias and step.
const HEAD: usize = 8;

/// The fitted numbers.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Linear {
    bias: f32,
    step: f32,
    cells: Vec<i8>,
}

impl Linear {
    /// Bytes of one with so many cells.
    pub const fn bytes(width: usize) -> usize {
        HEAD + width
    }

    /// Reads what [`Linear::write`] wrote, one behind the other; what is left over is not read.
    pub fn read_all(bytes: &[u8], width: usize) -> Vec<Self> {
        let number = |it: &[u8]| f32::from_le_bytes([it[0], it[1], it[2], it[3]]);
        let one = |it: &[u8]| Self {
            bias: number(&it[..4]),
            step: number(&it[4..HEAD]),
            cells: it[HEAD..].iter().map(|byte| i8::from_le_bytes([*byte])).collect(),
        };
        bytes.chunks_exact(Self::bytes(width)).map(one).collect()
    }

    /// Appends its numbers, little-endian.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.bias.to_le_bytes());
        bytes.extend(self.step.to_le_bytes());
        bytes.extend(self.cells.iter().flat_map(|it| it.to_le_bytes()));
    }

    /// From bias and weights, in 127 steps up and down.
    pub fn quantised(bias: f32, weights: &[f32]) -> Self {
        let largest = weights.iter().fold(f32::MIN_POSITIVE, |most, it| most.max(it.abs()));
        let step = largest / f32::from(i8::MAX);
        // Between -127 and 127 by the choice of the step.
        let cells = weights.iter().map(|it| (it / step).round() as i8).collect();
        Self { bias, step, cells }
    }

    /// What the signs sum up to.
    pub fn sum(&self, signs: &Signs) -> f32 {
        let on =
            |(cell, on): &(u16, f32)| f32::from(self.cells[folded(*cell, self.cells.len())]) * on;
        self.bias + self.step * signs.iter().map(on).sum::<f32>()
    }
}

/// Where a sign stands in a table of this width, which may be smaller than that of the signs.
pub fn folded(cell: u16, width: usize) -> usize {
    usize::from(cell) % width
}
