use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use serde_json::{Map, Value};
use simui_domain::{CaseId, ModelCall, ThinkingRole};

/// What a role asks a chat model.
pub struct Question {
    /// The role; its prompt has the same name.
    pub role: ThinkingRole,
    /// The case, for the record.
    pub case_id: CaseId,
    /// What goes into the prompt.
    pub inputs: Map<String, Value>,
    /// The JSON schema of the answer.
    pub schema: Value,
    /// Told each piece of the answer as it comes.
    pub said: Box<dyn Fn(&str) + Send + Sync>,
}

/// A question under way. It always ends: with the call and what came of it, or with nothing where no model plays the role.
pub type Asked = Pin<Box<dyn Future<Output = Option<ModelCall>> + Send>>;

/// Asks chat models; handed in, because `review` knows neither settings nor keys.
pub type Ask = Arc<dyn Fn(Question) -> Asked + Send + Sync>;
