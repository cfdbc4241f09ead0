//! The import: many readers, one writer, one transaction a document.

mod beir;
mod known;
mod walk;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use serde::Serialize;
use simui_domain::{Clock, QuarantineEntry};
use simui_store::{Database, Saved, Source};
use tokio::sync::mpsc;

pub use self::beir::import_beir;
use self::known::Known;
use crate::CorpusError;
use crate::reader::{self, LARGEST};
use crate::reading::{Finding, KindHint, Reading, Readings, SourceFile};

/// How an import is run.
#[derive(Debug, Clone)]
pub struct ImportOptions {
    /// What the files are; `None` (`--kind auto`) lets each file's front matter decide.
    pub kind: KindHint,
    /// Reading threads, at least 1.
    pub jobs: usize,
    /// Set to stop after the documents that are being stored; what is stored stays.
    pub cancel: Arc<AtomicBool>,
}

impl Default for ImportOptions {
    fn default() -> Self {
        Self { kind: None, jobs: 1, cancel: Arc::default() }
    }
}

/// How far an import is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ImportProgress {
    /// Files done, unchanged and quarantined ones included.
    pub files: usize,
    /// Files found.
    pub total: usize,
    /// Articles stored so far.
    pub articles: usize,
    /// The file done last.
    pub path: String,
}

/// What an import did; the contract's `simui corpus import --json`.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct ImportReport {
    /// Documents stored.
    pub documents: usize,
    /// Their articles.
    pub articles: usize,
    /// Their chunks.
    pub chunks: usize,
    /// Files whose bytes are stored already.
    pub unchanged: usize,
    /// What waits for an administrator in these files, that of unchanged files included.
    pub quarantined: Vec<QuarantineEntry>,
    /// It was stopped before the last file.
    pub cancelled: bool,
    /// From start to end.
    pub took_ms: u64,
}

/// What a reading thread made of one file.
struct Outcome {
    path: String,
    sha256: String,
    /// `None`: the same bytes are stored already.
    readings: Option<Readings>,
}

/// Reads files and folders into the database.
///
/// Unchanged files are recognised by their SHA-256 and not read again. A file that cannot be read is quarantined
/// and the rest goes on; a repaired file clears its quarantine. Each document is stored whole or not at all.
///
/// # Errors
/// A path that does not exist, or a database that refuses (a full disk): documents stored before stay.
pub async fn import(
    paths: &[PathBuf],
    options: &ImportOptions,
    database: &Database,
    clock: &Clock,
    progress: &(dyn Fn(&ImportProgress) + Send + Sync),
) -> Result<ImportReport, CorpusError> {
    let started = clock.now();
    let (files, unreadable) = walk::files(paths)?;
    let known = Arc::new(Known::load(database).await?);
    let mut report = ImportReport::default();
    for entry in unreadable {
        database.save_quarantine(&entry.path, "", std::slice::from_ref(&entry), started).await?;
        report.quarantined.push(entry);
    }
    let total = files.len();
    let mut outcomes = start_readers(files, options, &known, clock);
    let mut done = 0;
    while let Some(outcome) = outcomes.recv().await {
        let path = outcome.path.clone();
        store(outcome, &known, database, clock, &mut report).await?;
        done += 1;
        progress(&ImportProgress { files: done, total, articles: report.articles, path });
    }
    if done < total && !options.cancel.load(Ordering::Relaxed) {
        let reason = format!("{} of {total} files were not read", total - done);
        return Err(CorpusError::Worker { reason });
    }
    report.cancelled = done < total;
    let took = clock.now().duration_since(started).as_millis();
    report.took_ms = u64::try_from(took).unwrap_or_default();
    Ok(report)
}

/// Starts the reading threads. They take the files in order and stay at most two readings ahead of
/// the writer each, so that memory does not grow with the size of the corpus.
fn start_readers(
    files: Vec<PathBuf>,
    options: &ImportOptions,
    known: &Arc<Known>,
    clock: &Clock,
) -> mpsc::Receiver<Outcome> {
    let jobs = options.jobs.clamp(1, 64);
    let (send, outcomes) = mpsc::channel(jobs * 2);
    let files = Arc::new(files);
    let next = Arc::new(AtomicUsize::new(0));
    for _ in 0..jobs {
        let (send, files, next) = (send.clone(), Arc::clone(&files), Arc::clone(&next));
        let (known, clock, options) = (Arc::clone(known), clock.clone(), options.clone());
        tokio::task::spawn_blocking(move || {
            while let Some(path) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                let cancelled = options.cancel.load(Ordering::Relaxed);
                let outcome = || read_file(path, options.kind, &known, &clock);
                // The writer hangs up when the database refuses.
                if cancelled || send.blocking_send(outcome()).is_err() {
                    return;
                }
            }
        });
    }
    outcomes
}

