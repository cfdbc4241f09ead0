use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use simui_domain::{Ad, ReviewResult, Verdict, ViolationKind};

use super::{Additions, Change, Family, Paraphrases};
use crate::{EvaluateError, Rate};

/// The parts of a result that must not change.
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

/// How often verdict and kinds stay the same when advertisements are reworded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ConsistencyReport {
    /// Number of advertisements.
    pub ads: u32,
    /// Variants with the verdict of the first text.
    pub verdict: Rate,
    /// Variants with the verdict and the kinds of violation of the first text.
    pub kinds: Rate,
    /// Advertisements with the same verdict for all variants.
    pub steady_ads: Rate,
    /// The rates by kind of change.
    pub by_change: Vec<RateOfChange>,
    /// Every variant with another verdict or other kinds of violation.
    pub changed: Vec<Changed>,
    /// How verdict and kinds follow a sentence that is added to a clean advertisement; absent where it was
    /// not measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub additions: Option<Additions>,
}

/// How often the verdict stays the same under one kind of change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RateOfChange {
    /// The kind of change.
    pub change: Change,
    /// Variants with the verdict of the first text.
    pub verdict: Rate,
}

/// A variant with another result than the first text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Changed {
    /// Id of the advertisement.
    pub id: String,
    /// The kind of change.
    pub change: Change,
    /// The text of the variant.
    pub text: String,
    /// The result for the first text.
    pub first: Seen,
    /// The result for the variant.
    pub now: Seen,
}

/// The outcome of one variant.
struct Trial {
    family: usize,
    change: Change,
    same_verdict: bool,
    same_kinds: bool,
}

/// Reviews every family and its variants, one after the other, with `review`. `progress` is called with the
/// number of families done and the number of all.
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
        additions: None,
    }
}
