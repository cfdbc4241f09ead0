//! What parent and child say to each other.
//!
//! The parent writes a [`Request`] as a line of JSON and the bytes of the file (and of its mapping file) after it; the child
//! answers with [`Reply`]s, a line of JSON each, the last of which is [`Reply::Read`] or [`Reply::Pages`].

use serde::{Deserialize, Serialize};
use simui_corpus::{FilePages, Finding, KindHint, Reading};

/// A file to be read.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Request {
    /// What is wanted of it.
    pub task: Task,
    /// Its path as shown to people.
    pub path: String,
    /// Its bytes, which follow.
    pub size: u64,
    /// Its mapping file, whose bytes follow after those.
    pub mapping: Option<Mapping>,
    /// CPU seconds for it …
    pub cpu_base: u64,
    /// … and for each MiB of a file of an archive.
    pub cpu_per_mib: u64,
}

/// A mapping file.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Mapping {
    /// Its path as shown to people.
    pub path: String,
    /// Its bytes.
    pub size: u64,
}

/// What is wanted of a file.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) enum Task {
    /// Its documents.
    Documents {
        /// What the user says the file is.
        hint: KindHint,
        /// Files of an archive that are left out: a reader broke at them before.
        skip: Vec<String>,
    },
    /// Its text page by page.
    Pages,
}

/// What was read.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Reply {
    /// A file of an archive is read next.
    Entry {
        /// Its path, which begins with the archive's.
        path: String,
        /// Its unpacked size in bytes.
        size: u64,
    },
    /// A document.
    Document(Box<Reading>),
    /// The end of the documents, with what belongs to none of them.
    Read(Vec<Finding>),
    /// The pages, or why there are none.
    Pages(Result<FilePages, Finding>),
}
