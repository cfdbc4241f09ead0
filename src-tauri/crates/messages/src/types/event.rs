use serde::{Deserialize, Serialize};
use simui_domain::CaseId;
use ts_rs::TS;

use super::{
    AskResponse, CoverageProgress, DrugUpdateReport, ImportReport, IntakeProgress, IntakeReport,
    LawUpdateReport, ModelDownloadProgress, UpdateProgress,
};

/// Progress of an import.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct ImportProgress {
    /// Number of files read.
    pub files_done: u64,
    /// Number of files found.
    pub files_total: u64,
    /// Number of articles stored.
    pub articles: u64,
    /// The file that was finished last.
    pub path: String,
}

/// A message from the desk to the interface that answers no request.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum DeskEvent {
    /// A case came in, waits, was decided or became final. Lists that show it are out of date.
    CaseChanged {
        /// The case.
        case_id: CaseId,
    },
    /// A case began to wait for a person, where administrators want a desktop notification; at most once a
    /// minute.
    CaseWaiting {
        /// Number of cases that wait now.
        waiting: u32,
    },
    /// A node of a case's run finished.
    NodeFinished {
        /// The case.
        case_id: CaseId,
        /// The node.
        node: String,
        /// Milliseconds that it took.
        ms: f64,
    },
    /// A step of a question that was asked with an id: begun, or finished when `ms` is present.
    AskStep {
        /// The id chosen by the asker.
        ask_id: String,
        /// The node.
        node: String,
        /// Milliseconds that it took; absent when it begins.
        ms: Option<f64>,
    },
    /// Text that a chat model has just written of an answer. It is not yet verified, and it contains
    /// placeholders instead of personal identifiers.
    AskToken {
        /// The id chosen by the asker.
        ask_id: String,
        /// The next piece of text.
        text: String,
    },
    /// The answer to a question that was asked with an id, while its web links are still being searched.
    AskAnswered {
        /// The id chosen by the asker.
        ask_id: String,
        /// The answer, without links.
        response: Box<AskResponse>,
    },
    /// An import made progress.
    Import {
        /// The progress.
        progress: ImportProgress,
    },
    /// An import of coverage made progress.
    CoverageImport {
        /// The progress.
        progress: CoverageProgress,
    },
    /// An import ended.
    Imported {
        /// What the import did.
        report: ImportReport,
    },
    /// The search index is being built.
    Indexing {
        /// Number of chunks indexed.
        chunks: u32,
    },
    /// The search index is complete again.
    Indexed {
        /// Number of chunks it contains.
        chunks: u32,
    },
    /// The embedding is being fitted to the corpora. Searches use the old one until it is finished.
    Fitting {
        /// Number of steps done.
        done: u32,
        /// Estimated number of steps in all.
        of: u32,
    },
    /// The encoder's vectors are being computed. Searches use the static embedding until they are finished.
    Embedding {
        /// Number of passages with a vector.
        done: u32,
        /// Number of passages in all.
        of: u32,
    },
    /// New versions of laws are being fetched.
    LawUpdate {
        /// The progress.
        progress: UpdateProgress,
    },
    /// An update of laws ended.
    LawsUpdated {
        /// What the update did.
        report: LawUpdateReport,
    },
    /// Rows of drug data are being fetched.
    DrugUpdate {
        /// The progress.
        progress: UpdateProgress,
    },
    /// An update of drug data ended.
    DrugsUpdated {
        /// What the update did.
        report: DrugUpdateReport,
    },
    /// An intake of advertisements made progress.
    Intake {
        /// The progress.
        progress: IntakeProgress,
    },
    /// An intake of advertisements ended.
    IntakeDone {
        /// What the intake did.
        report: IntakeReport,
    },
    /// A model is being downloaded.
    ModelDownload {
        /// The progress.
        progress: ModelDownloadProgress,
    },
    /// A model was installed or removed. What uses models has to check again.
    ModelsChanged,
}
