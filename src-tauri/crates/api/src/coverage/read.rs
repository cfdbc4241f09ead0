//! Reads the files of an import: three tables, and documents by company and type.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use simui_corpus::{CsvRow, CsvTable, FilePages, Finding, SourceFile, csv_table};
use simui_coverage::Rules;
use simui_domain::QuarantineEntry;
use simui_store::{AliasRow, CoverageDocument, CoverageSet, InsurerRow, StandardRow};

use super::one_table;
use crate::ApiError;
use crate::faults::ErrorCode;

/// Largest document in bytes.
pub(super) const LARGEST: u64 = 64 * 1024 * 1024;

/// How documents are read.
pub(super) struct Reader<'a> {
    /// Returns the pages of a file.
    pub pages: &'a dyn Fn(&SourceFile) -> Result<FilePages, Finding>,
    /// Whether the import is cancelled.
    pub stop: &'a dyn Fn() -> bool,
    /// Called with the number of documents read and of all.
    pub step: &'a dyn Fn(usize, usize),
}

/// The result of reading a folder.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub set: CoverageSet,
    pub quarantined: Vec<QuarantineEntry>,
}

impl Found {
    pub fn quarantine(&mut self, path: &Path, place: impl Into<String>, reason: impl Into<String>) {
        self.quarantined.push(QuarantineEntry {
            path: path.display().to_string(),
            place: place.into(),
            reason: reason.into(),
        });
    }
}

/// A table with the path of its file.
pub(super) struct Sheet {
    pub path: PathBuf,
    pub table: CsvTable,
    columns: Vec<usize>,
}

impl Sheet {
    /// Returns the cells of a row in the order of the requested columns.
    pub fn cells(&self, row: &CsvRow) -> Vec<String> {
        self.columns.iter().map(|at| row.cells.get(*at).cloned().unwrap_or_default()).collect()
    }

    pub fn refuse(&self, line: u64, what: &str, remedy: &str) -> ApiError {
        ApiError::invalid(
            ErrorCode::CoverageTableFaulty,
            &[("path", &self.path.display()), ("line", &line)],
            format!("{}:{line}: {what}; {remedy}", self.path.display()),
        )
    }
}

/// Reads a folder: the tables in this process (CSV and JSON lines, in one pass), the documents by `reader`.
pub(super) fn folder(rules: &Rules, folder: &Path, reader: &Reader<'_>) -> Result<Found, ApiError> {
    if !folder.is_dir() {
        return Err(ApiError::invalid(
            ErrorCode::PathNotFound,
            &[("path", &folder.display())],
            format!(
                "{}: no such folder; name the folder that holds insurers.csv",
                folder.display()
            ),
        ));
    }
    let mut found = Found::default();
    if !folder.join("insurers.csv").exists()
        && let Some(sheet) = one_table::table(folder)?
    {
        one_table::read(rules, folder, &sheet, &mut found)?;
        documents(rules, &folder.join("documents"), reader, &mut found)?;
        return Ok(found);
    }
    insurers(
        &sheet(folder, "insurers.csv", &["insurer_code", "insurer_name", "aliases"])?,
        &mut found,
    )?;
    let columns = ["coverage_code", "coverage_name", "domain", "role", "coverage_type"];
    standards(&sheet(folder, "coverage_standard.csv", &columns)?, &mut found)?;
    let columns = ["insurer_code", "coverage_code", "raw_name", "confidence"];
    aliases(&sheet(folder, "coverage_alias.csv", &columns)?, &mut found);
    documents(rules, &folder.join("documents"), reader, &mut found)?;
    Ok(found)
}

pub(super) fn sheet(folder: &Path, name: &str, columns: &[&str]) -> Result<Sheet, ApiError> {
    let path = folder.join(name);
    let path_text = path.display();
    let bytes = std::fs::read(&path).map_err(|error| {
        ApiError::invalid(
            ErrorCode::CoverageTableMissing,
            &[("table", &name), ("columns", &columns.join(", "))],
            format!(
                "{path_text}: {error}; put {name} with the columns {} there",
                columns.join(",")
            ),
        )
    })?;
    let source = SourceFile { path: path_text.to_string(), bytes };
    let table = csv_table(&source).map_err(|Finding { place, reason }| {
        let at = place.strip_prefix("line ").map(|line| format!(":{line}")).unwrap_or_default();
        ApiError::invalid(
            ErrorCode::FileNotText,
            &[("path", &path_text)],
            format!("{path_text}{at}: {reason}"),
        )
    })?;
    let mut places = Vec::new();
    for column in columns {
        let place = table.column(column).ok_or_else(|| {
            let what = format!("{path_text}:1: there is no column {column:?}");
            ApiError::invalid(
                ErrorCode::CoverageColumnMissing,
                &[("path", &path_text), ("column", column)],
                format!("{what}; its first line must name {}", columns.join(",")),
            )
        })?;
        places.push(place);
    }
    Ok(Sheet { path, table, columns: places })
}

