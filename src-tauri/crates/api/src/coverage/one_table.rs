//! The single-table layout of an import: one table with company, coverage and alias in each row, and one file
//! with the pages of all documents, as a document collection exports them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::Deserialize;
use sha2::{Digest, Sha256};
use simui_coverage::Rules;
use simui_store::{AliasRow, CoverageDocument, InsurerRow, StandardRow};

use super::read::{Found, Sheet, cells, composed, entries, sheet};
use crate::ApiError;
use crate::faults::ErrorCode;
use crate::incoming_text::{Finding, decode_text, from_json};

/// Columns of the table.
const COLUMNS: [&str; 5] = ["ins_cd", "insurer", "code", "std_name", "alias"];

/// Name of the file of pages, with one JSON object per line.
const PAGES: &str = "pages.jsonl";

/// Highest page number; a greater one is a mistake.
const MOST_PAGES: u32 = 20_000;

#[derive(Deserialize)]
struct PageLine {
    insurer: String,
    doc_type: String,
    file: String,
    page: u32,
    text: String,
}

/// Company, type and name of a document.
type Key = (String, String, String);

/// Returns the table of a folder in this layout; `None` when it has none.
pub(super) fn table(folder: &Path) -> Result<Option<Sheet>, ApiError> {
    for path in entries(folder)? {
        let is_csv = path.extension().is_some_and(|it| it.eq_ignore_ascii_case("csv"));
        let name = path.file_name().map(|it| it.to_string_lossy().into_owned());
        let Some(name) = name.filter(|_| is_csv) else { continue };
        match sheet(folder, &name, &COLUMNS) {
            Ok(sheet) => return Ok(Some(sheet)),
            // A file with the columns is the table, and its error is reported.
            Err(error) if has_columns(&path) => return Err(error),
            Err(_) => {}
        }
    }
    Ok(None)
}

/// Whether the first line of a file contains the columns of the table.
fn has_columns(path: &Path) -> bool {
    let bytes = std::fs::read(path).unwrap_or_default();
    let text = decode_text(&bytes).unwrap_or_else(|_| String::from_utf8_lossy(&bytes).into_owned());
    let first = text.lines().next().unwrap_or_default().to_lowercase();
    let named: BTreeSet<&str> =
        first.split([',', '\t', ';']).map(|it| it.trim_matches(TRIMMED).trim()).collect();
    COLUMNS.iter().all(|it| named.contains(it))
}

/// Characters that may surround the name of a column.
const TRIMMED: [char; 4] = ['"', '\u{FEFF}', '\r', ' '];

/// Reads the table and the pages beside it.
pub(super) fn read(
    rules: &Rules,
    folder: &Path,
    sheet: &Sheet,
    found: &mut Found,
) -> Result<(), ApiError> {
    names(sheet, found)?;
    pages(rules, &folder.join(PAGES), found)
}

fn names(sheet: &Sheet, found: &mut Found) -> Result<(), ApiError> {
    let (mut insurers, mut standards) = (BTreeSet::new(), BTreeSet::new());
    for row in &sheet.table.rows {
        let [insurer_code, insurer, code, standard, raw_name] = cells(sheet.cells(row));
        let all = [&insurer_code, &insurer, &code, &standard, &raw_name];
        if all.iter().any(|it| it.is_empty()) {
            found.quarantine(
                &sheet.path,
                format!("line {}", row.line),
                "빈 칸이 있습니다. 채워 다시 가져오십시오.",
            );
            continue;
        }
        if insurers.insert(insurer_code.clone()) {
            found.set.insurers.push(InsurerRow {
                code: insurer_code.clone(),
                aliases: vec![insurer.clone()],
                name: insurer,
            });
        }
        if standards.insert(code.clone()) {
            let [domain, role, coverage_type] = [String::new(), String::new(), String::new()];
            found.set.standards.push(StandardRow {
                code: code.clone(),
                name: standard,
                domain,
                role,
                coverage_type,
            });
        }
        found.set.aliases.push(AliasRow {
            insurer_code,
            coverage_code: code,
            raw_name,
            confidence: None,
        });
    }
    if insurers.is_empty() {
        return Err(sheet.refuse(1, "the table has no rows", "list companies and their coverages"));
    }
    Ok(())
}

fn pages(rules: &Rules, path: &Path, found: &mut Found) -> Result<(), ApiError> {
    if !path.is_file() {
        return Ok(());
    }
    let path_text = path.display();
    let bytes = std::fs::read(path).map_err(|error| {
        ApiError::invalid(
            ErrorCode::FileUnreadable,
            &[("path", &path_text)],
            format!("{path_text}: {error}; check the file and its permissions"),
        )
    })?;
    let text = decode_text(&bytes).map_err(|Finding { place, reason }| {
        ApiError::invalid(
            ErrorCode::FileNotText,
            &[("path", &path_text)],
            format!("{path_text} {place}: {reason}").replace(" :", ":"),
        )
    })?;
    let mut documents: BTreeMap<Key, Vec<String>> = BTreeMap::new();
    let mut given: BTreeSet<(Key, u32)> = BTreeSet::new();
    for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let place = format!("line {}", at + 1);
        match page(rules, line, found) {
            Ok((key, number, _)) if !given.insert((key.clone(), number)) => found.quarantine(
                path,
                place,
                format!(
                    "'{}' {number}쪽이 앞에도 있습니다. 한 줄만 남기고 다시 가져오십시오.",
                    key.2
                ),
            ),
            Ok((key, number, text)) => {
                let pages = documents.entry(key).or_default();
                let place = number as usize - 1;
                if pages.len() <= place {
                    pages.resize(place + 1, String::new());
                }
                if let Some(page) = pages.get_mut(place) {
                    *page = text;
                }
            }
            Err(reason) => found.quarantine(path, place, reason),
        }
    }
    for ((insurer_code, doc_type, name), pages) in documents {
        let sha256 = digest_of_pages(&pages);
        found.set.documents.push(CoverageDocument { insurer_code, doc_type, name, sha256, pages });
    }
    Ok(())
}

