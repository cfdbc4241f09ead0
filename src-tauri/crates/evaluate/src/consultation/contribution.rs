use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::random::Random;

/// What is measured in an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// The answer warns of the stated allergy: 1 or 0.
    AllergyWarned,
    /// The answer mentions the drug of an earlier turn: 1 or 0.
    DrugRecalled,
    /// The question is answered from a document: 1 or 0.
    Answered,
    /// The answer is a stored one of an earlier turn: 1 or 0.
    ServedKept,
    /// Number of documents.
    Documents,
    /// Time in milliseconds.
    Milliseconds,
}

/// One value of one turn.
#[derive(Debug, Clone, PartialEq)]
pub struct Observation {
    /// Index of the patient.
    pub patient: usize,
    /// Index of the turn.
    pub turn: usize,
    /// What was measured.
    pub measure: Measure,
    /// The value; 1 or 0 for measures that hold or do not.
    pub value: f64,
}

/// The contribution of a part of the consultation to a measure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Contribution {
    /// The measure.
    pub measure: Measure,
    /// Mean with all parts.
    pub with: f64,
    /// Mean without the part.
    pub without: f64,
    /// The difference of the means: the contribution of the part.
    pub difference: f64,
    /// Lower end of the 95 % interval of the difference.
    pub low: f64,
    /// Upper end of the 95 % interval of the difference.
    pub high: f64,
    /// Number of turns.
    pub turns: u32,
}

/// Number of bootstrap samples.
const SAMPLES: usize = 1_000;

/// Returns the contribution of a part to each measure, over turns that both runs have. The interval is that
/// of the percentile bootstrap (Efron and Tibshirani, *An Introduction to the Bootstrap*, 1993, chapter 13)
/// over patients, since the turns of one patient are not independent.
pub fn contributions(
    with: &[Observation],
    without: &[Observation],
    seed: u64,
) -> Vec<Contribution> {
    let key = |it: &Observation| (it.measure, it.patient, it.turn);
    let other: BTreeMap<_, f64> = without.iter().map(|it| (key(it), it.value)).collect();
    let mut pairs: BTreeMap<Measure, BTreeMap<usize, Vec<(f64, f64)>>> = BTreeMap::new();
    for it in with {
        if let Some(value) = other.get(&key(it)) {
            let of_measure = pairs.entry(it.measure).or_default();
            of_measure.entry(it.patient).or_default().push((it.value, *value));
        }
    }
    pairs
        .into_iter()
        .map(|(measure, by_patient)| contribution(measure, &by_patient, seed))
        .collect()
}

fn contribution(
    measure: Measure,
    by_patient: &BTreeMap<usize, Vec<(f64, f64)>>,
    seed: u64,
) -> Contribution {
    let patients: Vec<&Vec<(f64, f64)>> = by_patient.values().collect();
    let mean = |pick: fn(&(f64, f64)) -> f64, sample: &[&Vec<(f64, f64)>]| {
        let values = sample.iter().flat_map(|it| it.iter()).map(pick);
        let (sum, count) = values.fold((0.0, 0_u32), |(sum, count), it| (sum + it, count + 1));
        sum / f64::from(count.max(1))
    };
    let mut random = Random::new(seed);
    let mut differences: Vec<f64> = (0..SAMPLES)
        .map(|_| {
            let sample: Vec<_> = patients.iter().filter_map(|_| random.of(&patients)).collect();
            mean(|it| it.0 - it.1, &sample)
        })
        .collect();
    differences.sort_by(f64::total_cmp);
    let at = |place: usize| differences.get(place).copied().unwrap_or_default();
    let (with, without) = (mean(|it| it.0, &patients), mean(|it| it.1, &patients));
    let turns = patients.iter().map(|it| it.len()).sum::<usize>();
    Contribution {
        measure,
        with,
        without,
        difference: with - without,
        low: at(SAMPLES / 40),
        high: at(SAMPLES - 1 - SAMPLES / 40),
        turns: u32::try_from(turns).unwrap_or(u32::MAX),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn observed(values: &[f64]) -> Vec<Observation> {
        let measure = Measure::Answered;
        let one = |(patient, value): (usize, &f64)| Observation {
            patient,
            turn: 0,
            measure,
            value: *value,
        };
        values.iter().enumerate().map(one).collect()
    }

    #[test]
    fn a_contribution_lies_in_its_interval() {
        for (with, without, difference, certain) in [
            (vec![1.0; 40], vec![0.0; 40], 1.0, true),
            (vec![1.0; 40], vec![1.0; 40], 0.0, false),
            ([vec![1.0; 20], vec![0.0; 20]].concat(), vec![0.0; 40], 0.5, true),
        ] {
            let found = contributions(&observed(&with), &observed(&without), 1);
            assert_eq!(found.len(), 1);
            let it = &found[0];
            assert!((it.difference - difference).abs() < 1e-9 && it.turns == 40, "{it:?}");
            assert!(it.low <= it.difference && it.difference <= it.high, "{it:?}");
            assert_eq!(it.low > 0.0, certain, "{it:?}");
            assert_eq!(found, contributions(&observed(&with), &observed(&without), 1), "seeded");
        }
        // The interval of a half over 40 patients is about ±.15.
        let half = [vec![1.0; 20], vec![0.0; 20]].concat();
        let it = &contributions(&observed(&half), &observed(&[0.0; 40]), 1)[0];
        assert!((0.30..0.42).contains(&it.low) && (0.58..0.70).contains(&it.high), "{it:?}");
    }
}
