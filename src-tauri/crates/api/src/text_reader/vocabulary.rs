//! Imported names: `vocabulary/umls.names` and `vocabulary/medcat.names` of the data directory.
//!
//! A file consists of a line with the SHA-256 of the rest, a line of JSON about the import, and the
//! vocabulary. It is derived from tables that the user keeps, replaced as a whole, and refused when its hash
//! does not match.

use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use simui_clinical::vocabulary::{
    ImportedNames, Names, Vocabulary, read_medcat, read_umls, read_umls_types,
};

use crate::ApiError;
use crate::faults::ErrorCode;
use crate::types::{ImportedLexicon, LexiconImport, LexiconSource};

const FOLDER: &str = "vocabulary";
const HEAD: &str = "simui-vocabulary 1 ";
pub(crate) const SOURCES: [LexiconSource; 2] = [LexiconSource::Umls, LexiconSource::Medcat];

pub(crate) fn name(source: LexiconSource) -> &'static str {
    match source {
        LexiconSource::Umls => "umls",
        LexiconSource::Medcat => "medcat",
    }
}

pub(crate) fn path(data_dir: &Path, source: LexiconSource) -> PathBuf {
    data_dir.join(FOLDER).join(format!("{}.names", name(source)))
}

/// Length and modification time of each file, which detect a change.
pub(crate) type Stamp = Vec<Option<(u64, std::time::SystemTime)>>;

pub(crate) fn stamp(data_dir: &Path) -> Stamp {
    let of = |source: &LexiconSource| {
        let meta = fs::metadata(path(data_dir, *source)).ok()?;
        Some((meta.len(), meta.modified().ok()?))
    };
    SOURCES.iter().map(of).collect()
}

/// Returns everything imported into a data directory as one vocabulary; `None` where nothing was imported.
pub(crate) fn vocabulary(data_dir: &Path) -> Result<Option<Vocabulary>, ApiError> {
    let mut all: Option<Vocabulary> = None;
    for source in SOURCES {
        if let Some((_, vocabulary)) = read(data_dir, source)? {
            all = Some(match all {
                Some(first) => first.and(vocabulary),
                None => vocabulary,
            });
        }
    }
    Ok(all)
}

pub(crate) fn import(
    data_dir: &Path,
    request: &LexiconImport,
    imported_at: String,
    imported_by: Option<String>,
) -> Result<ImportedLexicon, ApiError> {
    let mut names = Names::default();
    let (source, file) = match request {
        LexiconImport::Umls { mrconso, mrsty, .. } => {
            let slots = read_umls_types(mrsty, open(mrsty)?)?;
            read_umls(mrconso, open(mrconso)?, &slots, &mut names)?;
            (LexiconSource::Umls, mrconso)
        }
        LexiconImport::Medcat { cdb, .. } => {
            read_medcat(cdb, open(cdb)?, &mut names)?;
            (LexiconSource::Medcat, cdb)
        }
    };
    let (vocabulary, taken) = names.finish(file)?;
    let report = ImportedLexicon { imported_at, imported_by, ..report(source, &taken) };
    write(data_dir, &report, &vocabulary)?;
    Ok(report)
}

/// What was taken of a source, without the time and the person.
fn report(source: LexiconSource, taken: &ImportedNames) -> ImportedLexicon {
    ImportedLexicon {
        source,
        imported_at: String::new(),
        imported_by: None,
        lines: count(taken.lines),
        concepts: count(taken.concepts),
        korean: count(taken.korean),
        english: count(taken.english),
        left_out: count(taken.left_out),
    }
}

pub(crate) fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn open(path: &str) -> Result<BufReader<File>, ApiError> {
    let unreadable = |error: std::io::Error| failed(Path::new(path), &error);
    let file = File::open(path).map_err(unreadable)?;
    // Some systems open a folder, too, and fail only when it is read.
    if file.metadata().map_err(unreadable)?.is_dir() {
        return Err(unreadable(std::io::ErrorKind::IsADirectory.into()));
    }
    Ok(BufReader::with_capacity(1 << 18, file))
}

pub(crate) fn failed(path: &Path, error: &std::io::Error) -> ApiError {
    ApiError::invalid(
        ErrorCode::FileUnreadable,
        &[("path", &path.display())],
        format!("{}: {error}; check the path and its permissions", path.display()),
    )
}

/// Writes a temporary file and renames it, so that there is never half a file.
fn write(
    data_dir: &Path,
    report: &ImportedLexicon,
    vocabulary: &Vocabulary,
) -> Result<(), ApiError> {
    let path = path(data_dir, report.source);
    let beside = path.with_extension("new");
    let about = serde_json::to_string(report).map_err(|error| {
        ApiError::invalid(
            ErrorCode::Internal,
            &[],
            format!("the import cannot be written: {error}"),
        )
    })?;
    let lines = || std::iter::once(about.clone()).chain(vocabulary.lines());
    let mut digest = Sha256::new();
    lines().for_each(|line| {
        digest.update(line.as_bytes());
        digest.update(b"\n");
    });
    let written = (|| {
        fs::create_dir_all(data_dir.join(FOLDER))?;
        let mut file = BufWriter::new(File::create(&beside)?);
        writeln!(file, "{HEAD}{}", hex(&digest.finalize()))?;
        for line in lines() {
            writeln!(file, "{line}")?;
        }
        file.into_inner()?.sync_all()?;
        fs::rename(&beside, &path)
    })();
    written.map_err(|error: std::io::Error| failed(&path, &error))
}

/// Reads the import of this source, if there is one.
pub(crate) fn read(
    data_dir: &Path,
    source: LexiconSource,
) -> Result<Option<(ImportedLexicon, Vocabulary)>, ApiError> {
    let path = path(data_dir, source);
    let text = match fs::read(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(&path, &error)),
    };
    let damaged = || {
        let source = name(source);
        ApiError::invalid(
            ErrorCode::LexiconDamaged,
            &[("path", &path.display())],
            format!(
                "{}: damaged or of another version; import the tables again, or take them out with `simui lexicon remove {source}`",
                path.display()
            ),
        )
    };
    let text = String::from_utf8(text).map_err(|_| damaged())?;
    let (head, body) = text.split_once('\n').ok_or_else(damaged)?;
    if head.strip_prefix(HEAD) != Some(hex(&Sha256::digest(body)).as_str()) {
        return Err(damaged());
    }
    let (about, lines) = body.split_once('\n').ok_or_else(damaged)?;
    let report: ImportedLexicon = serde_json::from_str(about).map_err(|_| damaged())?;
    let vocabulary = Vocabulary::read(name(source), lines)?;
    Ok(Some((report, vocabulary)))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|it| format!("{it:02x}")).collect()
}
