//! Claims that a model sees: exact parts of the advertisement, or none.

use serde::Deserialize;
use serde_json::{Value, json};
use simui_domain::{ChatOpinion, Claim, ClaimId, Span};

use super::judged::{fields, overlap, place, read};
use super::with_chat::Asking;
use crate::graph::{ReviewDelta, ReviewState};

/// Claims that are taken from a model.
const MOST: usize = 40;
/// Longest claim, in characters.
const LONGEST: usize = 200;

#[derive(Default, Deserialize)]
struct Answer {
    claims: Vec<Said>,
}

#[derive(Deserialize)]
struct Said {
    text: String,
}

pub(super) fn asking(state: &ReviewState) -> Option<Asking> {
    if state.ad.text.trim().is_empty() {
        return None;
    }
    let schema = json!({
        "type": "object", "required": ["claims"], "additionalProperties": false,
        "properties": { "claims": { "type": "array", "items": {
            "type": "object", "required": ["text"], "additionalProperties": false,
            "properties": { "text": { "type": "string" } },
        } } },
    });
    Some(Asking { inputs: fields(json!({ "ad": state.ad.text })), schema })
}

pub(super) fn heard(answer: &Value, state: &ReviewState, by_rules: &ReviewDelta) -> ChatOpinion {
    let ReviewDelta::Claims { claims: known, .. } = by_rules else {
        return ChatOpinion::default();
    };
    let mut spans: Vec<Span> = Vec::new();
    for said in read::<Answer>(answer).claims {
        let Some(span) = place(&said.text, &state.ad.text) else { continue };
        let taken = known.iter().map(Claim::span).chain(spans.iter().copied());
        if span.end - span.start <= LONGEST && !taken.into_iter().any(|it| overlap(it, span)) {
            spans.push(span);
        }
    }
    spans.truncate(MOST);
    spans.sort_unstable();
    let claims = spans.iter().enumerate().map(|(at, span)| Claim {
        id: ClaimId(format!("m{}", at + 1)),
        text: span.slice(&state.ad.text).unwrap_or_default().to_owned(),
        start: span.start,
        end: span.end,
    });
    ChatOpinion { claims: claims.collect(), ..ChatOpinion::default() }
}
