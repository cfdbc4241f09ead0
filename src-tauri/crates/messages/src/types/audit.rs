//! Requests and responses of the audit log: its check, its key and its exports.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use simui_domain::CaseId;
use simui_store::{AuditFaultKind, AuditKeyState, KeyPlace};
use ts_rs::TS;

/// Result of checking the audit chain.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct AuditReport {
    /// Whether the chain is unbroken and ends where its head states.
    pub intact: bool,
    /// Number of entries checked.
    pub entries: u64,
    /// The number of the first bad entry.
    pub first_bad: Option<u64>,
    /// What is wrong with it, and what to do.
    pub reason: String,
    /// The kind of damage.
    pub kind: Option<AuditFaultKind>,
    /// When the bad entry was written, according to the entry itself.
    #[ts(type = "string | null")]
    pub at: Option<Timestamp>,
    /// The remedy alone, without the reason.
    pub remedy: String,
    /// The number of the last entry anchored outside the database.
    pub anchored: Option<u64>,
    /// When that anchor was written.
    #[ts(type = "string | null")]
    pub anchored_at: Option<Timestamp>,
    /// The last entry as `number:mac`. Written down elsewhere, it exposes a rewritten log that no check on
    /// this machine can detect.
    pub head: String,
    /// Where the key is kept.
    pub key: AuditKeyState,
    /// What about the key needs attention, and what to do; empty when nothing does.
    pub key_warning: String,
    /// The public key (Ed25519, hexadecimal) that checks the desk's signatures; `None` without the key.
    pub public_key: Option<String>,
    /// Number of entries of the record log, which binds the stored cases, people, settings, rules and law.
    #[serde(default)]
    pub records: u64,
    /// Number of records compared with the record log.
    #[serde(default)]
    pub bound: u64,
    /// The entry of the audit log from which on records are bound; 0 for all. `None`: they are not bound.
    #[serde(default)]
    pub bound_since: Option<u64>,
    /// The entry after which this check began; 0 when all entries were checked.
    #[serde(default)]
    pub checked_from: u64,
    /// Every fault in words, at most a hundred; the first is `reason`.
    #[serde(default)]
    pub faults: Vec<String>,
    /// What no such check can detect.
    #[serde(default)]
    pub limits: String,
    /// Tables and columns that are not compared with the log, each with the reason.
    #[serde(default)]
    pub unbound: Vec<String>,
}

/// Result of the check of the audit log at start.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct AuditState {
    /// When it was checked.
    #[ts(type = "string")]
    pub checked_at: Timestamp,
    /// Whether everything is as it was written.
    pub intact: bool,
    /// What is wrong, and what to do; empty for an intact log.
    pub reason: String,
}

/// Moves the audit key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct MoveAuditKey {
    /// The new place of the key.
    pub to: KeyPlace,
    /// Name or id of the administrator who signs.
    pub reviewer: String,
}

/// The seal stored beside an exported log (`FILE.seal.json`): its hash and end, signed by the desk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExportSeal {
    /// The format: `simui-audit-export/1`.
    pub format: String,
    /// Number of lines of the file.
    pub entries: u64,
    /// The last entry as `number:mac`.
    pub head: String,
    /// SHA-256 of the file.
    pub sha256: String,
    /// The public key (Ed25519, hexadecimal) that checks the signature; `None` when the desk did not have its
    /// key.
    pub public_key: Option<String>,
    /// The signature of the lines `format`, `entries`, `head` and `sha256`, each ended by a line feed.
    pub signature: Option<String>,
}

/// Requests an audit pack.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct PackRequest {
    /// The cases; all decided ones when empty.
    pub cases: Vec<CaseId>,
}
