//! What left, or tried to leave, the machine, and what chat models were asked.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Asks for entries, the newest first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct OutboundLogRequest {
    /// At most so many; 100 when absent.
    pub limit: Option<u32>,
    /// Only those of one sort.
    pub kind: Option<OutboundKind>,
    /// Only those with these words in their place, role, model, path, subject or problem.
    pub words: Option<String>,
    /// Only those that did not work.
    pub failed: bool,
    /// Only those before this number: the next page.
    #[ts(type = "number | null")]
    pub before: Option<u64>,
}

/// What sort of thing an entry is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum OutboundKind {
    /// Bytes to a host.
    Call,
    /// A question of a role to a model, wherever that is.
    Question,
    /// A question for links to pages, beside its call to the host.
    WebSearch,
}

/// One entry of the audit log about a call that left, or tried to leave, the machine, or that asked a chat model. Never its words.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct OutboundEntry {
    /// Its number in the audit log.
    #[ts(type = "number")]
    pub seq: u64,
    /// When.
    #[ts(type = "string")]
    pub at: Timestamp,
    /// `outbound_call`: bytes to a host. `chat_call`: a question of a role. `web_search`: a question for links.
    pub action: String,
    /// The host; the case.
    pub subject: String,
    /// Which sort it is.
    pub kind: OutboundKind,
    /// The host with its path, or the endpoint with its model.
    pub place: String,
    /// The thinking role it was for, if for one.
    pub role: Option<String>,
    /// Bytes that were sent.
    #[ts(type = "number")]
    pub sent: u64,
    /// SHA-256 of what was sent.
    pub sha256: Option<String>,
    /// How many identifiers of each kind were masked in it. Of a call to a host, those of the question it was made for.
    pub masked: BTreeMap<String, u32>,
    /// There was a usable answer.
    pub worked: bool,
    /// What went wrong, as far as the log says; empty otherwise.
    pub problem: String,
    /// Everything else: method, path, status and bytes; model, prompt, tokens and time.
    #[ts(type = "Record<string, unknown>")]
    pub details: serde_json::Value,
}
