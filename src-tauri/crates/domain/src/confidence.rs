//! 확신도: four parts, their weighted mean and its bands.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The four parts of 확신도, each in `0.0..=1.0`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct ConfidenceParts {
    /// 인용 정확성.
    pub citation_accuracy: f64,
    /// 논리 일관성.
    pub logic_consistency: f64,
    /// 증거 강도.
    pub evidence_strength: f64,
    /// 판례 일치도.
    pub precedent_match: f64,
}

/// 확신도 in `0.0..=1.0`.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize, Deserialize, TS)]
#[serde(transparent)]
pub struct Confidence(pub f64);

/// Consequence of a confidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ConfidenceBand {
    /// .95 and above: the case may be completed without a person.
    Certain,
    /// .80 to .95: the case is completed, with sampling.
    Sampled,
    /// .70 to .80: a person must decide.
    Person,
    /// Below .70: 보류, and an expert must decide.
    Expert,
}

impl ConfidenceParts {
    /// The weighted mean of the four parts. The weights sum to 1, so the sum is not divided again.
    pub fn total(&self) -> Confidence {
        let sum = self.citation_accuracy * 0.30
            + self.logic_consistency * 0.25
            + self.evidence_strength * 0.25
            + self.precedent_match * 0.20;
        // Rounded to four places: the same parts must give the same band on every machine.
        Confidence((sum.clamp(0.0, 1.0) * 10_000.0).round() / 10_000.0)
    }
}

impl Confidence {
    /// The band of the confidence; a boundary belongs to the band above it.
    pub fn band(self) -> ConfidenceBand {
        match self.0 {
            c if c >= 0.95 => ConfidenceBand::Certain,
            c if c >= 0.80 => ConfidenceBand::Sampled,
            c if c >= 0.70 => ConfidenceBand::Person,
            _ => ConfidenceBand::Expert,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(parts: [f64; 4], total: f64, band: ConfidenceBand) {
        let [citation_accuracy, logic_consistency, evidence_strength, precedent_match] = parts;
        let confidence = ConfidenceParts {
            citation_accuracy,
            logic_consistency,
            evidence_strength,
            precedent_match,
        }
        .total();
        assert_eq!((confidence.0, confidence.band()), (total, band), "{parts:?}");
    }

    #[test]
    fn total_is_the_weighted_mean_and_not_a_quarter_of_it() {
        check([1.0, 1.0, 1.0, 1.0], 1.0, ConfidenceBand::Certain);
        check([1.0, 0.84, 0.48, 0.55], 0.74, ConfidenceBand::Person);
        check([0.8, 0.8, 0.8, 0.8], 0.8, ConfidenceBand::Sampled);
        check([1.0, 1.0, 1.0, 0.75], 0.95, ConfidenceBand::Certain);
        check([0.7, 0.7, 0.7, 0.7], 0.7, ConfidenceBand::Person);
        check([0.0, 0.0, 0.0, 0.0], 0.0, ConfidenceBand::Expert);
    }
}
