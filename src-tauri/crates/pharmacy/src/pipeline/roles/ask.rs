use std::sync::Arc;

use futures::future::BoxFuture;
use serde_json::{Map, Value};
use simui_domain::{ModelCall, ThinkingRole};
use simui_flow::{Context, NodeError};

/// What a role asks a chat model.
pub struct RoleQuestion {
    /// The role; its prompt has the same name.
    pub role: ThinkingRole,
    /// What goes into the prompt.
    pub inputs: Map<String, Value>,
    /// The JSON schema of the answer; without one the answer is a text.
    pub schema: Option<Value>,
    /// Told each piece of the answer as it comes.
    pub said: Box<dyn Fn(&str) + Send + Sync>,
}

/// Asks chat models; handed in, because this crate knows neither settings nor keys. It always ends: with the call and what came
/// of it, or with nothing where no model plays the role.
pub type AskModel =
    Arc<dyn Fn(RoleQuestion) -> BoxFuture<'static, Option<ModelCall>> + Send + Sync>;

/// One question, recorded with its node. A text is passed on as it comes; an object is nothing to read.
pub async fn asked(
    model: &AskModel,
    context: &Context,
    role: ThinkingRole,
    inputs: Value,
    schema: Option<Value>,
) -> Result<Option<ModelCall>, NodeError> {
    let inputs = match inputs {
        Value::Object(fields) => fields,
        _ => Map::new(),
    };
    let said: Box<dyn Fn(&str) + Send + Sync> = match schema {
        None => {
            let watched = context.clone();
            Box::new(move |piece| watched.token(piece))
        }
        Some(_) => Box::new(|_| {}),
    };
    let asked = model(RoleQuestion { role, inputs, schema, said });
    context.record(role.as_str(), || async { Ok(asked.await) }).await
}
