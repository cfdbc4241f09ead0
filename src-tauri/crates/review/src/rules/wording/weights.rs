//! The weights of the wording model. Each kind has one line: a bias, a scale, and a small integer a cell.

use simui_domain::ViolationKind;

use super::features::{CELLS, Features};

const MAGIC: &[u8; 8] = b"SIMUIW01";
const KINDS: usize = ViolationKind::ALL.len();
/// Bytes of a line: bias and scale as `f32`, then one byte a cell.
const LINE: usize = 8 + CELLS;

/// Linear models, one for each kind of violation.
#[derive(Debug, Clone)]
pub struct Weights {
    lines: Vec<Line>,
}

#[derive(Debug, Clone)]
struct Line {
    bias: f32,
    scale: f32,
    cells: Vec<i8>,
}

impl Weights {
    /// Quantises `(bias, weights)` of each kind, in the order of [`ViolationKind::ALL`].
    pub fn quantised(models: &[(f32, Vec<f32>)]) -> Self {
        let lines = models.iter().map(|(bias, weights)| {
            let largest = weights.iter().fold(0.0f32, |largest, weight| largest.max(weight.abs()));
            let scale = if largest > 0.0 { largest / 127.0 } else { 1.0 };
            // The division keeps the rounded weight within ±127.
            let cells = weights.iter().map(|weight| (weight / scale).round() as i8).collect();
            Line { bias: *bias, scale, cells }
        });
        Self { lines: lines.collect() }
    }

    /// Returns the bytes of `rules/wording.bin`.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for line in &self.lines {
            bytes.extend(line.bias.to_le_bytes());
            bytes.extend(line.scale.to_le_bytes());
            bytes.extend(line.cells.iter().map(|cell| cell.to_le_bytes()[0]));
        }
        bytes
    }

    /// Reads the bytes of [`Weights::to_bytes`]; `None` when they are anything else.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let body = bytes.strip_prefix(MAGIC)?;
        if body.len() != KINDS * LINE {
            return None;
        }
        let float = |bytes: &[u8]| bytes.try_into().map(f32::from_le_bytes).ok();
        let lines = body.chunks_exact(LINE).map(|line| {
            let cells = line[8..].iter().map(|byte| i8::from_le_bytes([*byte])).collect();
            Some(Line { bias: float(&line[..4])?, scale: float(&line[4..8])?, cells })
        });
        Some(Self { lines: lines.collect::<Option<_>>()? })
    }

    /// Returns the probability of the kind, `0.0..=1.0`.
    pub fn probability(&self, kind: ViolationKind, features: &Features) -> f32 {
        let Some(line) = self.lines.get(kind as usize) else { return 0.0 };
        1.0 / (1.0 + (-(line.bias + line.sum(features))).exp())
    }

    /// Returns the weight of the features for the kind; positive values make it more likely.
    pub fn weight(&self, kind: ViolationKind, features: &Features) -> f32 {
        self.lines.get(kind as usize).map_or(0.0, |line| line.sum(features))
    }
}

impl Line {
    fn sum(&self, features: &Features) -> f32 {
        let sum: f32 = features
            .iter()
            .map(|(cell, value)| f32::from(self.cells[usize::from(*cell)]) * value)
            .sum();
        sum * self.scale
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a panic is the report of a failed test")]

    use super::*;

    #[test]
    fn weights_survive_storage() {
        let mut models = vec![(0.0, vec![0.0; CELLS]); KINDS];
        models[5] = (-1.0, (0..CELLS).map(|cell| if cell == 7 { 4.0 } else { 0.0 }).collect());
        let weights = Weights::from_bytes(&Weights::quantised(&models).to_bytes()).unwrap();
        let on = vec![(7, 1.0)];
        assert!((weights.weight(ViolationKind::V6, &on) - 4.0).abs() < 1e-3);
        assert!((weights.probability(ViolationKind::V6, &on) - 0.9526).abs() < 1e-3);
        assert!((weights.probability(ViolationKind::V5, &on) - 0.5).abs() < 1e-6);
        assert!(Weights::from_bytes(b"SIMUIW01").is_none());
        assert!(Weights::from_bytes(&[0; 100]).is_none());
    }
}
