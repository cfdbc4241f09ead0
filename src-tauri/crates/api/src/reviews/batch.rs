//! Takes in many advertisements from files and folders. Each file is taken in once, identified by its
//! SHA-256, even when the process is killed in the middle of it. A bad file is reported and does not stop the
//! others.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use sha2::{Digest, Sha256};
use simui_domain::Ad;

use super::read::{check_ad, read_ads};
use crate::faults::ErrorCode;
use crate::incoming_text::{Finding, decode_as_written};
use crate::types::{
    DeskEvent, IntakeProblem, IntakeProgress, IntakeReport, IntakeRequest, ReadAdsRequest,
};
use crate::{ApiError, Desk};

/// Largest file in bytes.
const MAX_BYTES: u64 = 64 * 1024 * 1024;

/// Most problems of one file that a report lists in words.
const MAX_LISTED_PROBLEMS: usize = 5;

impl Desk {
    /// Takes in and reviews the advertisements of files and folders. Progress is reported as events.
    pub async fn intake_paths(&self, request: IntakeRequest) -> Result<IntakeReport, ApiError> {
        let mut files = Vec::new();
        for path in &request.paths {
            let path = Path::new(path.trim());
            let found = files_in(path, true).map_err(|error| {
                ApiError::invalid(
                    ErrorCode::FileUnreadable,
                    &[("path", &path.display())],
                    format!("{}: {error}; check the path", path.display()),
                )
            })?;
            files.extend(found);
        }
        self.take_files(&files).await
    }

    /// Stops the running intake after the current advertisement.
    pub fn cancel_intake(&self) {
        self.intake.cancelled.store(true, Ordering::Relaxed);
    }

    pub(super) async fn take_files(&self, files: &[PathBuf]) -> Result<IntakeReport, ApiError> {
        let _turn = self.intake.turn.lock().await;
        self.intake.cancelled.store(false, Ordering::Relaxed);
        let mut report = IntakeReport::default();
        for (done, path) in files.iter().enumerate() {
            if self.intake.cancelled.load(Ordering::Relaxed) {
                break;
            }
            let progress = IntakeProgress {
                files_done: count(done),
                files_total: count(files.len()),
                cases: report.cases,
                path: path.display().to_string(),
            };
            self.send_event(DeskEvent::Intake { progress });
            self.take_file(path, &mut report).await?;
        }
        report.cancelled = self.intake.cancelled.load(Ordering::Relaxed);
        self.send_event(DeskEvent::IntakeDone { report: report.clone() });
        Ok(report)
    }

    async fn take_file(&self, path: &Path, report: &mut IntakeReport) -> Result<(), ApiError> {
        let path_text = path.display().to_string();
        let bytes = match read(path).await {
            Ok(bytes) => bytes,
            // The file may be gone or not yet readable; the next intake tries it again.
            Err(problem) => {
                report.problems.push(IntakeProblem { path: path_text, problem });
                return Ok(());
            }
        };
        let sha256: String =
            Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        if self.database.is_taken_in(&sha256).await? {
            report.unchanged += 1;
            return Ok(());
        }
        let (ads, mut problems) = parse(&path_text, &bytes);
        let before = self.database.ads_taken_in(&sha256).await?;
        let mut cases = count(before.len());
        for (number, ad) in (1..).zip(ads) {
            if self.intake.cancelled.load(Ordering::Relaxed) {
                // The file stays unfinished, and the next intake continues here.
                return Ok(());
            }
            if before.contains(&number) {
                continue;
            }
            match self.take_ad(ad, &sha256, number).await {
                Ok(true) => {
                    cases += 1;
                    report.cases += 1;
                }
                Ok(false) => {}
                Err(ApiError::Invalid(_, problem)) => {
                    problems.push(format!("advertisement {number}: {problem}"));
                }
                Err(error) => return Err(error),
            }
        }
        let problem = summarise(&problems);
        self.database.finish_intake(&self.clock, &sha256, &path_text, cases, &problem).await?;
        report.files += 1;
        if !problem.is_empty() {
            report.problems.push(IntakeProblem { path: path_text, problem });
        }
        Ok(())
    }

    /// Creates and reviews a case for one advertisement of a file. `false` when another process has created
    /// it.
    async fn take_ad(&self, ad: Ad, sha256: &str, number: u32) -> Result<bool, ApiError> {
        check_ad(&ad)?;
        self.refresh().await?;
        let case_id = self.clock.new_id();
        let ad = self.with_approved_wording(ad).await?;
        let state = self.initial_state(&case_id, ad).await?;
        let run = self.engine.new_run(self.clock.new_id(), case_id.as_str(), &state)?;
        let from = Some((sha256, number));
        if !self.database.create_case_from(&case_id, &state.ad, &run, from).await? {
            return Ok(false);
        }
        let stop = self.engine.resume(&run.id).await?;
        self.announce_rest(&case_id, stop.status, stop.failure).await?;
        Ok(true)
    }
}

/// Lists the advertisement files of a path, by name; for a folder, those in its subfolders as well when
/// `deep`. Hidden files are skipped, because they are locks (`.~lock`) or incomplete copies.
pub(super) fn files_in(path: &Path, deep: bool) -> std::io::Result<Vec<PathBuf>> {
    if !std::fs::metadata(path)?.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = Vec::new();
    for entry in std::fs::read_dir(path)? {
        let entry = entry?;
        let (path, kind) = (entry.path(), entry.file_type()?);
        let name = entry.file_name().to_string_lossy().to_lowercase();
        if name.starts_with('.') {
            continue;
        }
        if kind.is_dir() && deep {
            found.extend(files_in(&path, deep)?);
        } else if kind.is_file() && (name.ends_with(".txt") || name.ends_with(".jsonl")) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

async fn read(path: &Path) -> Result<Vec<u8>, String> {
    let unreadable = |error: std::io::Error| format!("{error}; check the file and its permissions");
    let size = tokio::fs::metadata(path).await.map_err(unreadable)?.len();
    if size > MAX_BYTES {
        return Err(format!("it has {size} bytes, at most {MAX_BYTES} are read; split it"));
    }
    tokio::fs::read(path).await.map_err(unreadable)
}

fn parse(name: &str, bytes: &[u8]) -> (Vec<Ad>, Vec<String>) {
    let text = match decode_as_written(bytes) {
        Ok(text) => text,
        Err(Finding { place, reason }) => {
            return (Vec::new(), vec![format!("{place} {reason}").trim_start().to_owned()]);
        }
    };
    let read = read_ads(&ReadAdsRequest { name: name.to_owned(), text });
    let mut problems: Vec<String> =
        read.errors.iter().map(|error| format!("line {}: {}", error.line, error.message)).collect();
    if read.ads.is_empty() && problems.is_empty() {
        problems.push("it is empty; write one JSON object a line".to_owned());
    }
    (read.ads, problems)
}

fn summarise(problems: &[String]) -> String {
    let mut text =
        problems.iter().take(MAX_LISTED_PROBLEMS).cloned().collect::<Vec<_>>().join("; ");
    if problems.len() > MAX_LISTED_PROBLEMS {
        text += &format!("; and {} more", problems.len() - MAX_LISTED_PROBLEMS);
    }
    text
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
