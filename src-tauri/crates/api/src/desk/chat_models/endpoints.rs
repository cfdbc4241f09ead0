//! The endpoints of chat models: names of their keys, and which of them are on this machine.

use simui_inference::outbound::{Policy, Request};

use crate::ApiError;
use crate::faults::ErrorCode;
use crate::types::{ChatEndpoint, ChatPreset};

/// The subject of the settings of chat models.
pub(crate) const SUBJECT: &str = "chat";

/// Returns the keyring's name of an endpoint's key.
pub(crate) fn key_name(endpoint: &str) -> String {
    format!("chat.{endpoint}")
}

/// Whether requests to an endpoint stay on this machine.
pub(crate) fn is_local(endpoint: &ChatEndpoint) -> bool {
    endpoint.preset == ChatPreset::Gguf || is_local_address(&endpoint.address)
}

/// Whether an address is on this machine.
pub(crate) fn is_local_address(address: &str) -> bool {
    Request::get(address).is_ok_and(|request| Policy::default().allows(&request))
}

/// Returns the error of settings of chat models that cannot be used.
pub(crate) fn wrong(problem: &str) -> ApiError {
    ApiError::invalid(ErrorCode::ChatSettingsUnfit, &[], format!("chat: {problem}"))
}
