//! Many advertisements at once: files, folders and the watched folder.

use serde::{Deserialize, Serialize};
use simui_domain::IntakeFile;
use ts_rs::TS;

/// Files and folders of advertisements on this machine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct IntakeRequest {
    /// They: `.txt` (one advertisement) and `.jsonl` (one a line); a folder stands for all of them in it.
    pub paths: Vec<String>,
}

/// How far an intake is.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct IntakeProgress {
    /// Files done.
    pub files_done: u32,
    /// Files found.
    pub files_total: u32,
    /// Cases made so far.
    pub cases: u32,
    /// The file it is at.
    pub path: String,
}

/// What an intake did.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct IntakeReport {
    /// Files taken in, wholly or in part.
    pub files: u32,
    /// Files that had been taken in before; the same bytes are the same file.
    pub unchanged: u32,
    /// Cases made.
    pub cases: u32,
    /// Files with something that could not be taken in; the rest of each was.
    pub problems: Vec<IntakeProblem>,
    /// It was stopped: what is missing is taken in next time.
    pub cancelled: bool,
}

/// What could not be taken in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct IntakeProblem {
    /// The file.
    pub path: String,
    /// What is wrong where, and what to do.
    pub problem: String,
}

/// 감시 폴더.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct WatchStatus {
    /// The folder; none is watched when absent.
    pub folder: Option<String>,
    /// This process watches it: the window and the server do.
    pub watching: bool,
    /// Why it cannot be read; empty when it can.
    pub problem: String,
    /// The files that were taken in last, from there and elsewhere.
    pub files: Vec<IntakeFile>,
}
