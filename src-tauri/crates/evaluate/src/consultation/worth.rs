use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::random::Random;

/// What is looked at in an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// The allergy that was stated is warned of.
    AllergyWarned,
    /// The drug of an earlier turn is spoken of.
    DrugRecalled,
    /// A question is answered from a document.
    Answered,
    /// An answer was kept from before.
    ServedKept,
    /// Documents.
    Documents,
    /// Milliseconds.
    Milliseconds,
}

/// One value of one turn.
#[derive(Debug, Clone, PartialEq)]
pub struct Observation {
    /// Which patient.
    pub patient: usize,
    /// Which turn.
    pub turn: usize,
    /// What was measured.
    pub measure: Measure,
    /// 1 or 0 of what holds or not.
    pub value: f64,
}

/// What a part does to a measure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Worth {
    /// The measure.
    pub measure: Measure,
    /// Mean with everything.
    pub with: f64,
    /// Mean without the part.
    pub without: f64,
    /// Their difference: the part's contribution.
    pub difference: f64,
    /// Lower end of its 95 % interval.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// Turns.
    pub turns: u32,
}

/// Samples of the bootstrap.
const SAMPLES: usize = 1_000;

/// The contribution of a part to each measure, turn by turn. The interval is the percentile bootstrap's (Efron and Tibshirani, *An
/// Introduction to the Bootstrap*, 1993, chapter 13) over patients, since the turns of one are not independent; seeded.
pub fn worth(with: &[Observation], without: &[Observation], seed: u64) -> Vec<Worth> {
    let key = |it: &Observation| (it.measure, it.patient, it.turn);
    let other: BTreeMap<_, f64> = without.iter().map(|it| (key(it), it.value)).collect();
    let mut pairs: BTreeMap<Measure, BTreeMap<usize, Vec<(f64, f64)>>> = BTreeMap::new();
    for it in with {
        if let Some(value) = other.get(&key(it)) {
            let of_measure = pairs.entry(it.measure).or_default();
            of_measure.entry(it.patient).or_default().push((it.value, *value));
        }
    }
    pairs.into_iter().map(|(measure, by_patient)| of(measure, &by_patient, seed)).collect()
}

fn of(measure: Measure, by_patient: &BTreeMap<usize, Vec<(f64, f64)>>, seed: u64) -> Worth {
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
    Worth {
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
            let found = worth(&observed(&with), &observed(&without), 1);
            assert_eq!(found.len(), 1);
            let it = &found[0];
            assert!((it.difference - difference).abs() < 1e-9 && it.turns == 40, "{it:?}");
            assert!(it.low <= it.difference && it.difference <= it.high, "{it:?}");
            assert_eq!(it.low > 0.0, certain, "{it:?}");
            assert_eq!(found, worth(&observed(&with), &observed(&without), 1), "seeded");
        }
        // The interval of a half over 40 patients is about ±.15.
        let half = [vec![1.0; 20], vec![0.0; 20]].concat();
        let it = &worth(&observed(&half), &observed(&[0.0; 40]), 1)[0];
        assert!((0.30..0.42).contains(&it.low) && (0.58..0.70).contains(&it.high), "{it:?}");
    }
}
