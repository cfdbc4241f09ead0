//! The import: several readers and one writer, which stores some documents of a file in one transaction.

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

use futures::future::BoxFuture;
use serde::Serialize;
use simui_domain::{Clock, DocumentKind, QuarantineEntry};
use simui_store::{Database, ImportedDocument, Saved, Source};
use tokio::sync::mpsc;

pub use self::beir::import_beir;
pub use self::file_reader::{FileReader, FileToRead};
use self::known::Known;
use self::same_law::{Settled, settle};
use crate::CorpusError;
use crate::encoding::composed;
use crate::formats::tables::mapping_of;
use crate::reader::{self, LARGEST};
use crate::reading::{Finding, KindHint, Part, Reading, SourceFile, Take};

/// Settings of an import.
#[derive(Debug, Clone)]
pub struct ImportOptions {
    /// The kind of the files. `None` (`--kind auto`) leaves it to the front matter of each file.
    pub kind: KindHint,
    /// The number of reader threads, at least 1.
    pub jobs: usize,
    /// Set to stop after the documents that are currently being stored. Stored documents are kept.
    pub cancel: Arc<AtomicBool>,
    /// Where the files are read.
    pub reader: FileReader,
}

impl Default for ImportOptions {
    fn default() -> Self {
        Self { kind: None, jobs: 1, cancel: Arc::default(), reader: FileReader::default() }
    }
}

/// The progress of an import.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ImportProgress {
    /// The number of files processed, including unchanged and quarantined files.
    pub files: usize,
    /// The number of files found.
    pub total: usize,
    /// The number of articles stored so far.
    pub articles: usize,
    /// The file processed last.
    pub path: String,
}

/// The result of an import, as printed by `simui corpus import --json`.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct ImportReport {
    /// The number of documents stored.
    pub documents: usize,
    /// The number of their articles.
    pub articles: usize,
    /// The number of their chunks.
    pub chunks: usize,
    /// The number of files whose contents were already stored.
    pub unchanged: usize,
    /// Open quarantine entries of these files, including unchanged files.
    pub quarantined: Vec<QuarantineEntry>,
    /// Whether the import was stopped before the last file.
    pub cancelled: bool,
    /// The total duration in milliseconds.
    pub took_ms: u64,
}

/// A message from a reader thread to the writer.
enum Read {
    /// The next document of a file, with the index of the file in the list.
    Document(usize, Box<Reading>),
    /// The end of a file.
    End(usize, FileEnd),
}

/// How the reading of a file ended.
struct FileEnd {
    path: String,
    sha256: String,
    end: End,
}

enum End {
    /// The same bytes are already stored.
    Unchanged,
    /// The whole file was read. Contains the findings that do not belong to any document.
    Complete(Vec<Finding>),
    /// The file could not be read, or not to its end.
    Cut(Finding),
}

/// What has been stored so far of a file that is not finished.
struct Stored {
    source: Source,
    findings: Vec<Finding>,
    /// Whether any of its documents was new.
    changed: bool,
    /// Documents that are read and not yet stored, and the length of their bodies in bytes.
    waiting: Vec<ImportedDocument>,
    bytes: usize,
}

/// Most documents of one transaction, and length of their bodies in bytes from which on it is committed. A
/// table of labels has thousands of short documents.
const MOST_WAITING: usize = 100;
const WAITING_BYTES: usize = 1 << 20;

impl Default for Stored {
    fn default() -> Self {
        // The path and hash are filled in at the end of the file.
        Self {
            source: Source::new("", ""),
            findings: Vec::new(),
            changed: false,
            waiting: Vec::new(),
            bytes: 0,
        }
    }
}

/// Reads files and folders into the database.
///
/// Unchanged files are recognised by their SHA-256 and are not read again. A file that cannot be read is
/// quarantined and the import continues. A repaired file clears its quarantine entries. Each document is
/// stored completely or not at all.
///
/// # Errors
/// Returns an error if a path does not exist or the database cannot be written (a full disk). Documents
/// stored before that are kept.
pub fn import<'a>(
    paths: &'a [PathBuf],
    options: &'a ImportOptions,
    database: &'a Database,
    clock: &'a Clock,
    progress: &'a (dyn Fn(&ImportProgress) + Send + Sync),
) -> BoxFuture<'a, Result<ImportReport, CorpusError>> {
    // Boxed, so that this crate compiles it once, and not every crate that awaits it.
    Box::pin(import_files(paths, options, database, clock, progress))
}

