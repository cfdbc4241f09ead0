//! A softmax classifier over names; each name has a linear function of the features.

use simui_clinical::data::DataFault;

use super::cells::Features;
use super::linear::Linear;
use crate::PharmacyError;

/// A fitted classifier.
#[derive(Debug, Clone, PartialEq)]
pub struct Softmax {
    /// The classes.
    pub names: Vec<String>,
    /// The linear function of each class, in the order of `names`.
    models: Vec<Linear>,
}

impl Softmax {
    /// Reads the bytes that [`Softmax::to_bytes`] wrote: a line for each name, an empty line, then the
    /// numbers of `width` cells each. An error names `file` and asks to run the example `by` again.
    pub fn read(file: &str, by: &str, width: usize, bytes: &[u8]) -> Result<Self, PharmacyError> {
        let torn = |line: usize, problem: String| {
            PharmacyError::Data(DataFault {
                file: file.to_owned(),
                line,
                problem: format!("{problem}; write it again with examples/{by}.rs"),
            })
        };
        let head = bytes.windows(2).position(|it| it == b"\n\n");
        let head = head.ok_or_else(|| torn(1, "no empty line behind the names".to_owned()))?;
        let names = std::str::from_utf8(&bytes[..head]);
        let names = names.map_err(|_| torn(1, "its names are no text".to_owned()))?;
        let names: Vec<String> = names.lines().map(str::to_owned).collect();
        let numbers = &bytes[head + 2..];
        let length = names.len() * Linear::bytes(width);
        if numbers.len() != length {
            let problem = format!("{} bytes where {length} are needed", numbers.len());
            return Err(torn(names.len() + 2, problem));
        }
        Ok(Self { names, models: Linear::read_all(numbers, width) })
    }

    /// Quantises name, bias and weights of each class.
    pub fn quantised(fitted: &[(String, f32, Vec<f32>)]) -> Self {
        let names = fitted.iter().map(|(name, ..)| name.clone()).collect();
        let models = fitted.iter().map(|(_, bias, weights)| Linear::quantised(*bias, weights));
        Self { names, models: models.collect() }
    }

    /// The file format: the names, an empty line, and the little-endian numbers of each name in turn.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> =
            self.names.iter().flat_map(|it| format!("{it}\n").into_bytes()).collect();
        bytes.push(b'\n');
        self.models.iter().for_each(|it| it.write(&mut bytes));
        bytes
    }

    /// The probability of each name, in the order of `names`; their sum is 1.
    pub fn shares(&self, features: &Features) -> Vec<f32> {
        let sums: Vec<f32> = self.models.iter().map(|it| it.sum(features)).collect();
        let most = sums.iter().copied().fold(f32::MIN, f32::max);
        let total: f32 = sums.iter().map(|it| (it - most).exp()).sum();
        sums.iter().map(|it| (it - most).exp() / total).collect()
    }
}
