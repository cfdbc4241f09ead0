//! 품질 평가 by a model, on exactly the passages that the answer cites.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::json;
use simui_domain::{ModelCall, ThinkingRole};
use simui_flow::{Context, NodeError};
use simui_pharmacy::pipeline::roles::{AskModel, as_inputs, ask_role, line, read};

use crate::quality::ModelScores;
use crate::state::ConsultState;

/// Missing things that are taken from a model, and the characters of each.
const MOST: usize = 4;
const LONGEST: usize = 60;

#[derive(Default, Deserialize)]
struct Answer {
    grounding: Option<f64>,
    completeness: Option<f64>,
    accuracy: Option<f64>,
    missing: Vec<String>,
}

/// What a judge says of an answer.
pub(crate) struct Judged {
    /// Its scores.
    pub scores: ModelScores,
    /// What it misses.
    pub missing: Vec<String>,
}

/// The judge's word on the last draft; nothing where there is nothing to judge, no judge, or no score that is one.
pub(crate) async fn judged(
    model: &AskModel,
    context: &Context,
    state: &ConsultState,
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
        "question": state.asked,
        "patient": state.context.as_ref().map_or("", |it| it.profile.as_str()),
        "answer": answer.join("\n\n"),
        "documents": as_inputs(&cited, &state.passages),
    });
    let call = ask_role(model, context, ThinkingRole::PatientJudging, inputs, Some(schema)).await?;
    let Answer { grounding, completeness, accuracy, missing } = read(call.as_ref());
    let scores = ModelScores::of(grounding, completeness, accuracy);
    let missing = missing.iter().map(|it| line(it)).filter(|it| {
        // A placeholder stands for nothing here.
        (2..=LONGEST).contains(&it.chars().count()) && !it.contains('⟦')
    });
    let missing = missing.take(MOST).collect();
    Ok((scores.map(|scores| Judged { scores, missing }), call))
}
