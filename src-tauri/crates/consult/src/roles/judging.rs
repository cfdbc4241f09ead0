//! 품질 평가 by a model: judges an answer on exactly the passages that it cites.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::json;
use simui_domain::{ModelCall, ThinkingRole};
use simui_flow::{Context, NodeError};
use simui_pharmacy::Shelf;
use simui_pharmacy::pipeline::roles::{AskModel, as_inputs, ask_role, line, read};

use crate::quality::ModelScores;
use crate::state::ConsultState;

/// Most missing parts that are taken from a model.
const MAX_MISSING: usize = 4;
/// Most characters of a missing part.
const LONGEST: usize = 60;

#[derive(Default, Deserialize)]
struct Answer {
    grounding: Option<f64>,
    completeness: Option<f64>,
    accuracy: Option<f64>,
    missing: Vec<String>,
}

/// The judgement of a model on an answer.
pub(crate) struct Judged {
    /// The scores of the answer.
    pub scores: ModelScores,
    /// What the answer lacks, in words of the model.
    pub missing: Vec<String>,
}

/// The judgement on the last draft, with the call of the model. `None` if the draft cites nothing, no model
/// answers, or a score is not from 0 to 1.
pub(crate) async fn judge(
    model: &AskModel,
    context: &Context,
    state: &ConsultState,
    shelf: &Shelf,
) -> Result<(Option<Judged>, Option<ModelCall>), NodeError> {
    let draft = &state.draft;
    let mut seen = BTreeSet::new();
    let cited = draft.paragraphs.iter().map(|it| it.passage);
    let cited: Vec<usize> = cited.filter(|it| seen.insert(*it)).collect();
    if cited.is_empty() {
        return Ok((None, None));
    }
    let (numbers, _) = draft.numbers();
    let answer: Vec<String> = draft
        .paragraphs
        .iter()
        .zip(numbers)
        .map(|(it, n)| format!("{} [문서 {n}]", it.sentences.join(" ")))
        .collect();
    let score = json!({ "type": "number", "minimum": 0, "maximum": 1 });
    let schema = json!({
        "type": "object", "additionalProperties": false,
        "required": ["grounding", "completeness", "accuracy", "missing"],
        "properties": {
            "grounding": score,
            "completeness": score,
            "accuracy": score,
            "missing": { "type": "array", "items": { "type": "string" } },
        },
    });
    let inputs = json!({
        "question": state.answered_text(),
        "patient": state.context.as_ref().map_or("", |it| it.profile.as_str()),
        "answer": answer.join("\n\n"),
        "documents": as_inputs(&cited, &state.passages, shelf.passage_chars),
    });
    let call = ask_role(model, context, ThinkingRole::PatientJudging, inputs, Some(schema)).await?;
    let Answer { grounding, completeness, accuracy, missing } = read(call.as_ref());
    let scores = ModelScores::of(grounding, completeness, accuracy);
    let missing = missing.iter().map(|it| line(it)).filter(|line| {
        // Text with a placeholder of masked text cannot be searched for.
        (2..=LONGEST).contains(&line.chars().count()) && !line.contains('⟦')
    });
    let missing = missing.take(MAX_MISSING).collect();
    Ok((scores.map(|scores| Judged { scores, missing }), call))
}
