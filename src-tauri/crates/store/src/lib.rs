//! The truth of a desk: one SQLite database in its data directory.
//!
//! One writer connection, many readers; write-ahead logging; foreign keys on. Two processes on one
//! data directory are safe: writers queue on SQLite's own lock, and a run belongs to one process at a time.

mod accounts;
mod anchor;
mod audit;
mod audit_key;
mod audit_move;
mod cases;
mod chat_usage;
mod checks;
mod columns;
mod corpus;
mod coverage;
mod damage;
mod database;
mod decisions;
mod error;
mod finished_cases;
mod full_disk;
mod handling;
mod intake;
mod journal;
mod links;
mod open_citations;
mod owner;
mod papers;
mod passwords;
mod pharmacy_questions;
mod provisions;
mod quarantine;
mod queue;
mod reopen;
mod results;
mod review;
mod reviewers;
mod rule_packs;
mod run_rows;
mod settings;
mod signatures;
mod verify;
mod write;

pub use accounts::Account;
pub use audit::AuditEntry;
pub use audit_key::{AuditKeyState, KeyPlace, KeyVault, VaultGet, VaultRemove, VaultSet};
pub use cases::{AdVersion, Case, OpenQuestion};
pub use chat_usage::{ChatBudget, ChatUsage, Reserved};
pub use corpus::{ChunkRow, ImportedDocument, Saved, Source};
pub use coverage::{AliasRow, CoverageDocument, CoverageSet, InsurerRow, StandardRow};
pub use database::Database;
pub use decisions::Notice;
pub use error::StoreError;
pub use finished_cases::FinishedCase;
pub use journal::{Projection, SqliteJournal};
pub use links::{ArticleLinks, LinkRow};
pub use open_citations::OpenCitation;
pub use papers::{NewPaper, Paper, PaperKind};
pub use passwords::Try;
pub use pharmacy_questions::{AskedFilter, AskedQuestion, Feedback};
pub use provisions::SayingProvision;
pub use queue::{CaseCounts, CaseFilter, CaseOrder, CaseState, CaseSummary};
pub use review::DecisionInput;
pub use rule_packs::{NewPack, PackUse, StoredPack};
pub use settings::{Setting, WORK_SETTINGS};
pub use signatures::NewSignature;
pub use verify::{AuditFault, AuditFaultKind, AuditReport};