/// Returns the SHA-256 of a document of which only the text was imported.
pub(super) fn digest_of_pages(pages: &[String]) -> String {
    let mut digest = Sha256::new();
    pages.iter().for_each(|page| digest.update(format!("{page}\u{C}")));
    digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Reads one page with its document and number.
fn page(rules: &Rules, line: &str, found: &Found) -> Result<(Key, u32, String), String> {
    let line: PageLine = from_json(line).map_err(|error| {
        format!("쪽을 읽을 수 없습니다({error}). insurer, doc_type, file, page, text를 적어 다시 가져오십시오.")
    })?;
    let PageLine { insurer, doc_type, file, page, text } = line;
    if page == 0 || page > MOST_PAGES {
        return Err(format!(
            "쪽 번호 {page}이(가) 1과 {MOST_PAGES} 사이에 있지 않습니다. 고쳐 다시 가져오십시오."
        ));
    }
    let known = rules.document_type(&doc_type).map(str::to_owned);
    let Some(doc_type) = known else {
        return Err(format!(
            "'{doc_type}'은(는) 아는 문서 종류가 아닙니다({}). 고쳐 다시 가져오십시오.",
            rules.document_types().join(", ")
        ));
    };
    let file = composed(&file);
    match company(&insurer, &file, found) {
        Some(code) => Ok(((code, doc_type, file), page, composed(&text))),
        None => Err(format!(
            "표에 없는 보험사 '{insurer}'입니다. 코드나 이름을 쓰거나 파일 이름을 보험사 이름으로 시작해 다시 가져오십시오."
        )),
    }
}

/// Finds the code of a company by its code, its name, or the beginning of the document's name (현대_가입설계서.pdf).
fn company(name: &str, file: &str, found: &Found) -> Option<String> {
    let same = |a: &str, b: &str| composed(a).to_lowercase() == composed(b).to_lowercase();
    let begins = |insurer: &&InsurerRow| {
        let behind = file.to_lowercase();
        let behind = behind.strip_prefix(&insurer.name.to_lowercase()).map(|it| it.chars().next());
        behind.is_some_and(|next| next.is_none_or(|it| !it.is_alphanumeric()))
    };
    let insurers = &found.set.insurers;
    let named = insurers.iter().find(|it| same(&it.code, name) || same(&it.name, name));
    named.or_else(|| insurers.iter().find(begins)).map(|it| it.code.clone())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::*;

    #[test]
    fn a_table_and_pages_become_companies_and_documents() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let table = "ins_cd,insurer,code,std_name,alias\nN1,가온,A1,암진단비,암진단비(유사암제외)\nN2,누리,A1,암진단비,암진단담보\nN2,누리,A2,,빈칸\n";
        std::fs::write(at("names.csv"), table).unwrap();
        let line = |insurer: &str, file: &str, page: u32, text: &str| {
            let doc_type = "가입설계서";
            format!(
                "{}\n",
                serde_json::json!({ "insurer": insurer, "doc_type": doc_type, "file": file, "page": page, "text": text })
            )
        };
        let pages = [
            line("gaon", "가온_설계서.pdf", 2, "둘"),
            line("gaon", "가온_설계서.pdf", 1, "하나"),
            line("N2", "제안서.pdf", 1, "누리"),
            line("daon", "다온_설계서.pdf", 1, "모름"),
            "{\n".to_owned(),
            line("N1", "가온_설계서.pdf", 1, "또 하나"),
        ];
        std::fs::write(at(PAGES), pages.concat()).unwrap();
        let rules = Rules::shipped().unwrap();
        let mut found = Found::default();
        let sheet = super::table(folder.path()).unwrap().unwrap();
        read(&rules, folder.path(), &sheet, &mut found).unwrap();
        let documents: Vec<(&str, &[String])> = found
            .set
            .documents
            .iter()
            .map(|it| (it.insurer_code.as_str(), it.pages.as_slice()))
            .collect();
        assert_eq!(
            documents,
            [("N1", &["하나".to_owned(), "둘".to_owned()][..]), ("N2", &["누리".to_owned()])]
        );
        assert_eq!((found.set.aliases.len(), found.set.standards.len()), (2, 1));
        let places: Vec<&str> = found.quarantined.iter().map(|it| it.place.as_str()).collect();
        assert_eq!(places, ["line 4", "line 4", "line 5", "line 6"]);
    }
}
