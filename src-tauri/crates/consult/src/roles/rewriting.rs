//! 동적 질의 재작성 by a model: adds queries for what is missing to those of the rules.

use serde::Deserialize;
use serde_json::json;
use simui_domain::{ModelCall, ThinkingRole};
use simui_flow::{Context, NodeError};
use simui_pharmacy::knowledge::Knowledge;
use simui_pharmacy::pipeline::roles::{AskModel, ask_role, line, read};

use crate::quality::Missing;
use crate::state::ConsultState;

/// Most queries that are taken from a model.
const MAX_QUERIES: usize = 4;
/// Most characters of a query.
const LONGEST: usize = 60;

#[derive(Default, Deserialize)]
struct Answer {
    queries: Vec<String>,
}

/// What an answer lacks.
pub(crate) struct MissingParts<'a> {
    /// What is missing by the rules.
    pub by_rules: &'a [Missing],
    /// What is missing by the judge, in its words.
    pub by_model: &'a [String],
}

/// The queries of the rules, followed by new ones of a model, and the call of the model.
pub(crate) async fn rewrite_queries(
    model: &AskModel,
    context: &Context,
    state: &ConsultState,
    parts: &MissingParts<'_>,
    mut queries: Vec<String>,
    knowledge: &Knowledge,
) -> Result<(Vec<String>, Option<ModelCall>), NodeError> {
    let missing = parts.by_rules.iter().filter_map(|it| in_korean(it, knowledge));
    let missing: Vec<String> = missing.chain(parts.by_model.iter().cloned()).collect();
    let schema = json!({
        "type": "object", "required": ["queries"], "additionalProperties": false,
        "properties": { "queries": { "type": "array", "items": { "type": "string" } } },
    });
    let inputs = json!({
        "question": state.answered_text(),
        "patient": state.context.as_ref().map_or("", |it| it.profile.as_str()),
        "missing": missing,
        "queries": queries,
    });
    let call = ask_role(model, context, ThinkingRole::QueryRewriting, inputs, Some(schema)).await?;
    let answer: Answer = read(call.as_ref());
    let new = answer
        .queries
        .iter()
        .map(|it| line(it))
        .filter(|it| (2..=LONGEST).contains(&it.chars().count()) && !it.contains('⟦'));
    for query in new.take(MAX_QUERIES) {
        if !queries.contains(&query) {
            queries.push(query);
        }
    }
    Ok((queries, call))
}

/// The Korean name of a missing part; `None` for an unknown intent.
fn in_korean(missing: &Missing, knowledge: &Knowledge) -> Option<String> {
    match missing {
        Missing::Intent(id) => knowledge.intent(id).map(|it| it.korean.clone()),
        Missing::Drug(ingredient) => Some(knowledge.names.korean(ingredient).to_owned()),
        Missing::Symptom(name) => Some(name.clone()),
    }
}
