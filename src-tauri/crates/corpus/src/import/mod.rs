//! The import: many readers, one writer, one transaction a document.

mod beir;
mod file_reader;
mod known;
mod same_law;
mod walk;

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use serde::Serialize;
use simui_domain::{Clock, QuarantineEntry};
use simui_store::{Database, Saved, Source};
use tokio::sync::mpsc;

pub use self::beir::import_beir;
pub use self::file_reader::{FileReader, FileToRead};
use self::known::Known;
use self::same_law::{Settled, settle};
use crate::CorpusError;
use crate::encoding::composed;
use crate::formats::tables::mapping_of;
use crate::reader::{self, LARGEST, Part, Take};
use crate::reading::{Finding, KindHint, Reading, SourceFile};

/// How an import is run.
#[derive(Debug, Clone)]
pub struct ImportOptions {
    /// What the files are; `None` (`--kind auto`) lets each file's front matter decide.
    pub kind: KindHint,
    /// Reading threads, at least 1.
    pub jobs: usize,
    /// Set to stop after the documents that are being stored; what is stored stays.
    pub cancel: Arc<AtomicBool>,
    /// Who reads the files.
    pub reader: FileReader,
}

impl Default for ImportOptions {
    fn default() -> Self {
        Self { kind: None, jobs: 1, cancel: Arc::default(), reader: FileReader::default() }
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
    /// The file that something was stored of last.
    pub path: String,
}

/// What an import did, as `simui corpus import --json` prints it.
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

/// What a reading thread sends to the writer.
enum Read {
    /// The next document of a file, by the file's place in the list.
    Document(usize, Box<Reading>),
    /// Nothing more comes of a file.
    End(usize, FileEnd),
}

/// How the reading of a file ended.
struct FileEnd {
    path: String,
    sha256: String,
    end: End,
}

enum End {
    /// The same bytes are stored already.
    Unchanged,
    /// All of it was read; what belongs to no document.
    Whole(Vec<Finding>),
    /// It could not be read, or not to its end.
    Cut(Finding),
}

/// What has been stored of a file that is not at its end.
struct Stored {
    source: Source,
    findings: Vec<Finding>,
    /// One of them was new.
    changed: bool,
}

impl Default for Stored {
    fn default() -> Self {
        // What file it is will be known at its end.
        Self { source: Source::new("", ""), findings: Vec::new(), changed: false }
    }
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
    let files = Arc::new(files);
    let mut incoming = start_readers(files.clone(), options, &known, clock);
    let mut open: HashMap<usize, Stored> = HashMap::new();
    let mut done = 0;
    while let Some(read) = incoming.recv().await {
        let file = match read {
            Read::Document(file, reading) => {
                let stored = open.entry(file).or_default();
                save(*reading, stored, database, clock, &mut report).await?;
                file
            }
            Read::End(file, end) => {
                let stored = open.remove(&file).unwrap_or_default();
                finish(end, stored, &known, database, clock, &mut report).await?;
                done += 1;
                file
            }
        };
        let path = shown(&files[file]);
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

/// Starts the reading threads. They take the files in order and stay at most two documents ahead of the writer each,
/// so that memory does not grow with the size of the corpus.
fn start_readers(
    files: Arc<Vec<PathBuf>>,
    options: &ImportOptions,
    known: &Arc<Known>,
    clock: &Clock,
) -> mpsc::Receiver<Read> {
    let jobs = options.jobs.clamp(1, 64);
    let (send, incoming) = mpsc::channel(jobs * 2);
    let next = Arc::new(AtomicUsize::new(0));
    for _ in 0..jobs {
        let (send, files, next) = (send.clone(), Arc::clone(&files), Arc::clone(&next));
        let (known, clock, options) = (Arc::clone(known), clock.clone(), options.clone());
        tokio::task::spawn_blocking(move || {
            loop {
                let file = next.fetch_add(1, Ordering::Relaxed);
                let Some(path) = files.get(file) else { return };
                // The writer hangs up when the database refuses.
                let stop = || options.cancel.load(Ordering::Relaxed) || send.is_closed();
                if stop() {
                    return;
                }
                let end = read_file(path, &options, &known, &clock, &stop, &mut |part| {
                    let Part::Document(reading) = part else { return ControlFlow::Continue(()) };
                    if stop() || send.blocking_send(Read::Document(file, reading)).is_err() {
                        return ControlFlow::Break(());
                    }
                    ControlFlow::Continue(())
                });
                // A file that was left in the middle has no end: it is read again another time.
                if stop() || send.blocking_send(Read::End(file, end)).is_err() {
                    return;
                }
            }
        });
    }
    incoming
}

/// A path as it is shown and stored: macOS spells file names in single letters.
fn shown(path: &Path) -> String {
    composed(&path.display().to_string()).into_owned()
}

fn read_file(
    path: &Path,
    options: &ImportOptions,
    known: &Known,
    clock: &Clock,
    stop: &dyn Fn() -> bool,
    take: Take<'_>,
) -> FileEnd {
    let shown = shown(path);
    let ended =
        |sha256: &str, end: End| FileEnd { path: shown.clone(), sha256: sha256.into(), end };
    let bytes = match bytes(path) {
        Ok(bytes) => bytes,
        Err(finding) => return ended("", End::Cut(finding)),
    };
    let mapping = Some(mapping_of(path))
        .filter(|path| path.is_file())
        .map(|path| self::bytes(&path).map(|bytes| SourceFile { path: self::shown(&path), bytes }));
    let mapping = match mapping.transpose() {
        Ok(mapping) => mapping,
        Err(finding) => return ended("", End::Cut(finding)),
    };
    // With another mapping the same bytes say something else.
    let sha256 = match &mapping {
        Some(mapping) => reader::sha256(&[&bytes[..], &mapping.bytes].concat()),
        None => reader::sha256(&bytes),
    };
    if known.has(&sha256, options.kind) {
        return ended(&sha256, End::Unchanged);
    }
    let source = SourceFile { path: shown.clone(), bytes };
    let file = FileToRead { source: &source, mapping: mapping.as_ref(), hint: options.kind, stop };
    let end = match options.reader.read(&file, clock, take) {
        Ok(findings) => End::Whole(findings),
        Err(finding) => End::Cut(finding),
    };
    ended(&sha256, end)
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

/// Stores one document of a file.
async fn save(
    mut reading: Reading,
    stored: &mut Stored,
    database: &Database,
    clock: &Clock,
    report: &mut ImportReport,
) -> Result<(), CorpusError> {
    if !reading.technologies.is_empty() {
        database.save_technologies(&reading.technologies, clock.now()).await?;
    }
    let saved = match settle(&mut reading.imported.document, database, clock.now()).await? {
        Settled::Store => database.save_document(&reading.imported, clock.now()).await?,
        Settled::Stored => Saved::Unchanged,
    };
    if saved == Saved::New {
        report.documents += 1;
        report.articles += reading.imported.articles.len();
        report.chunks += reading.imported.chunks.len();
        stored.changed = true;
    }
    stored.source.add(&reading.imported.document);
    stored.findings.extend(reading.findings);
    Ok(())
}

/// Records a file that was read, and what waits for an administrator in it.
async fn finish(
    FileEnd { path, sha256, end }: FileEnd,
    stored: Stored,
    known: &Known,
    database: &Database,
    clock: &Clock,
    report: &mut ImportReport,
) -> Result<(), CorpusError> {
    let mut findings = stored.findings;
    match end {
        End::Unchanged => {
            report.unchanged += 1;
            report.quarantined.extend_from_slice(known.quarantined(&path));
            return Ok(());
        }
        End::Whole(of_file) => {
            let source = Source { path: path.clone(), sha256: sha256.clone(), ..stored.source };
            if source.documents > 0 {
                database.save_source(&source, clock.now()).await?;
                report.unchanged += usize::from(!stored.changed);
            }
            findings.extend(of_file);
        }
        End::Cut(finding) => findings.push(finding),
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
