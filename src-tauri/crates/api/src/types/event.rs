use serde::{Deserialize, Serialize};
use simui_domain::CaseId;
use ts_rs::TS;

use super::{
    AskResponse, ImportReport, IntakeProgress, IntakeReport, LawUpdateProgress, LawUpdateReport,
    ModelDownloadProgress,
};

/// How far an import is.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct ImportProgress {
    /// Files read.
    pub files_done: u64,
    /// Files found.
    pub files_total: u64,
    /// Articles stored so far.
    pub articles: u64,
    /// The file just finished.
    pub path: String,
}

/// What the desk tells the interface without being asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum DeskEvent {
    /// A case came in, waits, was decided or became final: lists showing it are stale.
    CaseChanged {
        /// Which.
        case_id: CaseId,
    },
    /// A case began to wait for a person, where administrators want that to be said on the desktop; at most once a minute.
    CaseWaiting {
        /// How many wait now.
        waiting: u32,
    },
    /// A node of a case's run finished.
    NodeFinished {
        /// Which case.
        case_id: CaseId,
        /// Which node.
        node: String,
        /// How long it took.
        ms: f64,
    },
    /// A step of a question that was asked with an id: begun, or done where it says how long it took.
    AskStep {
        /// The asker's id.
        ask_id: String,
        /// Which node.
        node: String,
        /// How long it took; absent when it begins.
        ms: Option<f64>,
    },
    /// What a chat model has just written of an answer. It is not yet checked, and personal identifiers stand in it as
    /// placeholders.
    AskToken {
        /// The asker's id.
        ask_id: String,
        /// The next piece.
        text: String,
    },
    /// The answer to a question that was asked with an id, while its links are still on their way.
    AskAnswered {
        /// The asker's id.
        ask_id: String,
        /// The answer, without links.
        response: Box<AskResponse>,
    },
    /// An import goes on.
    Import {
        /// How far it is.
        progress: ImportProgress,
    },
    /// An import ended.
    Imported {
        /// What it did.
        report: ImportReport,
    },
    /// The search index is being built.
    Indexing {
        /// Chunks taken in so far.
        chunks: u32,
    },
    /// The search index is complete again.
    Indexed {
        /// Chunks it holds.
        chunks: u32,
    },
    /// The embedding is being fitted to the corpora; searches go on with the old one.
    Fitting {
        /// Steps done.
        done: u32,
        /// Steps in all, as far as can be said.
        of: u32,
    },
    /// The encoder's vectors are being made; searches go on with the static embedding.
    Embedding {
        /// Passages that have theirs.
        done: u32,
        /// Passages in all.
        of: u32,
    },
    /// New versions of laws are being fetched.
    LawUpdate {
        /// How far it is.
        progress: LawUpdateProgress,
    },
    /// An update of laws ended.
    LawsUpdated {
        /// What it did.
        report: LawUpdateReport,
    },
    /// Files of advertisements are being taken in.
    Intake {
        /// How far it is.
        progress: IntakeProgress,
    },
    /// That ended.
    IntakeDone {
        /// What it did.
        report: IntakeReport,
    },
    /// A model is being downloaded.
    ModelDownload {
        /// How far it is.
        progress: ModelDownloadProgress,
    },
    /// A model came in or went: what uses models looks again.
    ModelsChanged,
}
