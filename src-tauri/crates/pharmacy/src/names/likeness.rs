//! Whether a word looks like the name of a drug: 디클렉틴 does, 김치찌개 does not. The weights are log odds of
//! syllables in names against those in other words (naive Bayes), fitted by `examples/train_names.rs`.

use std::collections::{BTreeMap, BTreeSet};

use simui_clinical::data::parse;
use simui_korean::hangul::is_syllable;

use crate::PharmacyError;

/// Added to each count, so that a feature which one side lacks has finite odds.
const SMOOTHING: f64 = 1.0;

/// The fitted weights, each for a syllable anywhere in a word, at its beginning (`^가`) or at its end (`가$`).
#[derive(Debug, Clone, PartialEq)]
pub struct NameLikeness {
    weights: BTreeMap<String, f64>,
}

impl NameLikeness {
    /// Reads the weights from the TOML `text` of `file`. Fails with file and line on a wrong shape.
    pub fn read(file: &str, text: &str) -> Result<Self, PharmacyError> {
        Ok(Self { weights: parse(file, text)? })
    }

    /// Fits the weights to words that are names and to words that are none. Words with other letters than
    /// Hangul are left out.
    pub fn fit<'a>(
        names: impl Iterator<Item = &'a str>,
        others: impl Iterator<Item = &'a str>,
    ) -> Self {
        let (of_names, of_others) = (counts(names), counts(others));
        let all = |of: &BTreeMap<String, f64>| of.values().sum::<f64>();
        let features: BTreeSet<&String> = of_names.keys().chain(of_others.keys()).collect();
        let kinds = features.len() as f64;
        let share = |of: &BTreeMap<String, f64>, feature: &String| {
            let count = of.get(feature).copied().unwrap_or_default();
            ((count + SMOOTHING) / (all(of) + SMOOTHING * kinds)).ln()
        };
        let weight = |feature: &String| {
            let odds = share(&of_names, feature) - share(&of_others, feature);
            (feature.clone(), (odds * 100.0).round() / 100.0)
        };
        Self { weights: features.into_iter().map(weight).collect() }
    }

    /// The mean weight of the features of a word: above zero it rather is a name. Zero for a word without
    /// Hangul.
    pub fn of(&self, word: &str) -> f64 {
        let features = features(word);
        if features.is_empty() {
            return 0.0;
        }
        let weights = features.iter().filter_map(|it| self.weights.get(it));
        weights.sum::<f64>() / features.len() as f64
    }

    /// The weights as TOML, one a line, which [`NameLikeness::read`] reads.
    pub fn to_toml(&self) -> String {
        self.weights
            .iter()
            .map(|(feature, weight)| format!("\"{feature}\" = {weight:?}\n"))
            .collect()
    }
}

/// Number of words with each feature; a feature that a word has twice counts twice.
fn counts<'a>(words: impl Iterator<Item = &'a str>) -> BTreeMap<String, f64> {
    let mut counts = BTreeMap::new();
    for feature in words.flat_map(features) {
        *counts.entry(feature).or_default() += 1.0;
    }
    counts
}

/// The features of a word of Hangul; none of another word.
fn features(word: &str) -> Vec<String> {
    let (Some(first), Some(last)) = (word.chars().next(), word.chars().next_back()) else {
        return Vec::new();
    };
    if !word.chars().all(is_syllable) {
        return Vec::new();
    }
    let ends = [format!("^{first}"), format!("{last}$")];
    word.chars().map(String::from).chain(ends).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use super::*;
    use crate::knowledge::Knowledge;

    #[test]
    fn names_that_nobody_listed_look_like_names() {
        let likeness = &Knowledge::shipped().unwrap().name_likeness;
        for (word, is_name) in [
            ("디클렉틴", true),
            ("레켐비", true),
            ("카리프라진", true),
            ("네비보롤", true),
            ("김치찌개", false),
            ("점심밥", false),
            ("할머니", false),
            ("자기전", false),
            ("ibuprofen", false),
            ("", false),
        ] {
            assert_eq!(likeness.of(word) > 0.5, is_name, "{word} {}", likeness.of(word));
        }
    }

    #[test]
    fn fitted_weights_are_read_as_they_were_written() {
        let fitted = NameLikeness::fit(["가나", "가다"].into_iter(), ["나비"].into_iter());
        assert_eq!(NameLikeness::read("a.toml", &fitted.to_toml()).unwrap(), fitted);
        assert!(fitted.of("가다") > 0.0 && fitted.of("나비") < 0.0);
        let broken = NameLikeness::read("a.toml", "\"가\" = 0.1\n\"나\" = \"x\"\n").unwrap_err();
        assert!(broken.to_string().contains("a.toml:2"), "{broken}");
    }
}
