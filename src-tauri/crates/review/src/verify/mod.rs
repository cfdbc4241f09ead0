//! Node 5: 적대적 검증. Five checks that try to refute the draft.
//!
//! None of them trusts the draft: quotes are compared with the stored text again, decisions are weighed
//! again, and the rules are run again on the advertisement and on every proposed wording. What a check
//! rejects becomes an [`Objection`], and the next draft must heed it.

mod balance;
mod citations;
mod currency;
mod exceptions;
mod logic;
mod opposite;
mod steps;
#[cfg(test)]
mod tests;

use simui_corpus::LawOnDay;
use simui_domain::{CheckItem, ChecklistEntry};
use simui_flow::NodeError;

use crate::classify;
use crate::confidence;
use crate::decision_rule::hold_if_uncertain;
use crate::finding::Finding;
use crate::grounds;
use crate::library::Library;
use crate::precedents::{self, Weighed};
use crate::rules::{Alone, Detector, Examination};
use crate::state::{Draft, Objection, ReviewDelta, ReviewState};
pub(crate) use steps::Steps;

/// The material of the checks.
struct Case<'a> {
    state: &'a ReviewState,
    /// The law of the advertisement's day.
    law: &'a LawOnDay<'a>,
    library: &'a Library,
    /// The rules of the advertisement's day.
    detector: &'a Detector,
    draft: &'a Draft,
    /// The decisions, weighed again by the verifier.
    weighed: &'a [Weighed],
    /// The result of running the rules again.
    examined: &'a Examination,
}

impl<'a> Case<'a> {
    /// Returns the sentences of the advertisement, to be read alone.
    fn alone(&self) -> Alone<'a> {
        Alone::new(self.detector, classify::context(self.state, self.library))
    }
}

/// The result of one check.
struct CheckResult {
    entry: ChecklistEntry,
    objections: Vec<Objection>,
}

impl CheckResult {
    /// Creates a result, which has passed when there are no objections.
    fn new(item: CheckItem, note: String, objections: Vec<Objection>) -> Self {
        Self { entry: ChecklistEntry { item, passed: objections.is_empty(), note }, objections }
    }

    /// Adds the objections of the other side, whose arguments come first in the note.
    fn with(mut self, opposed: &[Objection]) -> Self {
        for objection in opposed {
            if let Objection::Contested { why, .. } | Objection::Overlooked { why, .. } = objection
            {
                self.entry.note = format!("{why} {}", self.entry.note);
            }
        }
        self.entry.passed &= opposed.is_empty();
        self.objections.extend_from_slice(opposed);
        self
    }
}

/// Runs the five checks on the draft, and fills in its confidence, missing grounds and verdict.
pub async fn attack(state: &ReviewState, library: &Library) -> Result<ReviewDelta, NodeError> {
    let mut draft =
        state.draft.clone().ok_or_else(|| NodeError::new("there is no draft to verify"))?;
    let law = library.law.on(state.as_of).await?;
    citations::recheck(&mut draft, &law).await?;
    let weighed = precedents::weigh(state, library, &law).await?;
    let judged = precedents::judged_claims(state, library, &law).await?;
    let detector = classify::detector(state, library)?;
    let context = classify::context(state, library);
    let (examined, likeness) = detector.classify_again(&context, &state.claims, &state.findings);
    let case = Case {
        state,
        law: &law,
        library,
        detector: &detector,
        draft: &draft,
        weighed: &weighed,
        examined: &examined,
    };
    let results = [
        citations::check(&case),
        logic::check(&case),
        currency::check(&case).await?,
        exceptions::check(&case),
        balance::check(&case).await?,
    ];
    let mut reading = case.alone();
    let again = |it: &Finding| reading.finds(it.span, |found| found.kind == it.kind);
    let alone: Vec<bool> =
        state.findings.iter().map(again).map(|found| found.unwrap_or(true)).collect();
    let steps = steps::derive_again(&case, &results, (&alone, &mut reading));
    let strength = confidence::strength(state, &examined, (&likeness, &alone));
    let opposed = opposite::argue(&case, &strength, &judged);
    let results = results.into_iter().map(|result| match result.entry.item {
        CheckItem::Balance => result.with(&opposed),
        _ => result,
    });
    let (mut checklist, mut objections) = (Vec::new(), Vec::new());
    for CheckResult { entry, objections: found } in results {
        checklist.push(entry);
        for objection in found {
            if !objections.contains(&objection) {
                objections.push(objection);
            }
        }
    }
    let logic_passed = checklist.iter().any(|it| it.item == CheckItem::Logic && it.passed);
    draft.parts =
        confidence::parts(state, &draft, (steps, logic_passed), &strength, (&weighed, &judged));
    draft.missing_grounds = grounds::of(state, library, &law).await?.missing;
    draft.parts = confidence::without_grounds(draft.parts, &draft.missing_grounds);
    draft.confidence = draft.parts.total();
    draft.verdict = hold_if_uncertain(draft.verdict, draft.confidence, &draft.missing_grounds);
    Ok(ReviewDelta::Verified { draft: Box::new(draft), checklist, objections })
}

/// Returns a list for a note: the first `most` entries and the number of others.
fn listed(mut words: Vec<String>, most: usize) -> String {
    let more = words.len().saturating_sub(most);
    words.truncate(most);
    let rest = if more > 0 { format!(" 외 {more}건") } else { String::new() };
    format!("{}{rest}", words.join(", "))
}
