//! Objections of a chat model to the draft that a person will see.

use serde::Deserialize;
use serde_json::{Value, json};
use simui_domain::{ChatOpinion, ModelObjection};

use super::answers::{fields, read, reason};
use super::drafting::describe_violation;
use super::with_chat::Request;
use crate::decision_rule::MAX_ITERATIONS;
use crate::state::{ReviewDelta, ReviewState};

/// Largest number of objections kept.
const MAX_OBJECTIONS: usize = 5;
/// Largest number of violations, citations and exceptions in a request.
const MAX_ITEMS: usize = 30;
/// The subjects that an objection may have.
const SUBJECTS: [&str; 5] = ["claims", "violations", "citations", "exceptions", "balance"];

#[derive(Default, Deserialize)]
struct Answer {
    objections: Vec<ModelObjection>,
}

/// Returns the request about the last draft; earlier drafts are about to be replaced.
pub(super) fn request(state: &ReviewState, by_rules: &ReviewDelta) -> Option<Request> {
    let ReviewDelta::Verified { draft, objections, .. } = by_rules else { return None };
    if !objections.is_empty() && state.iterations < MAX_ITERATIONS {
        return None;
    }
    let violations: Vec<Value> = draft
        .violations
        .iter()
        .take(MAX_ITEMS)
        .filter_map(|it| describe_violation(it, state))
        .collect();
    let law: Vec<Value> = draft
        .citations
        .iter()
        .take(MAX_ITEMS)
        .map(|citation| json!({ "article": citation.article, "quote": citation.quote }))
        .collect();
    let cleared: Vec<Value> = state
        .cleared
        .iter()
        .take(MAX_ITEMS)
        .filter_map(|cleared| {
            let words = cleared.span.slice(&state.ad.text)?;
            Some(json!({ "kind": cleared.kind.label(), "words": words }))
        })
        .collect();
    let objection = json!({
        "type": "object", "required": ["about", "why"], "additionalProperties": false,
        "properties": {
            "about": { "type": "string", "enum": SUBJECTS },
            "why": { "type": "string" },
        },
    });
    let schema = json!({
        "type": "object", "required": ["objections"], "additionalProperties": false,
        "properties": { "objections": { "type": "array", "items": objection } },
    });
    let inputs = json!({
        "ad": state.ad.text, "verdict": draft.verdict.as_str(), "violations": violations,
        "law": law, "cleared": cleared,
    });
    Some(Request { inputs: fields(inputs), schema })
}

pub(super) fn opinion_from(answer: &Value) -> ChatOpinion {
    let answered = read::<Answer>(answer).objections.into_iter();
    let objections = answered
        .filter(|objection| SUBJECTS.contains(&objection.about.as_str()))
        .map(|objection| ModelObjection { why: reason(&objection.why), ..objection })
        .filter(|objection| !objection.why.is_empty());
    ChatOpinion { objections: objections.take(MAX_OBJECTIONS).collect(), ..ChatOpinion::default() }
}