fn insurers(sheet: &Sheet, found: &mut Found) -> Result<(), ApiError> {
    let mut codes = BTreeSet::new();
    for row in &sheet.table.rows {
        let [code, name, aliases] = cells(sheet.cells(row));
        if code.is_empty() || name.is_empty() {
            return Err(sheet.refuse(
                row.line,
                "a company needs a code and a name",
                "fill in both",
            ));
        }
        if !codes.insert(code.clone()) {
            return Err(sheet.refuse(row.line, &format!("{code:?} stands here twice"), "keep one"));
        }
        let aliases = aliases.split('|').map(str::trim).filter(|it| !it.is_empty());
        found.set.insurers.push(InsurerRow {
            aliases: aliases.map(str::to_owned).collect(),
            code,
            name,
        });
    }
    if codes.is_empty() {
        return Err(sheet.refuse(1, "the table has no rows", "list the companies to compare"));
    }
    Ok(())
}

fn standards(sheet: &Sheet, found: &mut Found) -> Result<(), ApiError> {
    let mut codes = BTreeSet::new();
    for row in &sheet.table.rows {
        let [code, name, domain, role, coverage_type] = cells(sheet.cells(row));
        if code.is_empty() || name.is_empty() {
            return Err(sheet.refuse(
                row.line,
                "a coverage needs a code and a name",
                "fill in both",
            ));
        }
        if !codes.insert(code.clone()) {
            return Err(sheet.refuse(row.line, &format!("{code:?} stands here twice"), "keep one"));
        }
        found.set.standards.push(StandardRow { code, name, domain, role, coverage_type });
    }
    if codes.is_empty() {
        return Err(sheet.refuse(1, "the table has no rows", "list the standard coverages"));
    }
    Ok(())
}

/// Reads the aliases. A row with an unlisted company or coverage goes to quarantine.
fn aliases(sheet: &Sheet, found: &mut Found) {
    for row in &sheet.table.rows {
        let [insurer_code, coverage_code, raw_name, confidence] = cells(sheet.cells(row));
        let place = format!("line {}", row.line);
        let sure =
            if confidence.is_empty() { Ok(None) } else { confidence.parse::<f64>().map(Some) };
        let reason = if !found.set.insurers.iter().any(|it| it.code == insurer_code) {
            Some(format!(
                "insurers.csv에 없는 보험사 코드 '{insurer_code}'입니다. 코드를 고쳐 다시 가져오십시오."
            ))
        } else if !found.set.standards.iter().any(|it| it.code == coverage_code) {
            Some(format!(
                "coverage_standard.csv에 없는 담보 코드 '{coverage_code}'입니다. 코드를 고쳐 다시 가져오십시오."
            ))
        } else if raw_name.is_empty() {
            Some("담보 이름이 비어 있습니다. 채워 다시 가져오십시오.".to_owned())
        } else if !sure.as_ref().is_ok_and(|it| it.is_none_or(|it| (0.0..=1.0).contains(&it))) {
            Some(format!(
                "신뢰도 '{confidence}'가 0과 1 사이의 수가 아닙니다. 고쳐 다시 가져오십시오."
            ))
        } else {
            None
        };
        match reason {
            Some(reason) => found.quarantine(&sheet.path, place, reason),
            None => found.set.aliases.push(AliasRow {
                insurer_code,
                coverage_code,
                raw_name,
                confidence: sure.ok().flatten(),
            }),
        }
    }
}

/// Returns exactly N cells, empty ones where a row is short.
pub(super) fn cells<const N: usize>(cells: Vec<String>) -> [String; N] {
    let mut cells = cells.into_iter();
    std::array::from_fn(|_| cells.next().unwrap_or_default())
}

