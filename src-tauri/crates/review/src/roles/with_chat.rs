use serde_json::Value;
use simui_domain::{ChatOpinion, ModelCall, RolePlayed, ThinkingRole};
use simui_flow::{Context, NodeError};

use super::{
    Ask, ByRules, Question, Thinking, Thought, claim_extraction, classification, drafting,
    verification,
};
use crate::graph::{ReviewDelta, ReviewState};
use crate::library::Library;

/// The rules, and a chat model beside them where the review wants one.
#[derive(Clone)]
pub struct WithChat {
    ask: Ask,
}

/// What a role asks: its inputs and the schema of the answer.
pub(super) struct Asking {
    pub inputs: serde_json::Map<String, Value>,
    pub schema: Value,
}

/// The key under which a node's call is recorded: a retry takes the recorded answer.
pub const RECORDED: &str = "chat";

impl WithChat {
    /// Models that `ask` reaches.
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
        let asking = match role {
            ThinkingRole::ClaimExtraction => claim_extraction::asking(state),
            ThinkingRole::Classification => classification::asking(state),
            ThinkingRole::Drafting => drafting::asking(state, by_rules),
            ThinkingRole::Verification => verification::asking(state, by_rules),
            _ => None,
        };
        let Some(Asking { inputs, schema }) = asking else { return Ok(None) };
        let watched = context.clone();
        let said = Box::new(move |piece: &str| watched.token(piece));
        let question = Question { role, case_id: state.case_id.clone(), inputs, schema, said };
        let asked = (self.ask)(question);
        let call: Option<ModelCall> =
            context.record(RECORDED, || async { Ok(asked.await) }).await?;
        let Some(call) = call else { return Ok(None) };
        let engine = match &call.answer {
            Some(_) => format!("chat:{}", call.model),
            None => "rules".to_owned(),
        };
        let played = vec![RolePlayed { role, engine, problem: call.problem }];
        let Some(answer) = call.answer else {
            return Ok(Some(ChatOpinion { played, ..ChatOpinion::default() }));
        };
        let said = match role {
            ThinkingRole::ClaimExtraction => claim_extraction::heard(&answer, state, by_rules),
            ThinkingRole::Classification => classification::heard(&answer, state, by_rules),
            ThinkingRole::Drafting => drafting::heard(&answer, state, by_rules, library)?,
            ThinkingRole::Verification => verification::heard(&answer),
            _ => ChatOpinion::default(),
        };
        Ok(Some(ChatOpinion { played, ..said }))
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
