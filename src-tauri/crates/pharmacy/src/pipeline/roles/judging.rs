//! 성능 평가 by a model: judges an answer on exactly the passages that it cites.

use serde::Deserialize;
use serde_json::json;
use simui_domain::{ModelCall, ThinkingRole};
use simui_flow::{Context, NodeError};

use super::ask::{AskModel, ask_role};
use super::read::{as_inputs, read};
use crate::pipeline::shelf::Shelf;
use crate::pipeline::state::PharmacyState;
use crate::verification::scores::Judged;

#[derive(Default, Deserialize)]
struct Answer {
    claims: Vec<Claim>,
    relevancy: Option<f64>,
}

#[derive(Deserialize)]
struct Claim {
    supported: bool,
}

/// The judge's figures, with its call; no figures if the draft cites nothing or no judge answers.
pub(crate) async fn judge(
    model: &AskModel,
    context: &Context,
    state: &PharmacyState,
    shelf: &Shelf,
) -> Result<(Option<Judged>, Option<ModelCall>), NodeError> {
    let draft = &state.draft;
    let mut cited: Vec<usize> = draft.paragraphs.iter().map(|it| it.passage).collect();
    let mut seen = std::collections::BTreeSet::new();
    cited.retain(|it| seen.insert(*it));
    if cited.is_empty() {
        return Ok((None, None));
    }
    let (numbers, _) = draft.numbers();
    let paragraphs = draft.paragraphs.iter().zip(numbers);
    let answer: Vec<String> =
        paragraphs.map(|(it, n)| format!("{} [문서 {n}]", it.sentences.join(" "))).collect();
    let claim = json!({
        "type": "object", "required": ["claim", "supported"], "additionalProperties": false,
        "properties": { "claim": { "type": "string" }, "supported": { "type": "boolean" } },
    });
    let schema = json!({
        "type": "object", "required": ["claims", "relevancy"], "additionalProperties": false,
        "properties": {
            "claims": { "type": "array", "items": claim },
            "relevancy": { "type": "number", "minimum": 0, "maximum": 1 },
        },
    });
    let inputs = json!({
        "question": state.asked,
        "answer": answer.join("\n\n"),
        "documents": as_inputs(&cited, &state.passages, shelf.passage_chars),
    });
    let call = ask_role(model, context, ThinkingRole::Judging, inputs, Some(schema)).await?;
    if call.as_ref().is_none_or(|it| it.answer.is_none()) {
        return Ok((None, call));
    }
    let Answer { claims, relevancy } = read(call.as_ref());
    let supported = claims.iter().filter(|it| it.supported).count();
    let faithfulness = (!claims.is_empty()).then(|| supported as f64 / claims.len() as f64);
    Ok((Some(Judged { faithfulness, answer_relevancy: relevancy }), call))
}
