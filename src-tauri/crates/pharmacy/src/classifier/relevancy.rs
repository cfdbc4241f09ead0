//! The weights by which the relevancy of an answer is computed: `rules/relevancy.toml`.

use std::collections::BTreeMap;

use serde::Deserialize;
use simui_clinical::data::{DataFault, parse};

use crate::PharmacyError;

/// The features in the order of their weights.
pub const FEATURES: [&str; 9] =
    ["bias", "asked", "expected", "likely", "cue", "words", "first_words", "amount", "near"];

/// The weights of `relevancy.toml`.
#[derive(Debug, Clone)]
pub(crate) struct RelevancyWeights {
    weights: [f64; FEATURES.len()],
    /// Score below which an answer says that it may miss the question.
    pub(crate) doubtful_below: f64,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    doubtful_below: f64,
    weights: BTreeMap<String, f64>,
}

impl RelevancyWeights {
    /// Reads the weights from the TOML `text` of `file`. Fails unless each feature has one.
    pub(crate) fn read(file: &str, text: &str) -> Result<Self, PharmacyError> {
        let File { doubtful_below, weights: named } = parse(file, text)?;
        let fault = |name: &str, problem: String| {
            let line = text.lines().position(|it| it.starts_with(name)).unwrap_or(0) + 1;
            PharmacyError::Data(DataFault { file: file.to_owned(), line, problem })
        };
        if let Some(unknown) = named.keys().find(|it| !FEATURES.contains(&it.as_str())) {
            return Err(fault(unknown, format!("there is no feature {unknown:?}")));
        }
        let mut weights = [0.0; FEATURES.len()];
        for (weight, name) in weights.iter_mut().zip(FEATURES) {
            let given = named.get(name).copied().filter(|it| it.is_finite());
            *weight =
                given.ok_or_else(|| fault(name, format!("feature {name:?} has no weight")))?;
        }
        Ok(Self { weights, doubtful_below })
    }

    /// The probability for these values of the features.
    pub(crate) fn probability(&self, values: &[f64; FEATURES.len()]) -> f64 {
        let sum: f64 = self.weights.iter().zip(values).map(|(weight, value)| weight * value).sum();
        1.0 / (1.0 + (-sum).exp())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use super::*;

    #[test]
    fn every_feature_needs_a_weight_and_no_other_is_taken() {
        let all: String = FEATURES.iter().map(|it| format!("{it} = 1.0\n")).collect();
        let head = "doubtful_below = 0.5\n[weights]\n";
        assert!(RelevancyWeights::read("r.toml", &format!("{head}{all}")).is_ok());
        for (text, problem) in [
            (format!("{head}{all}more = 1.0\n"), "r.toml:12: there is no feature \"more\""),
            (format!("{head}{}", all.replace("near = 1.0\n", "")), "\"near\" has no weight"),
        ] {
            let error = RelevancyWeights::read("r.toml", &text).unwrap_err().to_string();
            assert!(error.contains(problem), "{error}");
        }
    }
}