fn read_file(path: &Path, hint: KindHint, known: &Known, clock: &Clock) -> Outcome {
    let shown = path.display().to_string();
    let bytes = match bytes(path) {
        Ok(bytes) => bytes,
        Err(finding) => {
            let readings = Some(Readings::refused(finding));
            return Outcome { path: shown, sha256: String::new(), readings };
        }
    };
    let mapping = walk::mapping_of(path).map(|path| {
        let shown = path.display().to_string();
        self::bytes(&path).map(|bytes| SourceFile { path: shown, bytes })
    });
    let mapping = match mapping.transpose() {
        Ok(mapping) => mapping,
        Err(finding) => {
            let readings = Some(Readings::refused(finding));
            return Outcome { path: shown, sha256: String::new(), readings };
        }
    };
    // With another mapping the same bytes say something else.
    let sha256 = match &mapping {
        Some(mapping) => reader::sha256(&[&bytes[..], &mapping.bytes].concat()),
        None => reader::sha256(&bytes),
    };
    let readings = if known.has(&sha256, hint) {
        None
    } else {
        let source = SourceFile { path: shown.clone(), bytes };
        // Files are hostile input: one that makes a parser panic is quarantined like any other.
        let read = || reader::read_mapped(&source, mapping.as_ref(), hint, clock);
        Some(catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|_| {
            Readings::refused(Finding::whole_file(
                "파일을 읽다가 프로그램 오류가 났습니다. 파일을 개발자에게 보내 주십시오.",
            ))
        }))
    };
    Outcome { path: shown, sha256, readings }
}

fn bytes(path: &Path) -> Result<Vec<u8>, Finding> {
    let unreadable = |error: std::io::Error| {
        Finding::whole_file(format!(
            "파일을 읽을 수 없습니다({error}). 권한과 디스크를 확인하십시오."
        ))
    };
    let size = std::fs::metadata(path).map_err(unreadable)?.len();
    if size > LARGEST {
        return Err(Finding::whole_file(format!(
            "파일이 너무 큽니다({} MiB; {} MiB까지). 나누어 가져오십시오.",
            size / 1024 / 1024,
            LARGEST / 1024 / 1024
        )));
    }
    std::fs::read(path).map_err(unreadable)
}

/// Writes what a thread read, and what waits for an administrator in that file.
async fn store(
    outcome: Outcome,
    known: &Known,
    database: &Database,
    clock: &Clock,
    report: &mut ImportReport,
) -> Result<(), CorpusError> {
    let Outcome { path, sha256, readings } = outcome;
    let Some(Readings { readings, mut findings }) = readings else {
        report.unchanged += 1;
        report.quarantined.extend_from_slice(known.quarantined(&path));
        return Ok(());
    };
    let mut source = Source::new(&path, &sha256);
    let mut changed = false;
    for reading in readings {
        changed |= save(&reading, database, clock, report).await?;
        source.add(&reading.imported.document);
        findings.extend(reading.findings);
    }
    if source.documents > 0 {
        database.save_source(&source, clock.now()).await?;
        report.unchanged += usize::from(!changed);
    }
    let entries: Vec<QuarantineEntry> = findings
        .into_iter()
        .map(|Finding { place, reason }| QuarantineEntry { path: path.clone(), place, reason })
        .collect();
    if !entries.is_empty() || known.is_doubtful(&path) {
        database.save_quarantine(&path, &sha256, &entries, clock.now()).await?;
    }
    report.quarantined.extend(entries);
    Ok(())
}

/// Stores one document; whether it was new.
async fn save(
    reading: &Reading,
    database: &Database,
    clock: &Clock,
    report: &mut ImportReport,
) -> Result<bool, CorpusError> {
    if !reading.technologies.is_empty() {
        database.save_technologies(&reading.technologies, clock.now()).await?;
    }
    let saved = database.save_document(&reading.imported, clock.now()).await?;
    if saved == Saved::New {
        report.documents += 1;
        report.articles += reading.imported.articles.len();
        report.chunks += reading.imported.chunks.len();
    }
    Ok(saved == Saved::New)
}
