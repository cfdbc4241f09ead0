use std::fs;
use std::path::Path;

use serde::Deserialize;
use toml::Spanned;
use toml::Table;

use super::{FEATURES, Features};
use crate::SearchError;

/// The linear model. A score is 1 / (1 + e^−(bias + Σ weight × feature)).
#[derive(Debug, Clone, PartialEq)]
pub struct Weights {
    bias: f32,
    weights: Features,
}

impl Weights {
    /// Makes a model from learned numbers.
    pub fn new(bias: f32, weights: Features) -> Self {
        Self { bias, weights }
    }

    /// Returns the weights that are built in.
    ///
    /// # Errors
    /// [`SearchError::Data`] when the built-in file is wrong, which a test excludes.
    pub fn shipped() -> Result<Self, SearchError> {
        Self::parse("weights.toml", include_str!("weights.toml"))
    }

    /// Reads weights from a TOML file.
    ///
    /// # Errors
    /// [`SearchError::File`] when it cannot be read, [`SearchError::Data`] with the line that is wrong.
    pub fn open(path: &Path) -> Result<Self, SearchError> {
        let text = fs::read_to_string(path).map_err(SearchError::file(path))?;
        Self::parse(&path.display().to_string(), &text)
    }

    /// Parses TOML with a `bias` and a table `weights` that names every feature once; `path` appears in
    /// messages.
    ///
    /// # Errors
    /// [`SearchError::Data`] with the line that is wrong.
    pub fn parse(path: &str, text: &str) -> Result<Self, SearchError> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct File {
            bias: Spanned<f32>,
            weights: Spanned<Table>,
        }
        let failed = |at: usize, reason: String| SearchError::data(path, text, at, reason);
        let file: File = toml::from_str(text).map_err(|error| {
            failed(error.span().map_or(0, |span| span.start), error.message().to_owned())
        })?;
        let at = file.weights.span().start;
        let table = file.weights.into_inner();
        if let Some(name) = table.keys().find(|name| !FEATURES.contains(&name.as_str())) {
            return Err(failed(
                at,
                format!("{name} is no feature; those are {}", FEATURES.join(", ")),
            ));
        }
        let mut weights = [0.0; FEATURES.len()];
        for (weight, name) in weights.iter_mut().zip(FEATURES) {
            let value = table.get(name).and_then(toml::Value::as_float);
            match value {
                Some(value) if value.is_finite() => *weight = value as f32,
                _ => {
                    return Err(failed(
                        at,
                        format!("{name} must be there, with a number like 0.5"),
                    ));
                }
            }
        }
        let bias = *file.bias.get_ref();
        if !bias.is_finite() {
            return Err(failed(
                file.bias.span().start,
                "bias must be a number like 0.5".to_owned(),
            ));
        }
        Ok(Self { bias, weights })
    }

    /// Formats the weights as TOML for [`Weights::parse`].
    pub fn to_toml(&self) -> String {
        let weights: String = FEATURES
            .iter()
            .zip(self.weights)
            .map(|(name, weight)| format!("{name} = {weight:.4}\n"))
            .collect();
        format!("bias = {:.4}\n\n[weights]\n{weights}", self.bias)
    }

    /// Returns the score in 0..=1, higher is better.
    pub fn score(&self, features: &Features) -> f32 {
        let sum: f32 = self.weights.iter().zip(features).map(|(weight, it)| weight * it).sum();
        1.0 / (1.0 + (-(self.bias + sum)).exp())
    }
}
