//! Determines where a file is read for an import: in this process, or in one that the caller starts.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use simui_domain::Clock;

use crate::reader;
use crate::reading::{Finding, KindHint, SourceFile, Take};

/// A file that an import is to read.
pub struct FileToRead<'a> {
    /// The path and the bytes.
    pub source: &'a SourceFile,
    /// The mapping file (`NAME.mapping.toml`), if there is one.
    pub mapping: Option<&'a SourceFile>,
    /// The kind of document given by the user.
    pub hint: KindHint,
    /// Whether the result is no longer needed, because the import was cancelled or the database returned an
    /// error.
    pub stop: &'a dyn Fn() -> bool,
}

/// Passes the documents of a file to `Take`. Returns the findings that do not belong to any document, or the
/// reason why the file could not be read to its end.
type ReadFile = dyn Fn(&FileToRead<'_>, Take<'_>) -> Result<Vec<Finding>, Finding> + Send + Sync;

/// Reads files for an import.
#[derive(Clone, Default)]
pub enum FileReader {
    /// In this process. A panic in a reader becomes a finding of the file. A reader that does not finish
    /// blocks the import.
    #[default]
    InProcess,
    /// By a function of the caller, which may start processes with limits.
    ByCaller(Arc<ReadFile>),
}

impl FileReader {
    /// A reader that calls the given function.
    pub fn by(
        read: impl Fn(&FileToRead<'_>, Take<'_>) -> Result<Vec<Finding>, Finding>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        Self::ByCaller(Arc::new(read))
    }

    /// Reads one file. See [`FileToRead`].
    pub(super) fn read(
        &self,
        file: &FileToRead<'_>,
        clock: &Clock,
        take: Take<'_>,
    ) -> Result<Vec<Finding>, Finding> {
        match self {
            Self::InProcess => {
                let read = || reader::read_each(file.source, file.mapping, file.hint, clock, take);
                catch_unwind(AssertUnwindSafe(read)).map_err(|_| Finding::reader_failed())
            }
            Self::ByCaller(read) => read(file, take),
        }
    }
}

impl fmt::Debug for FileReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::InProcess => "InProcess",
            Self::ByCaller(_) => "ByCaller",
        })
    }
}
