//! Predicts which section of guidance answers a question: a softmax over all sections and over "none".
//!
//! Guidance is not divided like a drug's document (`sections`): 임신과 약 has sections that no other document
//! has.

use serde::{Deserialize, Serialize};

use super::cells::Features;
use super::softmax::Softmax;
use crate::PharmacyError;

/// Number of cells of this model's table. It is smaller than the features' table, whose cells are folded into
/// it.
pub const GUIDE_CELLS: usize = 1 << 13;

/// Least probability of a section that is returned.
const MIN_SHARE: f32 = 0.02;

/// Most sections returned for a question.
const MAX_GUIDES: usize = 6;

/// Separates title and heading in the name of a section.
const SEPARATOR: &str = " · ";

/// A section of guidance with the probability that it answers the question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Guide {
    /// Title of the section's document.
    pub title: String,
    /// Heading of the section.
    pub section: String,
    /// Probability that the section answers, 0 to 1.
    pub share: f32,
}

/// The model. The name without title and heading stands for "no guidance answers".
#[derive(Debug, Clone, PartialEq)]
pub struct Guides(Softmax);

impl Guides {
    /// Reads the weights that `examples/train_guidance.rs` wrote. `file` is named in the error if they are
    /// malformed.
    pub fn read(file: &str, bytes: &[u8]) -> Result<Self, PharmacyError> {
        Softmax::read(file, "train_guidance", GUIDE_CELLS, bytes).map(Self)
    }

    /// The sections that may answer a question with these features, likeliest first: at most `MAX_GUIDES`,
    /// each with a probability of at least `MIN_SHARE`.
    pub fn of(&self, features: &Features) -> Vec<Guide> {
        let shares = self.0.names.iter().zip(self.0.shares(features));
        let mut guides: Vec<Guide> = shares
            .filter(|(_, share)| *share >= MIN_SHARE)
            .filter_map(|(name, share)| {
                let (title, section) = title_and_heading(name)?;
                Some(Guide { title: title.to_owned(), section: section.to_owned(), share })
            })
            .collect();
        guides.sort_by(|a, b| b.share.total_cmp(&a.share));
        guides.truncate(MAX_GUIDES);
        guides
    }

    /// Title and heading of every section that the model knows.
    pub fn known(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.names.iter().filter_map(|it| title_and_heading(it))
    }
}

impl From<Softmax> for Guides {
    fn from(model: Softmax) -> Self {
        Self(model)
    }
}

/// Splits the name of a section into title and heading; `None` for the name of "no guidance".
fn title_and_heading(name: &str) -> Option<(&str, &str)> {
    name.split_once(SEPARATOR).filter(|(title, _)| !title.is_empty())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]
mod tests {
    use super::*;

    #[test]
    fn written_weights_are_read_and_a_torn_file_is_refused() {
        let mut weights = vec![0.0; GUIDE_CELLS];
        weights[3] = 4.0;
        let none = (SEPARATOR.to_owned(), 0.0, vec![0.0; GUIDE_CELLS]);
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
