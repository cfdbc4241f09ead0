use serde_json::Value;
use simui_domain::{ChatOpinion, ModelCall, RolePlayed, ThinkingRole};
use simui_flow::{Context, NodeError};

use super::{
    Ask, ByRules, Question, Thinking, Thought, claim_extraction, classification, drafting,
    verification,
};
use crate::library::Library;
use crate::state::{ReviewDelta, ReviewState};

/// The rules, with a chat model beside them where the review asks for one.
#[derive(Clone)]
pub struct WithChat {
    ask: Ask,
}

/// The request of a role: the inputs of its prompt and the schema of the answer.
pub(super) struct Request {
    pub inputs: serde_json::Map<String, Value>,
    pub schema: Value,
}

/// The key under which the call of a node is recorded, so that a retry uses the recorded answer.
pub const RECORDED: &str = "chat";

impl WithChat {
    /// Creates the roles with the models that `ask` reaches.
    pub fn new(ask: Ask) -> Self {
        Self { ask }
    }

    async fn opinion(
        &self,
        role: ThinkingRole,
        state: &ReviewState,
        library: &Library,
        context: &Context,
        by_rules: &ReviewDelta,
    ) -> Result<Option<ChatOpinion>, NodeError> {
        let request = match role {
            ThinkingRole::ClaimExtraction => claim_extraction::request(state),
            ThinkingRole::Classification => classification::request(state),
            ThinkingRole::Drafting => drafting::request(state, by_rules),
            ThinkingRole::Verification => verification::request(state, by_rules),
            _ => None,
        };
        let Some(Request { inputs, schema }) = request else { return Ok(None) };
        let watched = context.clone();
        let on_token = Box::new(move |piece: &str| watched.token(piece));
        let question = Question { role, case_id: state.case_id.clone(), inputs, schema, on_token };
        let pending = (self.ask)(question);
        let call: Option<ModelCall> =
            context.record(RECORDED, || async { Ok(pending.await) }).await?;
        let Some(call) = call else { return Ok(None) };
        let engine = match &call.answer {
            Some(_) => format!("chat:{}", call.model),
            None => "rules".to_owned(),
        };
        let played = vec![RolePlayed { role, engine, problem: call.problem }];
        let Some(answer) = call.answer else {
            return Ok(Some(ChatOpinion { played, ..ChatOpinion::default() }));
        };
        let opinion = match role {
            ThinkingRole::ClaimExtraction => {
                claim_extraction::opinion_from(&answer, state, by_rules)
            }
            ThinkingRole::Classification => classification::opinion_from(&answer, state, by_rules),
            ThinkingRole::Drafting => drafting::opinion_from(&answer, state, by_rules, library)?,
            ThinkingRole::Verification => verification::opinion_from(&answer),
            _ => ChatOpinion::default(),
        };
        Ok(Some(ChatOpinion { played, ..opinion }))
    }
}

impl Thinking for WithChat {
    fn think<'a>(
        &'a self,
        role: ThinkingRole,
        state: &'a ReviewState,
        library: &'a Library,
        context: &'a Context,
    ) -> Thought<'a> {
        Box::pin(async move {
            let by_rules = ByRules.think(role, state, library, context).await?;
            if !state.chat {
                return Ok(by_rules);
            }
            let opinion = self.opinion(role, state, library, context, &by_rules).await?;
            Ok(match opinion {
                Some(opinion) => ReviewDelta::WithOpinion {
                    opinion: Box::new(opinion),
                    by_rules: Box::new(by_rules),
                },
                None => by_rules,
            })
        })
    }
}
