//! Wordings that a chat model suggests in place of a violation. The rules read each one; a wording with any
//! finding is dropped.

use serde::Deserialize;
use serde_json::{Value, json};
use simui_domain::{Ad, ChatOpinion, Claim, Suggestion, Violation};
use simui_flow::NodeError;

use super::answers::{fields, read, reason};
use super::with_chat::Request;
use crate::classify;
use crate::instructions::instructions_to_the_reviewer;
use crate::library::Library;
use crate::rules::AdContext;
use crate::state::{Draft, ReviewDelta, ReviewState};

/// Largest number of violations that a model is asked about.
const MAX_VIOLATIONS: usize = 30;
/// Longest wording: this many times the claim, plus this many characters.
const MAX_LENGTH: (usize, usize) = (3, 80);

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

/// Returns the request, once a review: a later draft changes what the verifier objected to, not the possible
/// wordings.
pub(super) fn request(state: &ReviewState, by_rules: &ReviewDelta) -> Option<Request> {
    let draft = draft(by_rules).filter(|_| state.iterations == 0)?;
    let violations: Vec<Value> = draft
        .violations
        .iter()
        .take(MAX_VIOLATIONS)
        .filter_map(|it| describe_violation(it, state))
        .collect();
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
    Some(Request { inputs: fields(inputs), schema })
}

/// Returns the description of a violation that a model receives.
pub(super) fn describe_violation(violation: &Violation, state: &ReviewState) -> Option<Value> {
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

pub(super) fn opinion_from(
    answer: &Value,
    state: &ReviewState,
    by_rules: &ReviewDelta,
    library: &Library,
) -> Result<ChatOpinion, NodeError> {
    let Some(draft) = draft(by_rules) else { return Ok(ChatOpinion::default()) };
    let detector = classify::detector(state, library)?;
    let mut wordings: Vec<Suggestion> = Vec::new();
    for answered in read::<Answer>(answer).wordings.into_iter().take(MAX_VIOLATIONS) {
        let broken = |claim: &&Claim| {
            claim.id.as_str() == answered.claim.trim()
                && draft.violations.iter().any(|it| it.claim_id == claim.id)
        };
        let Some(claim) = state.claims.iter().find(broken) else { continue };
        let after = reason(&answered.after);
        let (times, more) = MAX_LENGTH;
        let fits = !after.is_empty()
            && after != claim.text
            && after.chars().count() <= claim.text.chars().count() * times + more
            // A placeholder without a value.
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
                why: reason(&answered.why),
            });
        }
    }
    Ok(ChatOpinion { wordings, ..ChatOpinion::default() })
}
