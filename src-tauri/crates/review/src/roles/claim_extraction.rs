//! Claims of a chat model: exact parts of the advertisement only.

use serde::Deserialize;
use serde_json::{Value, json};
use simui_domain::{ChatOpinion, Claim, ClaimId, Span};

use super::answers::{fields, overlap, place, read};
use super::with_chat::Request;
use crate::state::{ReviewDelta, ReviewState};

/// Largest number of claims taken from a model.
const MAX_CLAIMS: usize = 40;
/// Longest claim, in characters.
const LONGEST: usize = 200;

#[derive(Default, Deserialize)]
struct Answer {
    claims: Vec<AnsweredClaim>,
}

#[derive(Deserialize)]
struct AnsweredClaim {
    text: String,
}

pub(super) fn request(state: &ReviewState) -> Option<Request> {
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
    Some(Request { inputs: fields(json!({ "ad": state.ad.text })), schema })
}

pub(super) fn opinion_from(
    answer: &Value,
    state: &ReviewState,
    by_rules: &ReviewDelta,
) -> ChatOpinion {
    let ReviewDelta::Claims { claims: known, .. } = by_rules else {
        return ChatOpinion::default();
    };
    let mut spans: Vec<Span> = Vec::new();
    for answered in read::<Answer>(answer).claims {
        let Some(span) = place(&answered.text, &state.ad.text) else { continue };
        let taken = known.iter().map(Claim::span).chain(spans.iter().copied());
        if span.end - span.start <= LONGEST && !taken.into_iter().any(|it| overlap(it, span)) {
            spans.push(span);
        }
    }
    spans.truncate(MAX_CLAIMS);
    spans.sort_unstable();
    let claims = spans.iter().enumerate().map(|(at, span)| Claim {
        id: ClaimId(format!("m{}", at + 1)),
        text: span.slice(&state.ad.text).unwrap_or_default().to_owned(),
        start: span.start,
        end: span.end,
    });
    ChatOpinion { claims: claims.collect(), ..ChatOpinion::default() }
}
