//! 답변 생성 by a model: sentences, each with the number of its document.

use serde::Deserialize;
use serde_json::json;
use simui_domain::{ModelCall, ThinkingRole};
use simui_flow::{Context, NodeError};
use simui_pharmacy::answer::{Draft, Paragraph};
use simui_pharmacy::pipeline::roles::{
    AskModel, CitedSentence, as_inputs, ask_role, combine_with_rules, documents, model_paragraphs,
    paragraphs, read, usable_sentences,
};
use simui_pharmacy::query::question::Question;
use simui_pharmacy::verification::verify::{MOST_ROUNDS, Remedy, check_draft, correct};
use simui_pharmacy::{Passage, Shelf};

use crate::state::ConsultState;

/// Most documents that a model is shown.
const MAX_DOCUMENTS: usize = 8;

/// Most sentences that are taken from a model's answer.
const MAX_SENTENCES: usize = 30;

#[derive(Default, Deserialize)]
struct Answer {
    sentences: Vec<Sentence>,
}

#[derive(Deserialize)]
struct Sentence {
    text: String,
    document: usize,
}

/// The draft of the rules, combined with those sentences of a model that their documents support, and the
/// call of the model.
pub(crate) async fn answer(
    model: &AskModel,
    context: &Context,
    state: &ConsultState,
    question: &Question,
    by_rules: Draft,
    passages: &[Passage],
    shelf: &Shelf,
) -> Result<(Draft, Option<ModelCall>), NodeError> {
    let shown = documents(&by_rules, passages, MAX_DOCUMENTS);
    if shown.is_empty() {
        return Ok((by_rules, None));
    }
    let wants = question.intents.iter().filter_map(|it| shelf.knowledge.intent(it));
    let layers = state.context.as_ref();
    let inputs = json!({
        "question": question.text,
        "wants": wants.map(|it| it.korean.as_str()).collect::<Vec<_>>().join(", "),
        "patient": layers.map_or("", |it| it.profile.as_str()),
        "history": layers.map_or("", |it| it.history.as_str()),
        "documents": as_inputs(&shown, passages, shelf.passage_chars),
    });
    let sentence = json!({
        "type": "object", "required": ["text", "document"], "additionalProperties": false,
        "properties": { "text": { "type": "string" }, "document": { "type": "integer" } },
    });
    let schema = json!({
        "type": "object", "required": ["sentences"], "additionalProperties": false,
        "properties": { "sentences": { "type": "array", "items": sentence } },
    });
    let call =
        ask_role(model, context, ThinkingRole::PatientAnswering, inputs, Some(schema)).await?;
    let answer: Answer = read(call.as_ref());
    let mut cited: Vec<CitedSentence> = Vec::new();
    for Sentence { text, document } in answer.sentences {
        let cites = document.checked_sub(1).and_then(|n| shown.get(n).copied());
        // A model may add a reference; it is not part of the sentence.
        let words = text.split("[문서").next().unwrap_or_default();
        cited.extend(
            usable_sentences(words)
                .into_iter()
                .map(|sentence| CitedSentence { sentence, cites: cites.into_iter().collect() }),
        );
    }
    cited.truncate(MAX_SENTENCES);
    let by_model = paragraphs(cited, passages, shelf);
    Ok((verify(by_model, by_rules, question, passages, shelf), call))
}

/// Combines both, and leaves out sentences with a fault until none is left. If no sentence of the model is
/// supported, the result is the draft of the rules.
fn verify(
    mut by_model: Vec<Paragraph>,
    mut by_rules: Draft,
    question: &Question,
    passages: &[Passage],
    shelf: &Shelf,
) -> Draft {
    for _ in 0..=MOST_ROUNDS {
        let draft = combine_with_rules(by_rules.clone(), by_model, question, passages, shelf);
        let round = check_draft(&draft, passages, true, &shelf.knowledge, &shelf.analyser);
        if round.remedy != Remedy::Correct {
            return draft;
        }
        by_model = model_paragraphs(&correct(&draft, &round));
        by_rules = correct(&by_rules, &round);
    }
    by_rules
}
