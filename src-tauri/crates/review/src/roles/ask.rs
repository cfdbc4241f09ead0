use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use serde_json::{Map, Value};
use simui_domain::{CaseId, ModelCall, ThinkingRole};

/// The question of a role to a chat model.
pub struct Question {
    /// The role. The prompt has the same name.
    pub role: ThinkingRole,
    /// The case, for the audit log.
    pub case_id: CaseId,
    /// The values that the prompt is filled with.
    pub inputs: Map<String, Value>,
    /// The JSON schema of the answer.
    pub schema: Value,
    /// Called with each piece of the answer as it arrives.
    pub on_token: Box<dyn Fn(&str) + Send + Sync>,
}

/// A call in progress. It ends with the call and its result, or with `None` where no model plays the role.
pub type PendingCall = Pin<Box<dyn Future<Output = Option<ModelCall>> + Send>>;

/// Asks chat models. The caller supplies it, because this crate knows neither settings nor keys.
pub type Ask = Arc<dyn Fn(Question) -> PendingCall + Send + Sync>;
