use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use simui_domain::Reviewer;
use ts_rs::TS;

use super::AuditState;

/// State of the desk, as the top bar shows it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct DeskStatus {
    /// `rules`, or the chat model in use.
    pub engine: String,
    /// Number of official statutes stored (digests not counted).
    pub statutes: u32,
    /// Number of documents of every kind, digests included.
    pub documents: u32,
    /// When the corpora last changed.
    #[ts(type = "string | null")]
    pub corpus_changed_at: Option<Timestamp>,
    /// Whether only digests of the law are stored, so that no citation quotes the official text.
    pub digests_only: bool,
    /// Whether an administrator allows calls that leave the machine.
    pub outbound: bool,
    /// Everybody who may sign.
    pub reviewers: Vec<Reviewer>,
    /// Number of cases that a person must decide.
    pub waiting: u32,
    /// The program's version.
    pub version: String,
    /// Whether an account has a password, so that every signed request needs a sign-in.
    pub guarded: bool,
    /// The operations that the caller may use: all of them on a desk without passwords, otherwise those of
    /// the role that is signed in, or of nobody.
    pub operations: Vec<String>,
    /// Result of the check of the audit log at start; absent until it has finished, and where none is made.
    #[serde(default)]
    pub audit: Option<AuditState>,
    /// Whether nothing can be saved, because the data directory is read-only or its database has another
    /// schema.
    #[serde(default)]
    pub read_only: bool,
}

/// State of one check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum DoctorState {
    /// In order.
    Ok,
    /// Works with restrictions.
    Degraded,
    /// Does not work.
    Missing,
}

/// One check of the doctor.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct DoctorCheck {
    /// `dictionary`, `index`, `keyring`, `fonts`, …
    pub name: String,
    /// The state.
    pub state: DoctorState,
    /// What was found.
    pub detail: String,
    /// What to do about it; empty when nothing.
    pub remedy: String,
}

/// What is installed, and what to do about what is missing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct DoctorReport {
    /// The program's version.
    pub version: String,
    /// The data directory.
    pub data_dir: String,
    /// The checks.
    pub checks: Vec<DoctorCheck>,
}
