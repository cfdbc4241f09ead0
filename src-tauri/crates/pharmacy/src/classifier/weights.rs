//! The likeness models: one logistic regression for "is this a question for a pharmacist", and one for each
//! section.

use simui_clinical::data::DataFault;

use super::cells::{CELLS, Features};
use super::linear::Linear;
use super::sections::SECTIONS;
use crate::PharmacyError;

/// Names of the models in the order of the file: whether a question is for this desk (`inside`), then the
/// sections that may answer it.
pub const MODELS: [&str; 12] = models();

/// `inside`, followed by the names of the sections.
const fn models() -> [&'static str; 1 + SECTIONS.len()] {
    let mut models = ["inside"; 1 + SECTIONS.len()];
    let mut at = 0;
    while at < SECTIONS.len() {
        models[1 + at] = SECTIONS[at];
        at += 1;
    }
    models
}

/// The weights of all models.
#[derive(Debug, Clone, PartialEq)]
pub struct Weights {
    models: Vec<Linear>,
}

impl Weights {
    /// Reads the bytes that [`Weights::to_bytes`] wrote. Fails, naming `file`, if their number is wrong.
    pub fn read(file: &str, bytes: &[u8]) -> Result<Self, PharmacyError> {
        let length = MODELS.len() * Linear::bytes(CELLS);
        if bytes.len() != length {
            return Err(PharmacyError::Data(DataFault {
                file: file.to_owned(),
                line: 1,
                problem: format!(
                    "{} bytes where {length} are needed; write it again with examples/train_likeness.rs",
                    bytes.len()
                ),
            }));
        }
        Ok(Self { models: Linear::read_all(bytes, CELLS) })
    }

    /// Quantises bias and weights of each model, in the order of [`MODELS`].
    pub fn quantised(models: &[(f32, Vec<f32>)]) -> Self {
        Self { models: models.iter().map(|(bias, it)| Linear::quantised(*bias, it)).collect() }
    }

    /// The file format: little-endian numbers, model after model.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(MODELS.len() * Linear::bytes(CELLS));
        self.models.iter().for_each(|it| it.write(&mut bytes));
        bytes
    }

    /// The probability by the model at index `model` of [`MODELS`], 0 to 1; 0 if there is no such model.
    pub fn probability(&self, model: usize, features: &Features) -> f32 {
        let sum = self.models.get(model).map(|it| it.sum(features));
        sum.map_or(0.0, |it| 1.0 / (1.0 + (-it).exp()))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]
mod tests {
    use super::*;

    #[test]
    fn written_weights_are_read_and_a_torn_file_is_refused() {
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
