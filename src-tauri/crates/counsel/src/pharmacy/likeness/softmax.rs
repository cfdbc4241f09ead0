//! A softmax over names: for each a bias, a step, and a whole number of steps a cell.

use super::signs::Signs;
use crate::CounselError;

/// Bytes before a name's cells: bias and step.
const HEAD: usize = 8;

/// The fitted numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Softmax {
    /// What is told apart.
    pub names: Vec<String>,
    /// In the order of the names.
    models: Vec<Model>,
}

#[derive(Debug, Clone, PartialEq)]
struct Model {
    bias: f32,
    step: f32,
    cells: Vec<i8>,
}

impl Softmax {
    /// Reads what [`Softmax::to_bytes`] wrote: a line for each name, an empty line, then the numbers. `by` is the example that writes it.
    pub fn read(file: &str, by: &str, width: usize, bytes: &[u8]) -> Result<Self, CounselError> {
        let torn = |line: usize, problem: String| CounselError::Data {
            file: file.to_owned(),
            line,
            problem: format!("{problem}; write it again with examples/{by}.rs"),
        };
        let head = bytes.windows(2).position(|it| it == b"\n\n");
        let head = head.ok_or_else(|| torn(1, "no empty line behind the names".to_owned()))?;
        let names = std::str::from_utf8(&bytes[..head]);
        let names = names.map_err(|_| torn(1, "its names are no text".to_owned()))?;
        let names: Vec<String> = names.lines().map(str::to_owned).collect();
        let numbers = &bytes[head + 2..];
        let length = names.len() * (HEAD + width);
        if numbers.len() != length {
            let problem = format!("{} bytes where {length} are needed", numbers.len());
            return Err(torn(names.len() + 2, problem));
        }
        let number = |it: &[u8]| f32::from_le_bytes([it[0], it[1], it[2], it[3]]);
        let model = |it: &[u8]| Model {
            bias: number(&it[..4]),
            step: number(&it[4..HEAD]),
            cells: it[HEAD..].iter().map(|byte| i8::from_le_bytes([*byte])).collect(),
        };
        Ok(Self { names, models: numbers.chunks_exact(HEAD + width).map(model).collect() })
    }

    /// From name, bias and weights of each.
    pub fn quantised(fitted: &[(String, f32, Vec<f32>)]) -> Self {
        let model = |(_, bias, weights): &(String, f32, Vec<f32>)| {
            let largest = weights.iter().fold(f32::MIN_POSITIVE, |most, it| most.max(it.abs()));
            let step = largest / f32::from(i8::MAX);
            // Between -127 and 127 by the choice of the step.
            let cells = weights.iter().map(|it| (it / step).round() as i8).collect();
            Model { bias: *bias, step, cells }
        };
        let names = fitted.iter().map(|(name, ..)| name.clone()).collect();
        Self { names, models: fitted.iter().map(model).collect() }
    }

    /// The names, an empty line, and little-endian numbers, name after name.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> =
            self.names.iter().flat_map(|it| format!("{it}\n").into_bytes()).collect();
        bytes.push(b'\n');
        for model in &self.models {
            bytes.extend(model.bias.to_le_bytes());
            bytes.extend(model.step.to_le_bytes());
            bytes.extend(model.cells.iter().flat_map(|it| it.to_le_bytes()));
        }
        bytes
    }

    /// The share of each name, in their order: together one.
    pub fn shares(&self, signs: &Signs) -> Vec<f32> {
        let sums: Vec<f32> = self.models.iter().map(|it| it.sum(signs)).collect();
        let most = sums.iter().copied().fold(f32::MIN, f32::max);
        let total: f32 = sums.iter().map(|it| (it - most).exp()).sum();
        sums.iter().map(|it| (it - most).exp() / total).collect()
    }
}

impl Model {
    fn sum(&self, signs: &Signs) -> f32 {
        let on =
            |(cell, on): &(u16, f32)| f32::from(self.cells[folded(*cell, self.cells.len())]) * on;
        self.bias + self.step * signs.iter().map(on).sum::<f32>()
    }
}

/// Where a sign stands in a table of this width, which may be smaller than that of the signs.
pub fn folded(cell: u16, width: usize) -> usize {
    usize::from(cell) % width
}