fn documents(
    rules: &Rules,
    root: &Path,
    reader: &Reader<'_>,
    found: &mut Found,
) -> Result<(), ApiError> {
    if !root.is_dir() {
        return Ok(());
    }
    let mut files_of: Vec<(String, String, PathBuf, PathBuf)> = Vec::new();
    for company in entries(root)? {
        let code = name(&company);
        if !company.is_dir() {
            found.quarantine(
                &company,
                "",
                "documents 아래에는 보험사 코드 폴더가 옵니다. 옮겨 다시 가져오십시오.",
            );
            continue;
        }
        if !found.set.insurers.iter().any(|it| it.code == code) {
            found.quarantine(&company, "", format!("insurers.csv에 없는 보험사 코드 '{code}'의 폴더입니다. 이름을 고쳐 다시 가져오십시오."));
            continue;
        }
        for folder in entries(&company)? {
            let folder_name = name(&folder);
            let doc_type =
                rules.document_type(&folder_name).filter(|_| folder.is_dir()).map(str::to_owned);
            let Some(doc_type) = doc_type else {
                let known = rules.document_types().join(", ");
                found.quarantine(&folder, "", format!("'{folder_name}'은(는) 아는 문서 종류의 폴더가 아닙니다({known}). 옮겨 다시 가져오십시오."));
                continue;
            };
            let mut files = Vec::new();
            files_below(&folder, &mut files)?;
            let of_file = |it| (code.clone(), doc_type.clone(), folder.clone(), it);
            files_of.extend(files.into_iter().map(of_file));
        }
    }
    let total = files_of.len();
    for (at, (code, doc_type, folder, file)) in files_of.into_iter().enumerate() {
        if (reader.stop)() {
            return Err(ApiError::invalid(
                ErrorCode::ImportCancelled,
                &[],
                "가져오기를 취소했습니다. 앞서 가져온 자료는 그대로 있습니다.".to_owned(),
            ));
        }
        document(&code, &doc_type, &folder, &file, reader, found);
        (reader.step)(at + 1, total);
    }
    found.set.documents.sort_by(|a, b| {
        (&a.insurer_code, &a.doc_type, &a.name).cmp(&(&b.insurer_code, &b.doc_type, &b.name))
    });
    Ok(())
}

fn document(
    code: &str,
    doc_type: &str,
    folder: &Path,
    file: &Path,
    reader: &Reader<'_>,
    found: &mut Found,
) {
    let extension =
        file.extension().map(|it| it.to_string_lossy().to_lowercase()).unwrap_or_default();
    if !["pdf", "md", "markdown", "txt"].contains(&extension.as_str()) {
        found.quarantine(file, "", "pdf, md, txt가 아닌 파일입니다. 바꾸어 다시 가져오십시오.");
        return;
    }
    let too_large = std::fs::metadata(file).is_ok_and(|it| it.len() > LARGEST);
    if too_large {
        found.quarantine(file, "", "64 MB보다 큰 파일입니다. 나누어 다시 가져오십시오.");
        return;
    }
    let bytes = match std::fs::read(file) {
        Ok(bytes) => bytes,
        Err(error) => {
            found.quarantine(
                file,
                "",
                format!("파일을 읽을 수 없습니다({error}). 권한을 확인하고 다시 가져오십시오."),
            );
            return;
        }
    };
    let sha256 = digest(&bytes);
    match (reader.pages)(&SourceFile { path: file.display().to_string(), bytes }) {
        Ok(read) => {
            for Finding { place, reason } in read.findings {
                found.quarantine(file, place, reason);
            }
            found.set.documents.push(CoverageDocument {
                insurer_code: code.to_owned(),
                doc_type: doc_type.to_owned(),
                name: name_within(folder, file),
                sha256,
                pages: read.pages,
            });
        }
        Err(Finding { place, reason }) => found.quarantine(file, place, reason),
    }
}

/// Returns the SHA-256 of a file, hexadecimal.
pub(super) fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the name of a document: its path below the folder of its type.
pub(super) fn name_within(folder: &Path, file: &Path) -> String {
    composed(&file.strip_prefix(folder).unwrap_or(file).display().to_string())
}

/// Adds the files of a folder at any depth, without links.
pub(super) fn files_below(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), ApiError> {
    for entry in entries(folder)? {
        if entry.is_symlink() {
            continue;
        }
        if entry.is_dir() {
            files_below(&entry, files)?;
        } else {
            files.push(entry);
        }
    }
    Ok(())
}

/// Lists a folder by name, without hidden files.
pub(super) fn entries(folder: &Path) -> Result<Vec<PathBuf>, ApiError> {
    let failed = |error: std::io::Error| {
        ApiError::invalid(
            ErrorCode::FileUnreadable,
            &[("path", &folder.display())],
            format!("{}: {error}; check the folder and its permissions", folder.display()),
        )
    };
    let mut entries = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        if !entry.file_name().to_string_lossy().starts_with('.') {
            entries.push(entry.path());
        }
    }
    entries.sort();
    Ok(entries)
}

/// Returns a file's name in NFC; macOS writes 가 as two letters.
pub(super) fn name(path: &Path) -> String {
    composed(&path.file_name().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default())
}

pub(super) fn composed(text: &str) -> String {
    crate::incoming_text::composed(text).into_owned()
}
