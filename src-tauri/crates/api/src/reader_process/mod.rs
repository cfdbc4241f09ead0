//! Reads untrusted files in child processes, so that a file which crashes a reader affects nothing else.
//!
//! ```text
//! import --file's bytes--> child (`simui read-file`) --documents, one frame each--> import
//! ```
//!
//! Every program that links this crate can be the child: it calls [`crate::serve_as_child`] first in `main`.
//! A child gets the bytes and nothing else (no path to open, no environment, no network) and runs under
//! limits: memory, CPU time, open files, no writing of files ([`child`]). The parent adds limits of time
//! and output, and kills the child when one is exceeded or the import is cancelled ([`pool`]). A child ends
//! by itself when its parent is gone.
//!
//! A child that read a PDF or another container serves no second file: pdfium is C++, and the effects of a
//! hostile file on the process must not reach the next file. Children that read text are used again.

mod child;
mod exchange;
mod failure;
mod limits;
mod pool;
#[cfg(test)]
mod tests;
mod worker;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::OnceLock;

pub(crate) use self::pool::ReaderPool;

/// The first argument that makes a program a reader.
pub const READ_FILE: &str = "read-file";

/// Set when `main` has shown that this program answers [`READ_FILE`].
static SERVES: OnceLock<()> = OnceLock::new();

/// How a reading process is started.
#[derive(Debug, Clone)]
pub struct ReaderProgram {
    /// The program.
    pub path: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
}

impl ReaderProgram {
    /// Returns this program if it can be a reader; see [`crate::serve_as_child`]. Tests and examples cannot,
    /// and read in their own process.
    pub fn this_program() -> Option<Self> {
        SERVES.get()?;
        // The link refers to the running program even when an update has replaced its file.
        let link = PathBuf::from("/proc/self/exe");
        let path = if link.exists() { link } else { std::env::current_exe().ok()? };
        Some(Self { path, arguments: vec![READ_FILE.into()] })
    }
}

/// Reads files until the parent is gone, from within `main` (`simui read-file`). Returns the exit code.
pub fn read_files() -> ExitCode {
    child::serve()
}

/// Notes that this program answers [`READ_FILE`] and the other words for children.
pub(crate) fn serves() {
    SERVES.get_or_init(|| ());
}
