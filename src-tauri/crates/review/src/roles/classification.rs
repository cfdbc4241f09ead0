//! Kinds of violation that a chat model finds in the claims, compared with those of the rules.

use serde::Deserialize;
use serde_json::{Value, json};
use simui_domain::{ChatOpinion, Claim, Denial, Suspicion, ViolationKind};

use super::answers::{fields, overlap, place, read, reason};
use super::with_chat::Request;
use crate::state::{ReviewDelta, ReviewState};

/// Largest number of claims that a model is asked about.
const MAX_CLAIMS: usize = 60;
/// Largest number of differences kept, of each sort: a person needs no more.
const MAX_DIFFERENCES: usize = 40;

#[derive(Default, Deserialize)]
struct Answer {
    judgements: Vec<Judgement>,
    instructions: Vec<String>,
}

#[derive(Deserialize)]
struct Judgement {
    claim: String,
    kinds: Vec<String>,
    why: String,
}

pub(super) fn request(state: &ReviewState) -> Option<Request> {
    let claims: Vec<Value> = claims(state)
        .take(MAX_CLAIMS)
        .map(|claim| json!({ "id": claim.id, "text": claim.text }))
        .collect();
    if claims.is_empty() {
        return None;
    }
    let kinds: Vec<String> = ViolationKind::ALL.iter().map(ViolationKind::to_string).collect();
    let judgement = json!({
        "type": "object", "required": ["claim", "kinds", "why"], "additionalProperties": false,
        "properties": {
            "claim": { "type": "string" },
            "kinds": { "type": "array", "items": { "type": "string", "enum": kinds } },
            "why": { "type": "string" },
        },
    });
    let schema = json!({
        "type": "object", "required": ["judgements", "instructions"],
        "additionalProperties": false,
        "properties": {
            "judgements": { "type": "array", "items": judgement },
            "instructions": { "type": "array", "items": { "type": "string" } },
        },
    });
    Some(Request { inputs: fields(json!({ "ad": state.ad.text, "claims": claims })), schema })
}

pub(super) fn opinion_from(
    answer: &Value,
    state: &ReviewState,
    by_rules: &ReviewDelta,
) -> ChatOpinion {
    let ReviewDelta::Classified { findings, .. } = by_rules else {
        return ChatOpinion::default();
    };
    let answer: Answer = read(answer);
    let mut opinion = ChatOpinion::default();
    let mut judged = Vec::new();
    for judgement in answer.judgements {
        let Some(claim) = claims(state).find(|claim| claim.id.as_str() == judgement.claim.trim())
        else {
            continue;
        };
        if judged.contains(&&claim.id) {
            continue;
        }
        judged.push(&claim.id);
        let why = reason(&judgement.why);
        let found = |kind| {
            let of_kind = findings.iter().filter(move |finding| finding.kind == kind);
            of_kind
                .clone()
                .any(|finding| finding.claim_id == claim.id || overlap(finding.span, claim.span()))
        };
        for kind in judgement.kinds.iter().filter_map(|kind| kind.parse().ok()) {
            let known =
                opinion.suspicions.iter().any(|it| it.kind == kind && it.start == claim.start);
            if !found(kind) && !known {
                let (text, start, end) = (claim.text.clone(), claim.start, claim.end);
                opinion.suspicions.push(Suspicion { kind, text, start, end, why: why.clone() });
            }
        }
        // A kind that the rules did not find is a suspicion; no kind at all is a denial.
        if judgement.kinds.is_empty() {
            for finding in findings.iter().filter(|finding| finding.claim_id == claim.id) {
                let (kind, claim_id) = (finding.kind, claim.id.clone());
                let denial = Denial { kind, claim_id, why: why.clone() };
                if !opinion.denials.contains(&denial) {
                    opinion.denials.push(denial);
                }
            }
        }
    }
    opinion.suspicions.truncate(MAX_DIFFERENCES);
    opinion.denials.truncate(MAX_DIFFERENCES);
    let instructions = answer.instructions.iter().filter_map(|words| place(words, &state.ad.text));
    opinion.instructions = instructions.take(8).collect();
    opinion
}

/// Returns the claims of the rules and those of the model.
fn claims(state: &ReviewState) -> impl Iterator<Item = &Claim> {
    let of_model = state.opinion.iter().flat_map(|opinion| &opinion.claims);
    state.claims.iter().chain(of_model)
}
