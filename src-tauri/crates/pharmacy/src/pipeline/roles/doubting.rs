//! 검증 by a model, after the comparison by code has found no fault.

use serde::Deserialize;
use serde_json::{Value, json};
use simui_domain::{ModelCall, ThinkingRole};
use simui_flow::{Context, NodeError};

use super::ask::{AskModel, ask_role};
use super::read::{as_inputs, read};
use crate::pipeline::shelf::Shelf;
use crate::pipeline::state::PharmacyState;
use crate::verification::support::Fault;
use crate::verification::verify::{Doubt, source};

#[derive(Default, Deserialize)]
struct Answer {
    doubts: Vec<Doubted>,
}

#[derive(Deserialize)]
struct Doubted {
    sentence: String,
}

/// The sentences written by a model that the verifying model doubts, with its call. A sentence that its
/// passage has word for word is not put to it.
pub(crate) async fn find_doubts(
    model: &AskModel,
    context: &Context,
    state: &PharmacyState,
    shelf: &Shelf,
) -> Result<(Vec<Doubt>, Option<ModelCall>), NodeError> {
    let draft = &state.draft;
    let mut cited: Vec<usize> = Vec::new();
    let mut sentences: Vec<(&String, usize)> = Vec::new();
    for paragraph in &draft.paragraphs {
        for sentence in paragraph.sentences.iter().filter(|it| draft.by_model.contains(it)) {
            let Some(passage) = state.passages.get(paragraph.passage) else { continue };
            if source(passage, &shelf.knowledge, &shelf.analyser).has(sentence) {
                continue;
            }
            let known = cited.iter().position(|it| *it == paragraph.passage);
            let n = known.unwrap_or_else(|| {
                cited.push(paragraph.passage);
                cited.len() - 1
            });
            sentences.push((sentence, n + 1));
        }
    }
    if sentences.is_empty() {
        return Ok((Vec::new(), None));
    }
    let to_input = |(at, (text, n)): (usize, &(&String, usize))| json!({ "id": format!("s{}", at + 1), "text": text, "document": n });
    let inputs = json!({
        "question": state.asked,
        "documents": as_inputs(&cited, &state.passages, shelf.passage_chars),
        "sentences": sentences.iter().enumerate().map(to_input).collect::<Vec<Value>>(),
    });
    let doubt = json!({
        "type": "object", "required": ["sentence", "why"], "additionalProperties": false,
        "properties": { "sentence": { "type": "string" }, "why": { "type": "string" } },
    });
    let schema = json!({
        "type": "object", "required": ["doubts"], "additionalProperties": false,
        "properties": { "doubts": { "type": "array", "items": doubt } },
    });
    let call =
        ask_role(model, context, ThinkingRole::AnswerVerification, inputs, Some(schema)).await?;
    let answer: Answer = read(call.as_ref());
    let is_doubted =
        |at: usize| answer.doubts.iter().any(|it| it.sentence.trim() == format!("s{}", at + 1));
    let doubted = sentences.iter().enumerate().filter(|(at, _)| is_doubted(*at));
    let doubts = doubted
        .map(|(_, (sentence, _))| Doubt { sentence: (*sentence).clone(), fault: Fault::Doubted });
    Ok((doubts.collect(), call))
}
