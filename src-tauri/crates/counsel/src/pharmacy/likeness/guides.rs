//! Which section of guidance a question is answered by: one linear model over all of them, and over `none` of them.
//!
//! Guidance is not divided as a drug's document is (`weights`): 임신과 약 has sections that no other document has.

use serde::{Deserialize, Serialize};

use super::signs::Signs;
use crate::CounselError;

/// Cells of the table: fewer than the signs have, which are folded into them.
pub const GUIDE_CELLS: usize = 1 << 13;

/// Sections less probable than this are not told.
const LEAST: f32 = 0.02;

/// Sections told of a question at most.
const MOST: usize = 6;

/// A section of guidance, and how probable it is that it answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Guide {
    /// Title of its document.
    pub title: String,
    /// Its heading.
    pub section: String,
    /// 0 to 1.
    pub share: f32,
}

/// The fitted numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Guides {
    sections: Vec<Section>,
}

#[derive(Debug, Clone, PartialEq)]
struct Section {
    /// Title and heading; both empty stand for no guidance.
    title: String,
    heading: String,
    bias: f32,
    step: f32,
    cells: Vec<i8>,
}

impl Guides {
    /// Reads what [`Guides::to_bytes`] wrote: a line for each section, an empty line, then the numbers.
    pub fn read(file: &str, bytes: &[u8]) -> Result<Self, CounselError> {
        let torn = |line: usize, problem: String| CounselError::Data {
            file: file.to_owned(),
            line,
            problem: format!("{problem}; write it again with examples/train_guidance.rs"),
        };
        let head = bytes.windows(2).position(|it| it == b"\n\n");
        let head = head.ok_or_else(|| torn(1, "no empty line behind the sections".to_owned()))?;
        let names = std::str::from_utf8(&bytes[..head]);
        let names = names.map_err(|_| torn(1, "its sections are no text".to_owned()))?;
        let names: Vec<&str> = names.lines().collect();
        let numbers = &bytes[head + 2..];
        let length = names.len() * (HEAD + GUIDE_CELLS);
        if numbers.len() != length {
            let problem = format!("{} bytes where {length} are needed", numbers.len());
            return Err(torn(names.len() + 2, problem));
        }
        let number = |it: &[u8]| f32::from_le_bytes([it[0], it[1], it[2], it[3]]);
        let mut sections = Vec::with_capacity(names.len());
        for (at, (name, of_it)) in
            names.iter().zip(numbers.chunks_exact(HEAD + GUIDE_CELLS)).enumerate()
        {
            let (title, heading) = name
                .split_once(BETWEEN)
                .ok_or_else(|| torn(at + 1, "no ` · ` between title and section".to_owned()))?;
            sections.push(Section {
                title: title.to_owned(),
                heading: heading.to_owned(),
                bias: number(&of_it[..4]),
                step: number(&of_it[4..HEAD]),
                cells: of_it[HEAD..].iter().map(|byte| i8::from_le_bytes([*byte])).collect(),
            });
        }
        Ok(Self { sections })
    }

    /// From name (`title · section`), bias and weights of each section.
    pub fn quantised(models: &[(String, f32, Vec<f32>)]) -> Self {
        let section = |(name, bias, weights): &(String, f32, Vec<f32>)| {
            let largest = weights.iter().fold(f32::MIN_POSITIVE, |most, it| most.max(it.abs()));
            let step = largest / f32::from(i8::MAX);
            let (title, heading) = name.split_once(BETWEEN).unwrap_or_default();
            // Between -127 and 127 by the choice of the step.
            let cells = weights.iter().map(|it| (it / step).round() as i8).collect();
            let (title, heading) = (title.to_owned(), heading.to_owned());
            Section { title, heading, bias: *bias, step, cells }
        };
        Self { sections: models.iter().map(section).collect() }
    }

    /// The names, an empty line, and little-endian numbers, section after section.
    pub fn to_bytes(&self) -> Vec<u8> {
        let name = |it: &Section| format!("{}{BETWEEN}{}\n", it.title, it.heading);
        let mut bytes = self.sections.iter().map(name).collect::<String>().into_bytes();
        bytes.push(b'\n');
        for section in &self.sections {
            bytes.extend(section.bias.to_le_bytes());
            bytes.extend(section.step.to_le_bytes());
            bytes.extend(section.cells.iter().flat_map(|it| it.to_le_bytes()));
        }
        bytes
    }

    /// The sections that may answer, likeliest first.
    pub fn of(&self, signs: &Signs) -> Vec<Guide> {
        let sums: Vec<f32> = self.sections.iter().map(|it| it.sum(signs)).collect();
        let most = sums.iter().copied().fold(f32::MIN, f32::max);
        let total: f32 = sums.iter().map(|it| (it - most).exp()).sum();
        let mut guides: Vec<Guide> = self
            .sections
            .iter()
            .zip(&sums)
            .filter(|(it, _)| !it.title.is_empty())
            .map(|(it, sum)| Guide {
                title: it.title.clone(),
                section: it.heading.clone(),
                share: (sum - most).exp() / total,
            })
            .filter(|it| it.share >= LEAST)
            .collect();
        guides.sort_by(|a, b| b.share.total_cmp(&a.share));
        guides.truncate(MOST);
        guides
    }

    /// Titles and headings that the model knows, the empty one aside.
    pub fn known(&self) -> impl Iterator<Item = (&str, &str)> {
        let named = self.sections.iter().filter(|it| !it.title.is_empty());
        named.map(|it| (it.title.as_str(), it.heading.as_str()))
    }
}

impl Section {
    fn sum(&self, signs: &Signs) -> f32 {
        let on = |(cell, on): &(u16, f32)| f32::from(self.cells[guide_cell(*cell)]) * on;
        self.bias + self.step * signs.iter().map(on).sum::<f32>()
    }
}

/// Where a sign stands in the smaller table.
pub fn guide_cell(cell: u16) -> usize {
    usize::from(cell) % GUIDE_CELLS
}

/// Bytes before a section's cells: bias and step.
const HEAD: usize = 8;

/// Between title and heading of a section's name.
const BETWEEN: &str = " · ";

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_a_torn_file_is_told() {
        let mut weights = vec![0.0; GUIDE_CELLS];
        weights[3] = 4.0;
        let none = (BETWEEN.to_owned(), 0.0, vec![0.0; GUIDE_CELLS]);
        let one = ("수유와 약 · 생활".to_owned(), 0.0, weights);
        let bytes = Guides::quantised(&[none, one]).to_bytes();
        let read = Guides::read("guidance.bin", &bytes).unwrap();
        let guides = read.of(&vec![(3, 1.0)]);
        assert_eq!((guides[0].title.as_str(), guides[0].section.as_str()), ("수유와 약", "생활"));
        assert!((guides[0].share - 0.982).abs() < 0.001);
        assert!((read.of(&vec![(4, 1.0)])[0].share - 0.5).abs() < 0.001);
        let error = Guides::read("guidance.bin", &bytes[..99]).unwrap_err().to_string();
        assert!(error.starts_with("guidance.bin:4: "), "{error}");
    }
}