async fn import_files(
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
                let mut stored = open.remove(&file).unwrap_or_default();
                save_waiting(&mut stored, database, clock, &mut report).await?;
                finish(end, stored, &known, database, clock, &mut report).await?;
                done += 1;
                file
            }
        };
        let path = printed_path(&files[file]);
        progress(&ImportProgress { files: done, total, articles: report.articles, path });
    }
    for stored in open.values_mut() {
        save_waiting(stored, database, clock, &mut report).await?;
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

/// Starts the reader threads. They process the files in order and each stays at most two documents ahead of
/// the writer, so that memory use does not grow with the size of the corpus.
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
                // The writer closes the channel when the database returns an error.
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
                // An interrupted file has no end, so it is read again next time.
                if stop() || send.blocking_send(Read::End(file, end)).is_err() {
                    return;
                }
            }
        });
    }
    incoming
}

/// A path as it is shown and stored. It is composed because macOS uses decomposed letters in file names.
fn printed_path(path: &Path) -> String {
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
    let printed_path = printed_path(path);
    let ended =
        |sha256: &str, end: End| FileEnd { path: printed_path.clone(), sha256: sha256.into(), end };
    let bytes = match bytes(path) {
        Ok(bytes) => bytes,
        Err(finding) => return ended("", End::Cut(finding)),
    };
    let mapping = Some(mapping_of(path)).filter(|path| path.is_file()).map(|path| {
        self::bytes(&path).map(|bytes| SourceFile { path: self::printed_path(&path), bytes })
    });
    let mapping = match mapping.transpose() {
        Ok(mapping) => mapping,
        Err(finding) => return ended("", End::Cut(finding)),
    };
    // The meaning of a table depends on its mapping, so the hash covers both.
    let sha256 = match &mapping {
        Some(mapping) => reader::sha256(&[&bytes[..], &mapping.bytes].concat()),
        None => reader::sha256(&bytes),
    };
    if known.has(&sha256, options.kind) {
        return ended(&sha256, End::Unchanged);
    }
    let source = SourceFile { path: printed_path.clone(), bytes };
    let file = FileToRead { source: &source, mapping: mapping.as_ref(), hint: options.kind, stop };
    let end = match options.reader.read(&file, clock, take) {
        Ok(findings) => End::Complete(findings),
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

/// Stores one document of a file, or lets it wait for the next ones of the file. A law is stored at once,
/// because the next one may be another version of it.
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
    let document = &mut reading.imported.document;
    let settled = settle(document, database, clock.now()).await?;
    stored.source.add(document);
    stored.findings.extend(reading.findings);
    if settled == Settled::Stored {
        return Ok(());
    }
    stored.bytes += document.body.len();
    let is_law = document.kind == DocumentKind::Statute;
    stored.waiting.push(reading.imported);
    if is_law || stored.waiting.len() >= MOST_WAITING || stored.bytes >= WAITING_BYTES {
        save_waiting(stored, database, clock, report).await?;
    }
    Ok(())
}

/// Stores the documents of a file that are waiting, in one transaction.
async fn save_waiting(
    stored: &mut Stored,
    database: &Database,
    clock: &Clock,
    report: &mut ImportReport,
) -> Result<(), CorpusError> {
    let waiting = std::mem::take(&mut stored.waiting);
    stored.bytes = 0;
    if waiting.is_empty() {
        return Ok(());
    }
    let saved = database.save_documents(&waiting, clock.now()).await?;
    for (imported, _) in waiting.iter().zip(saved).filter(|(_, saved)| *saved == Saved::New) {
        report.documents += 1;
        report.articles += imported.articles.len();
        report.chunks += imported.chunks.len();
        stored.changed = true;
    }
    Ok(())
}

/// Records a file that has been read and its quarantine entries.
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
        End::Complete(of_file) => {
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
