use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use simui_domain::{Ad, ReviewResult, Verdict, ViolationKind};

use super::{Change, Family, Paraphrases};
use crate::{EvaluateError, Rate};

/// What of a review must hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen {
    /// The verdict.
    pub verdict: Verdict,
    /// The kinds of violation.
    pub kinds: BTreeSet<ViolationKind>,
}

impl From<&ReviewResult> for Seen {
    fn from(result: &ReviewResult) -> Self {
        let kinds = result.violations.iter().map(|it| it.kind).collect();
        Self { verdict: result.verdict, kinds }
    }
}

/// How often the verdict holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ConsistencyReport {
    /// Advertisements.
    pub ads: u32,
    /// The same verdict as the first text.
    pub verdict: Rate,
    /// The same kinds of violation too.
    pub kinds: Rate,
    /// Advertisements of which no variant changed the verdict.
    pub steady_ads: Rate,
    /// By what was changed.
    pub by_change: Vec<RateOfChange>,
    /// Every variant with another verdict or other kinds.
    pub changed: Vec<Changed>,
}

/// How often the verdict holds under one sort of change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RateOfChange {
    /// How the advertisement was reworded.
    pub change: Change,
    /// The same verdict.
    pub verdict: Rate,
}

/// A variant that was judged otherwise.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Changed {
    /// The advertisement.
    pub id: String,
    /// What was changed.
    pub change: Change,
    /// The variant.
    pub text: String,
    /// What the first text got.
    pub first: Seen,
    /// What this one got.
    pub now: Seen,
}

/// One variant's outcome.
struct Trial {
    family: usize,
    change: Change,
    same_verdict: bool,
    same_kinds: bool,
}

/// Reviews every family and every variant of it, one after the other, with `review`; `progress` hears how many families of how
/// many are done.
pub async fn measure(
    families: &[Family],
    paraphrases: &Paraphrases,
    review: impl AsyncFn(Ad) -> Result<Seen, EvaluateError>,
    mut progress: impl FnMut(usize, usize),
) -> Result<ConsistencyReport, EvaluateError> {
    let (mut trials, mut changed) = (Vec::new(), Vec::new());
    for (at, family) in families.iter().enumerate() {
        let first = review(family.ad.clone()).await?;
        let mechanical = paraphrases.variants(&family.ad.text).into_iter();
        let variants = mechanical
            .map(|variant| (variant.change, variant.text))
            .chain(family.rewritten.iter().map(|text| (Change::Rewritten, text.clone())));
        for (change, text) in variants {
            let now = review(Ad { text: text.clone(), ..family.ad.clone() }).await?;
            let same_verdict = now.verdict == first.verdict;
            let same_kinds = now.kinds == first.kinds;
            trials.push(Trial { family: at, change, same_verdict, same_kinds });
            if !(same_verdict && same_kinds) {
                let id = family.ad.id.clone().unwrap_or_default();
                changed.push(Changed { id, change, text, first: first.clone(), now });
            }
        }
        progress(at + 1, families.len());
    }
    Ok(report(families.len(), &trials, changed))
}

fn report(families: usize, trials: &[Trial], changed: Vec<Changed>) -> ConsistencyReport {
    let mut by_change: BTreeMap<Change, Vec<bool>> = BTreeMap::new();
    let mut steady: BTreeMap<usize, bool> = BTreeMap::new();
    for trial in trials {
        by_change.entry(trial.change).or_default().push(trial.same_verdict);
        *steady.entry(trial.family).or_insert(true) &= trial.same_verdict;
    }
    ConsistencyReport {
        ads: u32::try_from(families).unwrap_or(u32::MAX),
        verdict: Rate::over(trials.iter().map(|it| it.same_verdict)),
        kinds: Rate::over(trials.iter().map(|it| it.same_verdict && it.same_kinds)),
        steady_ads: Rate::over(steady.into_values()),
        by_change: by_change
            .into_iter()
            .map(|(change, held)| RateOfChange { change, verdict: Rate::over(held) })
            .collect(),
        changed,
    }
}
