//! The fitted numbers: for each model a bias, a step, and a whole number of steps a cell.

use super::signs::{CELLS, Signs};
use crate::CounselError;

/// The models, in the order of the file: whether a question is for this desk, and the sections that may answer it.
pub const MODELS: [&str; 12] = [
    "inside",
    "효능",
    "용법",
    "경고",
    "임부",
    "소아",
    "신장",
    "상호작용",
    "이상반응",
    "보관",
    "복약지도",
    "개요",
];

/// Bytes before a model's cells: bias and step.
const HEAD: usize = 8;

/// The weights of all models.
#[derive(Debug, Clone, PartialEq)]
pub struct Weights {
    models: Vec<Model>,
}

#[derive(Debug, Clone, PartialEq)]
struct Model {
    bias: f32,
    step: f32,
    cells: Vec<i8>,
}

impl Weights {
    /// Reads what [`Weights::to_bytes`] wrote.
    pub fn read(file: &str, bytes: &[u8]) -> Result<Self, CounselError> {
        let length = MODELS.len() * (HEAD + CELLS);
        if bytes.len() != length {
            return Err(CounselError::Data {
                file: file.to_owned(),
                line: 1,
                problem: format!(
                    "{} bytes where {length} are needed; write it again with examples/train_likeness.rs",
                    bytes.len()
                ),
            });
        }
        let number = |it: &[u8]| f32::from_le_bytes([it[0], it[1], it[2], it[3]]);
        let model = |it: &[u8]| Model {
            bias: number(&it[..4]),
            step: number(&it[4..HEAD]),
            cells: it[HEAD..].iter().map(|byte| i8::from_le_bytes([*byte])).collect(),
        };
        Ok(Self { models: bytes.chunks_exact(HEAD + CELLS).map(model).collect() })
    }

    /// From bias and weights of each model, in the order of [`MODELS`].
    pub fn quantised(models: &[(f32, Vec<f32>)]) -> Self {
        let model = |(bias, weights): &(f32, Vec<f32>)| {
            let largest = weights.iter().fold(f32::MIN_POSITIVE, |most, it| most.max(it.abs()));
            let step = largest / f32::from(i8::MAX);
            // Between -127 and 127 by the choice of the step.
            let cells = weights.iter().map(|it| (it / step).round() as i8).collect();
            Model { bias: *bias, step, cells }
        };
        Self { models: models.iter().map(model).collect() }
    }

    /// Little-endian, model after model.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(MODELS.len() * (HEAD + CELLS));
        for model in &self.models {
            bytes.extend(model.bias.to_le_bytes());
            bytes.extend(model.step.to_le_bytes());
            bytes.extend(model.cells.iter().flat_map(|it| it.to_le_bytes()));
        }
        bytes
    }

    /// How probable a model (of [`MODELS`]) makes it, 0 to 1.
    pub fn probability(&self, model: usize, signs: &Signs) -> f32 {
        let Some(model) = self.models.get(model) else { return 0.0 };
        let sum: f32 =
            signs.iter().map(|(cell, on)| f32::from(model.cells[usize::from(*cell)]) * on).sum();
        1.0 / (1.0 + (-(model.bias + model.step * sum)).exp())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_a_torn_file_is_told() {
        let mut weights = vec![0.0; CELLS];
        weights[3] = 2.54;
        let models: Vec<_> = MODELS.iter().map(|_| (-1.0, weights.clone())).collect();
        let bytes = Weights::quantised(&models).to_bytes();
        let read = Weights::read("likeness.bin", &bytes).unwrap();
        assert!((read.probability(0, &vec![(3, 1.0)]) - 0.823).abs() < 0.001);
        assert!((read.probability(0, &vec![(4, 1.0)]) - 0.269).abs() < 0.001);
        let error = Weights::read("likeness.bin", &bytes[1..]).unwrap_err().to_string();
        assert!(error.starts_with("likeness.bin:1: "), "{error}");
    }
}
