//! Objections of a model to the draft that a person will see.

use serde::Deserialize;
use serde_json::{Value, json};
use simui_domain::{ChatOpinion, ModelObjection};

use super::drafting::of_violation;
use super::judged::{fields, read, reason};
use super::with_chat::Asking;
use crate::decision_rule::MAX_ITERATIONS;
use crate::graph::{ReviewDelta, ReviewState};

/// Objections that are kept.
const MOST: usize = 5;
/// Violations, citations and exceptions that a model is told of.
const TOLD: usize = 30;
/// What an objection may be about.
const ABOUT: [&str; 5] = ["claims", "violations", "citations", "exceptions", "balance"];

#[derive(Default, Deserialize)]
struct Answer {
    objections: Vec<ModelObjection>,
}

/// Of the last draft alone: the others are about to be written anew.
pub(super) fn asking(state: &ReviewState, by_rules: &ReviewDelta) -> Option<Asking> {
    let ReviewDelta::Verified { draft, objections, .. } = by_rules else { return None };
    if !objections.is_empty() && state.iterations < MAX_ITERATIONS {
        return None;
    }
    let violations: Vec<Value> =
        draft.violations.iter().take(TOLD).filter_map(|it| of_violation(it, state)).collect();
    let law: Vec<Value> = draft
        .citations
        .iter()
        .take(TOLD)
        .map(|citation| json!({ "article": citation.article, "quote": citation.quote }))
        .collect();
    let cleared: Vec<Value> = state
        .cleared
        .iter()
        .take(TOLD)
        .filter_map(|cleared| {
            let words = cleared.span.slice(&state.ad.text)?;
            Some(json!({ "kind": cleared.kind.label(), "words": words }))
        })
        .collect();
    let objection = json!({
        "type": "object", "required": ["about", "why"], "additionalProperties": false,
        "properties": {
            "about": { "type": "string", "enum": ABOUT },
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
    Some(Asking { inputs: fields(inputs), schema })
}

pub(super) fn heard(answer: &Value) -> ChatOpinion {
    let said = read::<Answer>(answer).objections.into_iter();
    let objections = said
        .filter(|objection| ABOUT.contains(&objection.about.as_str()))
        .map(|objection| ModelObjection { why: reason(&objection.why), ..objection })
        .filter(|objection| !objection.why.is_empty());
    ChatOpinion { objections: objections.take(MOST).collect(), ..ChatOpinion::default() }
}
