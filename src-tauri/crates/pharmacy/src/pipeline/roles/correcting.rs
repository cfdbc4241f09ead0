//! 자기교정 by a model: replaces sentences with a fault.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};
use simui_domain::{ModelCall, ThinkingRole};
use simui_flow::{Context, NodeError};

use super::answering::usable_sentences;
use super::ask::{AskModel, ask_role};
use super::compose::{CitedSentence, model_paragraphs, paragraphs};
use super::read::{DOCUMENTS, as_inputs, documents, read};
use crate::answer::Paragraph;
use crate::pipeline::shelf::Shelf;
use crate::pipeline::state::PharmacyState;
use crate::verification::verify::Round;

#[derive(Default, Deserialize)]
struct Answer {
    sentences: Vec<Replacement>,
}

#[derive(Deserialize)]
struct Replacement {
    id: String,
    text: String,
    document: usize,
}

/// The model's paragraphs, in which the sentences with a fault in `round` are replaced by what the model
/// writes instead; those without a replacement are left out. With the call of the model.
pub(crate) async fn correct(
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
        "documents": as_inputs(&shown, &state.passages, shelf.passage_chars),
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
    let call = ask_role(model, context, ThinkingRole::Correction, inputs, Some(schema)).await?;
    let answer: Answer = read(call.as_ref());
    let replacements: BTreeMap<&str, &Replacement> =
        answer.sentences.iter().map(|it| (it.id.trim(), it)).collect();
    let mut corrected = Vec::new();
    for paragraph in model_paragraphs(&state.draft) {
        for sentence in paragraph.sentences {
            let Some(at) = round.faults.iter().position(|it| it.sentence == sentence) else {
                corrected.push(CitedSentence { sentence, cites: vec![paragraph.passage] });
                continue;
            };
            let Some(replacement) = replacements.get(id(at).as_str()) else { continue };
            let cites = replacement.document.checked_sub(1).and_then(|n| shown.get(n).copied());
            // A model may repeat the reference; it is not part of the sentence.
            let words = replacement.text.split("[문서").next().unwrap_or_default();
            let new = usable_sentences(words).into_iter();
            corrected.extend(
                new.map(|sentence| CitedSentence { sentence, cites: cites.into_iter().collect() }),
            );
        }
    }
    Ok((paragraphs(corrected, &state.passages, shelf), call))
}

/// The id of a sentence in the prompt, from its index in the faults.
fn id(at: usize) -> String {
    format!("s{}", at + 1)
}
