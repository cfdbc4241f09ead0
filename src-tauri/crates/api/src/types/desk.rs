use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use simui_domain::Reviewer;
use ts_rs::TS;

use super::AuditState;

/// What the top bar shows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct DeskStatus {
    /// `rules`, or the chat model in use.
    pub engine: String,
    /// Official statutes stored (digests not counted).
    pub statutes: u32,
    /// Documents of every kind, digests included.
    pub documents: u32,
    /// When the corpora last changed.
    #[ts(type = "string | null")]
    pub corpus_changed_at: Option<Timestamp>,
    /// Only digests of the law are here: citations are not of the official text.
    pub digests_only: bool,
    /// An administrator allows calls that leave the machine.
    pub outbound: bool,
    /// Everybody who may sign.
    pub reviewers: Vec<Reviewer>,
    /// Cases a person must decide.
    pub waiting: u32,
    /// The program's version.
    pub version: String,
    /// An account has a password: whoever acts must sign in.
    pub guarded: bool,
    /// The operations that whoever asks may use: all of them on a desk without passwords, else those of the role that is
    /// signed in, or of nobody.
    pub operations: Vec<String>,
    /// What the check of the audit log at the start found; absent while it has not ended, and where none is made.
    #[serde(default)]
    pub audit: Option<AuditState>,
    /// Nothing can be saved: the data directory may only be read, or its database is not laid out as the program's.
    #[serde(default)]
    pub read_only: bool,
}

/// How one thing stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum DoctorState {
    /// In order.
    Ok,
    /// Works, with less.
    Degraded,
    /// Does not work.
    Missing,
}

/// One thing the doctor looked at.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct DoctorCheck {
    /// `dictionary`, `index`, `keyring`, `fonts`, …
    pub name: String,
    /// How it stands.
    pub state: DoctorState,
    /// What was seen.
    pub detail: String,
    /// What to do about it; empty when nothing.
    pub remedy: String,
}

/// What is installed and what to do about what is not.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct DoctorReport {
    /// The program's version.
    pub version: String,
    /// The data directory.
    pub data_dir: String,
    /// One entry a thing.
    pub checks: Vec<DoctorCheck>,
}
