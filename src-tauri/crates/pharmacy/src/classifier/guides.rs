//! Which section of guidance a question is answered by: one linear model over all of them, and over `none` of them.
//!
//! Guidance is not divided as a drug's document is (`weights`): 임신과 약 has sections that no other document has.

use serde::{Deserialize, Serialize};

use super::cells::Signs;
use super::softmax::Softmax;
use crate::PharmacyError;

/// Cells of the table: fewer than the signs have, which are folded into them.
pub const GUIDE_CELLS: usize = 1 << 13;

/// Sections less probable than this are not told.
const LEAST: f32 = 0.02;

/// Sections told of a question at most.
const MOST: usize = 6;

/// Between title and heading of a section's name.
const BETWEEN: &str = " · ";

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

/// The model. Of its names the one without title and heading stands for no guidance.
#[derive(Debug, Clone, PartialEq)]
pub struct Guides(Softmax);

impl Guides {
    /// Reads what `examples/train_guidance.rs` wrote.
    pub fn read(file: &str, bytes: &[u8]) -> Result<Self, PharmacyError> {
        Softmax::read(file, "train_guidance", GUIDE_CELLS, bytes).map(Self)
    }

    /// The sections that may answer, likeliest first.
    pub fn of(&self, signs: &Signs) -> Vec<Guide> {
        let told = self.0.names.iter().zip(self.0.shares(signs));
        let mut guides: Vec<Guide> = told
            .filter(|(_, share)| *share >= LEAST)
            .filter_map(|(name, share)| {
                let (title, section) = named(name)?;
                Some(Guide { title: title.to_owned(), section: section.to_owned(), share })
            })
            .collect();
        guides.sort_by(|a, b| b.share.total_cmp(&a.share));
        guides.truncate(MOST);
        guides
    }

    /// Titles and headings that the model knows, the empty one aside.
    pub fn known(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.names.iter().filter_map(|it| named(it))
    }
}

impl From<Softmax> for Guides {
    fn from(model: Softmax) -> Self {
        Self(model)
    }
}

/// Title and heading.
fn named(name: &str) -> Option<(&str, &str)> {
    name.split_once(BETWEEN).filter(|(title, _)| !title.is_empty())
}

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
        let bytes = Softmax::quantised(&[none, one]).to_bytes();
        let read = Guides::read("guidance.bin", &bytes).unwrap();
        let guides = read.of(&vec![(3, 1.0)]);
        assert_eq!((guides[0].title.as_str(), guides[0].section.as_str()), ("수유와 약", "생활"));
        assert!((guides[0].share - 0.982).abs() < 0.001);
        assert!((read.of(&vec![(4, 1.0)])[0].share - 0.5).abs() < 0.001);
        let error = Guides::read("guidance.bin", &bytes[..99]).unwrap_err().to_string();
        assert!(error.starts_with("guidance.bin:4: "), "{error}");
    }
}
