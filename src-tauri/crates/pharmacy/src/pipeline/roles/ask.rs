//! Asks a chat model to play a role.

use std::sync::Arc;

use futures::future::BoxFuture;
use serde_json::{Map, Value};
use simui_domain::{ModelCall, ThinkingRole};
use simui_flow::{Context, NodeError};

/// A question of a role to a chat model.
pub struct RoleQuestion {
    /// The role; the prompt has the same name.
    pub role: ThinkingRole,
    /// The values that are filled into the prompt.
    pub inputs: Map<String, Value>,
    /// The JSON schema of the answer; `None` for an answer in plain text.
    pub schema: Option<Value>,
    /// Called with each piece of the answer as it arrives.
    pub on_piece: Box<dyn Fn(&str) + Send + Sync>,
}

/// Asks chat models. It is handed in, because this crate knows neither settings nor keys. It always returns:
/// the call with its answer or its failure, or `None` if no model plays the role.
pub type AskModel =
    Arc<dyn Fn(RoleQuestion) -> BoxFuture<'static, Option<ModelCall>> + Send + Sync>;

/// Asks one question and records the call with the current node, so that a resumed run does not ask again.
/// `inputs` is a JSON object. An answer in plain text is passed on to the reader as it arrives; one with a
/// `schema` is not.
pub async fn ask_role(
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
    let on_piece: Box<dyn Fn(&str) + Send + Sync> = match schema {
        None => {
            let watched = context.clone();
            Box::new(move |piece| watched.token(piece))
        }
        Some(_) => Box::new(|_| {}),
    };
    let call = model(RoleQuestion { role, inputs, schema, on_piece });
    context.record(role.as_str(), || async { Ok(call.await) }).await
}
