//! The audit log: its check, its key, and what is taken out of it.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use simui_domain::CaseId;
use simui_store::{AuditFaultKind, AuditKeyState, KeyPlace};
use ts_rs::TS;

/// What the check of the audit chain found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct AuditReport {
    /// The chain is whole and ends where its head says.
    pub intact: bool,
    /// Entries checked.
    pub entries: u64,
    /// The number of the first bad entry.
    pub first_bad: Option<u64>,
    /// What is wrong with it, and what to do.
    pub reason: String,
    /// What sort of damage it is.
    pub kind: Option<AuditFaultKind>,
    /// When the bad entry was written, as it says itself.
    #[ts(type = "string | null")]
    pub at: Option<Timestamp>,
    /// What to do, on its own.
    pub remedy: String,
    /// The last entry anchored outside the database.
    pub anchored: Option<u64>,
    /// When it was written.
    #[ts(type = "string | null")]
    pub anchored_at: Option<Timestamp>,
    /// The last entry as `number:mac`: written down elsewhere, it finds what nothing on this machine can.
    pub head: String,
    /// Where the key is.
    pub key: AuditKeyState,
    /// What about the key deserves attention, and what to do; empty when nothing does.
    pub key_warning: String,
    /// What the desk's signatures are checked with (Ed25519, hexadecimal); `None` without the key.
    pub public_key: Option<String>,
    /// Entries of the record log, which binds what is stored of cases, people, settings, rules and law.
    #[serde(default)]
    pub records: u64,
    /// Records that were compared with it.
    #[serde(default)]
    pub bound: u64,
    /// The entry of the audit log from which on records are bound; 0: from the beginning. `None`: they are not.
    #[serde(default)]
    pub bound_since: Option<u64>,
    /// The entry behind which this check began; 0: everything was checked.
    #[serde(default)]
    pub checked_from: u64,
    /// Every fault in words, at most a hundred; the first is `reason`.
    #[serde(default)]
    pub faults: Vec<String>,
    /// What no such check can find.
    #[serde(default)]
    pub limits: String,
    /// Tables and columns that are not compared with the log, each with the reason.
    #[serde(default)]
    pub unbound: Vec<String>,
}

/// What the check of the audit log at the start found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct AuditState {
    /// When.
    #[ts(type = "string")]
    pub checked_at: Timestamp,
    /// Everything is as it was written.
    pub intact: bool,
    /// What is wrong, and what to do; empty when nothing is.
    pub reason: String,
}

/// Moves the audit key, in the name of an administrator.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct MoveAuditKey {
    /// Where to.
    pub to: KeyPlace,
    /// The administrator who signs: name or id.
    pub reviewer: String,
}

/// What stands beside an exported log (`FILE.seal.json`): its hash and end, signed by the desk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExportSeal {
    /// `simui-audit-export/1`.
    pub format: String,
    /// How many lines the file has.
    pub entries: u64,
    /// The last entry as `number:mac`.
    pub head: String,
    /// SHA-256 of the file.
    pub sha256: String,
    /// What the signature is checked with (Ed25519, hexadecimal); `None`: the desk did not have its key.
    pub public_key: Option<String>,
    /// Of the lines `format`, `entries`, `head` and `sha256`, each ended by a line feed.
    pub signature: Option<String>,
}

/// Asks for an audit pack.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct PackRequest {
    /// Which cases; all decided ones when empty.
    pub cases: Vec<CaseId>,
}
