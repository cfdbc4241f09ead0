//! Wordings that a chat model suggests in place of a violation. The rules read each one; a wording with any finding is dropped.

use serde::Deserialize;
use serde_json::{Value, json};
use simui_domain::{Ad, ChatOpinion, Claim, Suggestion, Violation};
use simui_flow::NodeError;

use super::judged::{fields, read, reason};
use super::with_chat::Asking;
use crate::classify;
use crate::graph::{Draft, ReviewDelta, ReviewState};
use crate::instructions::instructions_to_the_reviewer;
use crate::library::Library;
use crate::rules::AdContext;

/// Violations that a model is asked about.
const MOST: usize = 30;
/// A wording is not longer than so many times the claim and a sentence.
const GROWTH: (usize, usize) = (3, 80);

#[derive(Default, Deserialize)]
struct Answer {
    wordings: Vec<Wording>,
}

#[derive(Deserialize)]
struct Wording {
    claim: String,
    after: String,
    why: String,
}

/// Once a review: a later draft changes what the verifier objected to, not what could be said instead.
pub(super) fn asking(state: &ReviewState, by_rules: &ReviewDelta) -> Option<Asking> {
    let draft = draft(by_rules).filter(|_| state.iterations == 0)?;
    let violations: Vec<Value> =
        draft.violations.iter().take(MOST).filter_map(|it| of_violation(it, state)).collect();
    if violations.is_empty() {
        return None;
    }
    let wording = json!({
        "type": "object", "required": ["claim", "after", "why"], "additionalProperties": false,
        "properties": {
            "claim": { "type": "string" },
            "after": { "type": "string" },
            "why": { "type": "string" },
        },
    });
    let schema = json!({
        "type": "object", "required": ["wordings"], "additionalProperties": false,
        "properties": { "wordings": { "type": "array", "items": wording } },
    });
    let inputs = json!({ "ad": state.ad.text, "violations": violations });
    Some(Asking { inputs: fields(inputs), schema })
}

/// A violation as a model is told of it.
pub(super) fn of_violation(violation: &Violation, state: &ReviewState) -> Option<Value> {
    let claim = state.claims.iter().find(|claim| claim.id == violation.claim_id)?;
    Some(json!({
        "claim": claim.id,
        "kind": violation.kind.label(),
        "text": claim.text,
        "rationale": violation.rationale,
    }))
}

pub(super) fn draft(by_rules: &ReviewDelta) -> Option<&Draft> {
    match by_rules {
        ReviewDelta::Drafted(draft) | ReviewDelta::Verified { draft, .. } => Some(draft),
        _ => None,
    }
}

pub(super) fn heard(
    answer: &Value,
    state: &ReviewState,
    by_rules: &ReviewDelta,
    library: &Library,
) -> Result<ChatOpinion, NodeError> {
    let Some(draft) = draft(by_rules) else { return Ok(ChatOpinion::default()) };
    let detector = classify::detector(state, library)?;
    let mut wordings: Vec<Suggestion> = Vec::new();
    for said in read::<Answer>(answer).wordings.into_iter().take(MOST) {
        let broken = |claim: &&Claim| {
            claim.id.as_str() == said.claim.trim()
                && draft.violations.iter().any(|it| it.claim_id == claim.id)
        };
        let Some(claim) = state.claims.iter().find(broken) else { continue };
        let after = reason(&said.after);
        let (times, more) = GROWTH;
        let fits = !after.is_empty()
            && after != claim.text
            && after.chars().count() <= claim.text.chars().count() * times + more
            // A placeholder that stands for nothing.
            && !after.contains('⟦')
            && instructions_to_the_reviewer(&after).is_empty()
            && !wordings.iter().any(|it| it.claim_id == claim.id);
        if !fits {
            continue;
        }
        let ad = Ad { text: after.clone(), ..Ad::default() };
        let technologies = &library.technologies;
        let context = AdContext { ad: &ad, as_of: state.as_of, technologies };
        if detector.examine(&context).findings.is_empty() {
            wordings.push(Suggestion {
                claim_id: claim.id.clone(),
                before: claim.text.clone(),
                after,
                why: reason(&said.why),
            });
        }
    }
    Ok(ChatOpinion { wordings, ..ChatOpinion::default() })
}
