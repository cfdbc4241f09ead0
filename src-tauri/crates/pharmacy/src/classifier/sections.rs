//! Predicts which section of a drug's document answers a question: one softmax over all sections.

use simui_clinical::data::DataFault;

use super::cells::{CELLS, Features};
use super::softmax::Softmax;
use crate::PharmacyError;

/// The sections, each named by a part of its heading: 신장 for `간·신장`; 고령자 are in the section of 소아.
pub const SECTIONS: [&str; 11] = [
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

/// The model, with one name for each of [`SECTIONS`].
#[derive(Debug, Clone, PartialEq)]
pub struct Sections(Softmax);

impl Sections {
    /// Reads the weights that `examples/train_sections.rs` wrote. Fails if they are malformed or name other
    /// sections than [`SECTIONS`], in this order.
    pub fn read(file: &str, bytes: &[u8]) -> Result<Self, PharmacyError> {
        let model = Softmax::read(file, "train_sections", CELLS, bytes)?;
        let unknown = model.names.iter().zip(SECTIONS).position(|(it, known)| it != known);
        let unknown = unknown.or_else(|| (model.names.len() != SECTIONS.len()).then_some(0));
        match unknown {
            None => Ok(Self(model)),
            Some(at) => Err(PharmacyError::Data(DataFault {
                file: file.to_owned(),
                line: at + 1,
                problem: "not the sections of the program; write it again with examples/train_sections.rs".to_owned(),
            })),
        }
    }

    /// The probability that each section answers, in the order of [`SECTIONS`]; their sum is 1.
    pub fn of(&self, features: &Features) -> Vec<f32> {
        self.0.shares(features)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]
mod tests {
    use super::*;

    #[test]
    fn written_weights_are_read_and_other_sections_are_refused() {
        let model = |names: &[&str]| {
            let one = |name: &&str| {
                let mut weights = vec![0.0; CELLS];
                weights[3] = if *name == "보관" { 4.0 } else { 0.0 };
                ((*name).to_owned(), 0.0, weights)
            };
            Softmax::quantised(&names.iter().map(one).collect::<Vec<_>>()).to_bytes()
        };
        let read = Sections::read("sections.bin", &model(&SECTIONS)).unwrap();
        let shares = read.of(&vec![(3, 1.0)]);
        assert!((shares[8] - 0.845).abs() < 0.001, "{shares:?}");
        assert!((shares.iter().sum::<f32>() - 1.0).abs() < 0.001);
        let other = Sections::read("sections.bin", &model(&["효능", "개요"])).unwrap_err();
        assert!(other.to_string().starts_with("sections.bin:2: "), "{other}");
        let fewer = Sections::read("sections.bin", &model(&SECTIONS[..3])).unwrap_err();
        assert!(fewer.to_string().starts_with("sections.bin:1: "), "{fewer}");
    }
}
