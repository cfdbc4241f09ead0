//! Requests and responses of the log of outbound calls and of questions to chat models.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Lists entries, the newest first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct OutboundLogRequest {
    /// Most entries to return; 100 when absent.
    pub limit: Option<u32>,
    /// Only entries of this kind.
    pub kind: Option<OutboundKind>,
    /// Only entries that contain these words in place, role, model, path, subject or problem.
    pub words: Option<String>,
    /// Only entries that failed.
    pub failed: bool,
    /// Only entries before this number, for the next page.
    #[ts(type = "number | null")]
    pub before: Option<u64>,
}

/// The kind of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum OutboundKind {
    /// Bytes sent to a host.
    Call,
    /// A question of a role to a model, local or remote.
    Question,
    /// A search for web links, recorded beside its call to the host.
    WebSearch,
}

/// One audit entry about a call that left, or tried to leave, the machine, or that asked a chat model. The
/// words sent are never part of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct OutboundEntry {
    /// The number in the audit log.
    #[ts(type = "number")]
    pub seq: u64,
    /// When it was written.
    #[ts(type = "string")]
    pub at: Timestamp,
    /// The action: `outbound_call` for bytes to a host, `chat_call` for a question of a role, `web_search`
    /// for a search for links.
    pub action: String,
    /// The host, or the case.
    pub subject: String,
    /// The kind of entry.
    pub kind: OutboundKind,
    /// The host with its path, or the endpoint with its model.
    pub place: String,
    /// The thinking role that asked, if one did.
    pub role: Option<String>,
    /// Number of bytes sent.
    #[ts(type = "number")]
    pub sent: u64,
    /// SHA-256 of what was sent.
    pub sha256: Option<String>,
    /// Number of masked identifiers by kind. A call to a host shows those of the question it was made for.
    pub masked: BTreeMap<String, u32>,
    /// Whether there was a usable answer.
    pub worked: bool,
    /// What went wrong, as far as the log records it; empty otherwise.
    pub problem: String,
    /// The remaining fields: method, path, status and bytes; model, prompt, tokens and time.
    #[ts(type = "Record<string, unknown>")]
    pub details: serde_json::Value,
}
