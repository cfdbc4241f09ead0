use std::process::ExitCode;

use crate::fitting_process::{FIT_EMBEDDING, fit_for_parent};
use crate::reader_process::{READ_FILE, read_files, serves};

/// To be called at the beginning of `main`. When the program was started as a child of this program
/// (`PROGRAM read-file`, `PROGRAM fit-embedding`), does the child's work and returns the exit code; otherwise
/// notes that it can be a child and returns `None`.
pub fn serve_as_child() -> Option<ExitCode> {
    let mut arguments = std::env::args_os().skip(1);
    let (first, more) = (arguments.next(), arguments.next());
    match first.as_deref().and_then(|it| it.to_str()).filter(|_| more.is_none()) {
        Some(READ_FILE) => return Some(read_files()),
        Some(FIT_EMBEDDING) => return Some(fit_for_parent()),
        _ => {}
    }
    serves();
    None
}
