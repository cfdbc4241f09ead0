//! 자기교정 by a model: other sentences in the place of those that were refused.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};
use simui_domain::{ModelCall, ThinkingRole};
use simui_flow::{Context, NodeError};

use super::answering::said;
use super::ask::{AskModel, asked};
use super::compose::{Told, of_model, paragraphs};
use super::read::{DOCUMENTS, as_inputs, documents, read};
use crate::answer::Paragraph;
use crate::pipeline::shelf::Shelf;
use crate::pipeline::state::PharmacyState;
use crate::verification::verify::Round;

#[derive(Default, Deserialize)]
struct Answer {
    sentences: Vec<Instead>,
}

#[derive(Deserialize)]
struct Instead {
    id: String,
    text: String,
    document: usize,
}

/// The model's paragraphs with what it says instead of the sentences that `round` refuses. What it leaves out goes.
pub(crate) async fn corrected(
    model: &AskModel,
    context: &Context,
    state: &PharmacyState,
    round: &Round,
    shelf: &Shelf,
) -> Result<(Vec<Paragraph>, Option<ModelCall>), NodeError> {
    let shown = documents(&state.draft, &state.passages, DOCUMENTS);
    let refused: Vec<Value> = round
        .faults
        .iter()
        .enumerate()
        .map(|(at, it)| json!({ "id": id(at), "text": it.sentence, "why": it.fault.korean() }))
        .collect();
    let inputs = json!({
        "question": state.asked,
        "documents": as_inputs(&shown, &state.passages),
        "sentences": refused,
    });
    let sentence = json!({
        "type": "object", "required": ["id", "text", "document"], "additionalProperties": false,
        "properties": {
            "id": { "type": "string" },
            "text": { "type": "string" },
            "document": { "type": "integer" },
        },
    });
    let schema = json!({
        "type": "object", "required": ["sentences"], "additionalProperties": false,
        "properties": { "sentences": { "type": "array", "items": sentence } },
    });
    let call = asked(model, context, ThinkingRole::Correction, inputs, Some(schema)).await?;
    let answer: Answer = read(call.as_ref());
    let instead: BTreeMap<&str, &Instead> =
        answer.sentences.iter().map(|it| (it.id.trim(), it)).collect();
    let mut told = Vec::new();
    for paragraph in of_model(&state.draft) {
        for sentence in paragraph.sentences {
            let Some(at) = round.faults.iter().position(|it| it.sentence == sentence) else {
                told.push(Told { sentence, cites: vec![paragraph.passage] });
                continue;
            };
            let Some(instead) = instead.get(id(at).as_str()) else { continue };
            let cites = instead.document.checked_sub(1).and_then(|n| shown.get(n).copied());
            // The last reference of a sentence would be read as its words.
            let words = instead.text.split("[문서").next().unwrap_or_default();
            let new = said(words).into_iter();
            told.extend(new.map(|sentence| Told { sentence, cites: cites.into_iter().collect() }));
        }
    }
    Ok((paragraphs(told, &state.passages, shelf), call))
}

fn id(at: usize) -> String {
    format!("s{}", at + 1)
}
