//! The probabilities from which the wording model raises a suspicion, `rules/suspicions.toml`.

use std::collections::BTreeMap;

use serde::Deserialize;
use simui_domain::ViolationKind;

use crate::rule_error::RuleError;

/// Name of the file in errors.
const FILE: &str = "suspicions.toml";

/// The least probabilities by kind, and how they rise with the length of an advertisement.
#[derive(Debug, Clone)]
pub struct Thresholds {
    rise: f64,
    least: BTreeMap<ViolationKind, f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ThresholdsFile {
    rise: f64,
    threshold: BTreeMap<String, f64>,
}

impl Thresholds {
    /// Returns the thresholds that the program carries.
    ///
    /// # Errors
    /// The errors of [`Thresholds::parse`]; a test ensures that none occurs.
    pub fn builtin() -> Result<Self, RuleError> {
        Self::parse(include_str!("../../../rules/suspicions.toml"))
    }

    /// Reads the thresholds. A kind without one is never suspected.
    ///
    /// # Errors
    /// [`RuleError`] when the text is not in its form or names an unknown kind.
    pub fn parse(text: &str) -> Result<Self, RuleError> {
        let file: ThresholdsFile =
            toml::from_str(text).map_err(|error| RuleError::syntax(FILE, text, &error))?;
        let mut least = BTreeMap::new();
        for (name, value) in file.threshold {
            let at = text.find(&name).unwrap_or_default();
            let kind: ViolationKind = name
                .parse()
                .map_err(|_| RuleError::value(FILE, text, at, "a kind from V1 to V14", &name))?;
            if !(value > 0.0 && value < 1.0) {
                return Err(RuleError::value(FILE, text, at, "a probability", value));
            }
            least.insert(kind, value);
        }
        Ok(Self { rise: file.rise, least })
    }

    /// Returns the least probability of a suspicion in an advertisement of `windows` windows. The more
    /// windows are tried, the likelier one of them exceeds a fixed bound by chance, so the bound rises with
    /// their number.
    pub(in crate::rules) fn of(&self, kind: ViolationKind, windows: usize) -> Option<f32> {
        let least = self.least.get(&kind)?;
        let logit = (least / (1.0 - least)).ln() + self.rise * (windows.max(1) as f64).ln();
        Some((1.0 / (1.0 + (-logit).exp())) as f32)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a panic is the report of a failed test")]

    use super::*;

    #[test]
    fn the_threshold_rises_with_length() {
        let thresholds = Thresholds::parse("rise = 0.5\n[threshold]\nV3 = 0.6\n").unwrap();
        let of = |windows| thresholds.of(ViolationKind::V3, windows).unwrap();
        assert!((of(1) - 0.6).abs() < 1e-6 && (of(0) - 0.6).abs() < 1e-6);
        assert!(of(1) < of(4) && of(4) < of(100) && of(100) < 1.0);
        assert_eq!(thresholds.of(ViolationKind::V4, 1), None);
        Thresholds::builtin().unwrap();
        for (wrong, part) in [("V33 = 0.5", "V33"), ("V3 = 1.5", "a probability"), ("", "rise")] {
            let text = format!(
                "{}[threshold]\n{wrong}\n",
                if wrong.is_empty() { "" } else { "rise = 0.5\n" }
            );
            let error = Thresholds::parse(&text).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
