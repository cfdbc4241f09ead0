//! Sentences that break a norm, added to clean advertisements and taken out again.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use simui_domain::{Ad, Verdict};

use super::{Family, Seen};
use crate::{EvaluateError, Rate};

/// Number of sentences that each clean advertisement is tried with.
const SENTENCES_OF_AN_AD: usize = 4;
/// Step through the sentences from one trial to the next: a prime, so that neighbours are of different rules.
const STEP: usize = 37;

/// How verdict and kinds follow a sentence that is added to a clean advertisement and taken out again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Additions {
    /// Number of clean advertisements.
    pub ads: u32,
    /// Longer texts that are not allowed any more.
    pub verdict: Rate,
    /// Longer texts in which all kinds were found that the sentence has alone.
    pub kinds: Rate,
    /// Texts that have their first verdict and no kind again without the sentence.
    pub taken_out: Rate,
    /// Every longer text that is allowed, or in which a kind was not found.
    pub missed: Vec<MissedAddition>,
}

/// A text in which the added sentence was not found as it is found alone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MissedAddition {
    /// Id of the advertisement.
    pub id: String,
    /// The longer text.
    pub text: String,
    /// The result for the sentence alone.
    pub alone: Seen,
    /// The result for the longer text.
    pub now: Seen,
}

/// Adds `sentences` to the families whose first text is clean, reviews the longer texts with `review`, and
/// the texts without them once more. Sentences that break no norm alone are left out.
///
/// # Errors
/// The errors of `review`.
pub async fn measure_additions(
    families: &[Family],
    sentences: &[String],
    review: impl AsyncFn(Ad) -> Result<Seen, EvaluateError>,
) -> Result<Additions, EvaluateError> {
    let (mut verdicts, mut kinds, mut taken_out) = (Vec::new(), Vec::new(), Vec::new());
    let (mut ads, mut at) = (BTreeSet::new(), 0);
    let mut missed = Vec::new();
    for family in families {
        let first = review(family.ad.clone()).await?;
        if first.verdict != Verdict::Allowed || !first.kinds.is_empty() || sentences.is_empty() {
            continue;
        }
        for trial in 0..SENTENCES_OF_AN_AD {
            at = (at + STEP) % sentences.len();
            let sentence = sentences[at].trim().trim_end_matches('.');
            let of = |text: String| Ad { text, ..family.ad.clone() };
            let alone = review(of(format!("{sentence}."))).await?;
            if alone.kinds.is_empty() {
                continue;
            }
            let clean = family.ad.text.trim();
            let text = match trial % 2 {
                0 => format!("{sentence}.\n{clean}"),
                _ => format!("{clean}\n{sentence}."),
            };
            let now = review(of(text.clone())).await?;
            ads.insert(family.ad.id.clone());
            verdicts.push(now.verdict != Verdict::Allowed);
            kinds.push(alone.kinds.is_subset(&now.kinds));
            if verdicts.last() == Some(&false) || kinds.last() == Some(&false) {
                let id = family.ad.id.clone().unwrap_or_default();
                missed.push(MissedAddition { id, text: text.clone(), alone, now });
            }
            let without = text.replacen(&format!("{sentence}."), "", 1).trim().to_owned();
            taken_out.push(review(of(without)).await? == first);
        }
    }
    Ok(Additions {
        ads: u32::try_from(ads.len()).unwrap_or(u32::MAX),
        verdict: Rate::over(verdicts),
        kinds: Rate::over(kinds),
        taken_out: Rate::over(taken_out),
        missed,
    })
}
