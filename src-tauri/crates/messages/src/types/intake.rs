//! Requests and responses of the intake of many advertisements: files, folders and the watched folder.

use serde::{Deserialize, Serialize};
use simui_domain::IntakeFile;
use ts_rs::TS;

use crate::faults::ErrorBody;

/// Takes in files and folders of advertisements on this machine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct IntakeRequest {
    /// Paths of `.txt` (one advertisement) and `.jsonl` (one per line) files; a folder stands for all such
    /// files in it.
    pub paths: Vec<String>,
}

/// Progress of an intake.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct IntakeProgress {
    /// Number of files done.
    pub files_done: u32,
    /// Number of files found.
    pub files_total: u32,
    /// Number of cases created.
    pub cases: u32,
    /// The file in progress.
    pub path: String,
}

/// What an intake did.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct IntakeReport {
    /// Number of files taken in, wholly or in part.
    pub files: u32,
    /// Number of files taken in before; files with the same bytes are the same file.
    pub unchanged: u32,
    /// Number of cases created.
    pub cases: u32,
    /// Files with a part that could not be taken in. The rest of each was.
    pub problems: Vec<IntakeProblem>,
    /// Whether it was cancelled. The next intake takes in what is missing.
    pub cancelled: bool,
}

/// A part of a file that could not be taken in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct IntakeProblem {
    /// The file.
    pub path: String,
    /// The place in it, what is wrong, and what to do.
    pub problem: String,
}

/// State of the 감시 폴더.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct WatchStatus {
    /// The folder; absent when none is watched.
    pub folder: Option<String>,
    /// Whether this process watches it, as the window and the server do.
    pub watching: bool,
    /// Why the folder cannot be read; empty when it can.
    pub problem: String,
    /// The same with its code, in which people read it; `None` where nothing is wrong.
    #[serde(default)]
    pub fault: Option<ErrorBody>,
    /// The files that were taken in last, from the folder and elsewhere.
    pub files: Vec<IntakeFile>,
}
