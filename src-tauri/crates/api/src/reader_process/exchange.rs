//! The protocol between parent and child.
//!
//! The parent writes a [`Request`] as a line of JSON, followed by the bytes of the file and of its mapping
//! file. The child answers with [`Reply`]s, one line of JSON each, the last of which is [`Reply::Read`] or
//! [`Reply::Pages`].

use serde::{Deserialize, Serialize};
use simui_corpus::{FilePages, Finding, KindHint, Reading};

/// A file to be read.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Request {
    /// What the child returns.
    pub task: Task,
    /// The path in messages.
    pub path: String,
    /// Number of bytes of the file, which follow the request.
    pub size: u64,
    /// The mapping file, whose bytes follow those of the file.
    pub mapping: Option<Mapping>,
    /// CPU seconds for any file.
    pub cpu_base: u64,
    /// Additional CPU seconds for each MiB of an archive entry.
    pub cpu_per_mib: u64,
}

/// A mapping file.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Mapping {
    /// The path in messages.
    pub path: String,
    /// Number of bytes.
    pub size: u64,
}

/// What the child returns for a file.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) enum Task {
    /// The documents.
    Documents {
        /// The kind that the user gave.
        hint: KindHint,
        /// Archive entries to skip, because a reader failed at them before.
        skip: Vec<String>,
    },
    /// The text page by page.
    Pages,
}

/// A part of the answer.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Reply {
    /// An archive entry is read next.
    Entry {
        /// The path of the entry, which begins with the archive's.
        path: String,
        /// Unpacked size in bytes.
        size: u64,
    },
    /// A document.
    Document(Box<Reading>),
    /// The end of the documents, with the findings that belong to none of them.
    Read(Vec<Finding>),
    /// The pages, or why there are none.
    Pages(Result<FilePages, Finding>),
}
