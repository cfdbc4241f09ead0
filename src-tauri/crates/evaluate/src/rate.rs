use serde::{Deserialize, Serialize};

/// The 97.5 % quantile of the standard normal distribution.
const Z: f64 = 1.959_964;

/// A share of trials with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Rate {
    /// Number of trials that succeeded.
    pub held: u32,
    /// Number of trials.
    pub of: u32,
    /// `held / of`; `None` without trials.
    pub share: Option<f64>,
    /// Lower end of the interval, after E. B. Wilson, "Probable Inference, the Law of Succession, and
    /// Statistical Inference", JASA 22 (1927). Variants of one advertisement are not independent, so the true
    /// interval is wider.
    pub low: Option<f64>,
    /// Upper end of the interval.
    pub high: Option<f64>,
}

impl Rate {
    /// Creates the rate of `held` out of `of` trials; `held` must not exceed `of`.
    pub fn new(held: u32, of: u32) -> Self {
        if of == 0 {
            return Self { held, of, share: None, low: None, high: None };
        }
        let n = f64::from(of);
        let share = f64::from(held) / n;
        let z2 = Z * Z;
        let middle = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let half = Z / (1.0 + z2 / n) * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
        let low = (middle - half).max(0.0);
        let high = (middle + half).min(1.0);
        Self { held, of, share: Some(share), low: Some(low), high: Some(high) }
    }

    /// Creates the rate of the trials that are true.
    pub fn over(trials: impl IntoIterator<Item = bool>) -> Self {
        let (mut held, mut of) = (0, 0);
        for trial in trials {
            held += u32::from(trial);
            of += 1;
        }
        Self::new(held, of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_the_paper() {
        // The values were computed by hand from the formula, to four decimal places.
        for (held, of, low, high) in [
            (0, 10, 0.0, 0.2775),
            (5, 10, 0.2366, 0.7634),
            (10, 10, 0.7225, 1.0),
            (98, 100, 0.9300, 0.9945),
        ] {
            let rate = Rate::new(held, of);
            let near =
                |found: Option<f64>, wanted: f64| (found.unwrap_or(-1.0) - wanted).abs() < 1e-4;
            assert!(near(rate.low, low) && near(rate.high, high), "{rate:?}");
        }
    }

    #[test]
    fn without_trials_there_is_no_share() {
        assert_eq!(Rate::over([]).share, None);
        assert_eq!(Rate::over([true, false]).share, Some(0.5));
    }
}
