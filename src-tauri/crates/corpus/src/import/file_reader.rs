//! Who reads a file for an import: this process, or one that the caller starts for it.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use simui_domain::Clock;

use crate::reader::{self, Take};
use crate::reading::{Finding, KindHint, SourceFile};

/// A file that an import wants read.
pub struct FileToRead<'a> {
    /// Its path and bytes.
    pub source: &'a SourceFile,
    /// Its mapping file (`NAME.mapping.toml`), where there is one.
    pub mapping: Option<&'a SourceFile>,
    /// What the user says the file is.
    pub hint: KindHint,
    /// Whether nobody waits for the file any more: the import was cancelled, or the database refused.
    pub stop: &'a dyn Fn() -> bool,
}

/// Hands the documents of a file to `Take` and returns the findings that belong to none of them, or why the file could not be
/// read to its end.
type ReadFile = dyn Fn(&FileToRead<'_>, Take<'_>) -> Result<Vec<Finding>, Finding> + Send + Sync;

/// Reads files for an import.
#[derive(Clone, Default)]
pub enum FileReader {
    /// In this process. A reader that panics is a finding of its file; one that never ends holds up the import.
    #[default]
    InProcess,
    /// By a function of the caller's, which may start processes with limits.
    ByCaller(Arc<ReadFile>),
}

impl FileReader {
    /// Reads with a function.
    pub fn by(
        read: impl Fn(&FileToRead<'_>, Take<'_>) -> Result<Vec<Finding>, Finding>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        Self::ByCaller(Arc::new(read))
    }

    /// Reads one file; see [`FileToRead`].
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
