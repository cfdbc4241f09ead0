//! 증거 강도: how probably the findings of a draft are right, or the silence of the rules is.
//!
//! Two logistic regressions over few features, fitted to labelled advertisements by
//! `examples/fit_evidence.rs`; the weights are in `rules/evidence.toml`. The rules and the wording model are
//! two witnesses: a finding is strong where its rule is unequivocal, the model finds its sentence like
//! violations of the kind, and the sentence gives it when it is read alone. Silence is strong where the model
//! finds no sentence like a violation, and no trigger had to be cleared.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::rule_error::RuleError;

/// The features of a finding.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FindingFeatures {
    /// How unequivocal the rule is, `0.0..=1.0`.
    pub strength: f64,
    /// The probability that the wording model gives the kind in the sentence, `0.0..=1.0`.
    pub likeness: f64,
    /// Whether the sentence gives the finding when it is read alone.
    pub alone: bool,
    /// Number of characters of the trigger.
    pub letters: usize,
}

/// The features of an advertisement in which no rule finds anything.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SilenceFeatures {
    /// By how much the likeliest kind exceeds its threshold, as a logit.
    pub excess: Option<f64>,
    /// Number of triggers that an exception cleared.
    pub cleared: usize,
    /// Number of characters of the advertisement.
    pub letters: usize,
}

/// How probably the judgements of a draft are right.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Strength {
    /// Of each finding, in their order; not empty.
    Findings(Vec<f64>),
    /// Of the silence of the rules.
    Silence(f64),
}

impl Strength {
    /// Returns the strength of a finding by its index.
    pub fn of(&self, finding: usize) -> Option<f64> {
        match self {
            Self::Findings(of) => of.get(finding).copied(),
            Self::Silence(_) => None,
        }
    }

    /// Returns the mean, `0.0..=1.0`.
    pub fn mean(&self) -> f64 {
        match self {
            Self::Findings(of) => of.iter().sum::<f64>() / of.len().max(1) as f64,
            Self::Silence(of) => *of,
        }
    }
}

/// Bounds of the excess, beyond which it says no more.
const EXCESS: std::ops::RangeInclusive<f64> = -6.0..=6.0;

impl FindingFeatures {
    /// Returns the values in the order of the weights, after the constant 1 of the bias.
    pub fn values(self) -> [f64; 5] {
        let alone = if self.alone { 1.0 } else { 0.0 };
        [1.0, self.strength, self.likeness, alone, (1.0 + self.letters as f64).ln()]
    }
}

impl SilenceFeatures {
    /// Returns the values in the order of the weights, after the constant 1 of the bias.
    pub fn values(self) -> [f64; 4] {
        let excess = self.excess.unwrap_or(*EXCESS.start());
        let excess = excess.clamp(*EXCESS.start(), *EXCESS.end());
        [1.0, excess, (1.0 + self.cleared as f64).ln(), (1.0 + self.letters as f64).ln()]
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EvidenceFile {
    finding: FindingWeights,
    silence: SilenceWeights,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FindingWeights {
    bias: f64,
    strength: f64,
    likeness: f64,
    alone: f64,
    letters: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SilenceWeights {
    bias: f64,
    excess: f64,
    cleared: f64,
    letters: f64,
}

/// The weights of the two regressions.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Evidence {
    finding: [f64; 5],
    silence: [f64; 4],
}

#[expect(clippy::expect_used, reason = "the file is built in, and a test of this module reads it")]
static EVIDENCE: LazyLock<Evidence> = LazyLock::new(|| {
    Evidence::parse("evidence.toml", include_str!("../rules/evidence.toml"))
        .expect("evidence.toml is in its form")
});

impl Evidence {
    /// Returns the weights that the program carries.
    pub fn builtin() -> &'static Self {
        &EVIDENCE
    }

    fn parse(file: &str, text: &str) -> Result<Self, RuleError> {
        let EvidenceFile { finding: f, silence: s } =
            toml::from_str(text).map_err(|error| RuleError::syntax(file, text, &error))?;
        Ok(Self {
            finding: [f.bias, f.strength, f.likeness, f.alone, f.letters],
            silence: [s.bias, s.excess, s.cleared, s.letters],
        })
    }

    /// Returns the probability that a finding is right.
    pub fn of_finding(&self, features: FindingFeatures) -> f64 {
        probability(&self.finding, &features.values())
    }

    /// Returns the probability that an advertisement without findings is lawful.
    pub fn of_silence(&self, features: SilenceFeatures) -> f64 {
        probability(&self.silence, &features.values())
    }
}

fn probability(weights: &[f64], values: &[f64]) -> f64 {
    let sum: f64 = weights.iter().zip(values).map(|(weight, value)| weight * value).sum();
    1.0 / (1.0 + (-sum).exp())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::*;

    #[test]
    fn two_witnesses_are_stronger_than_one() {
        let evidence = Evidence::builtin();
        let both = FindingFeatures { strength: 0.9, likeness: 0.9, alone: true, letters: 6 };
        let rule_alone = FindingFeatures { likeness: 0.05, ..both };
        let doubtful = FindingFeatures { strength: 0.5, alone: false, ..rule_alone };
        let of = |features| evidence.of_finding(features);
        assert!(of(both) > of(rule_alone) && of(rule_alone) > of(doubtful));

        let calm = SilenceFeatures { excess: Some(-4.0), cleared: 0, letters: 40 };
        let suspected = SilenceFeatures { excess: Some(2.0), ..calm };
        assert!(evidence.of_silence(calm) > 0.9);
        assert!(evidence.of_silence(suspected) < evidence.of_silence(calm) - 0.2);
        assert!(evidence.of_silence(SilenceFeatures { excess: None, ..calm }) > 0.9);
    }

    #[test]
    fn a_mistake_is_reported_with_its_line() {
        let error = Evidence::parse("x.toml", "[finding]\nbias = \"a\"").err().unwrap();
        assert_eq!(error.place(), ("x.toml", 2));
    }
}
