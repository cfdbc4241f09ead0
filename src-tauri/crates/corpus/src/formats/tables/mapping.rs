//! Reads any other table by means of the mapping file next to it (`mapped-table/1`).
//!
//! `NAME.mapping.toml` next to `NAME.csv` describes the columns:
//!
//! ```toml
//! kind = "guideline"          # what the rows are
//! title = "제목"              # the column of each document's title
//! key = "번호"                # its identifier, the same in every version; without it the title
//! rows = "documents"          # or "sections": the whole table is one document, a section a row
//! ignore = ["조회수"]         # columns that are left out on purpose
//!
//! [dates]
//! issued = "발행일"
//! effective = "시행일"
//!
//! [[sections]]
//! column = "내용"
//! heading = "내용"            # without it the column's name
//! ```
//!
//! Columns that the mapping does not name are kept under 그 밖의 항목.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use simui_domain::DocumentKind;
use toml::Spanned;

use super::notes::Notes;
use super::table::{Row, Table, one_line};
use super::write::{Body, plain};
use crate::front_matter::{FrontMatter, date};
use crate::manuscript::Manuscript;
use crate::markdown::file_stem;
use crate::reading::{Finding, SourceFile};
use crate::text::shortened;

/// The name of this reader in `Document::reader`.
pub(crate) const READER: &str = "mapped-table/1";

/// Whether a file is a mapping file. Mapping files contain no documents.
pub(crate) fn is_mapping(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(".mapping.toml"))
}

/// The path of the mapping file that belongs to a table.
pub(crate) fn mapping_of(path: &Path) -> PathBuf {
    path.with_extension("mapping.toml")
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    kind: Spanned<String>,
    title: Spanned<String>,
    key: Option<Spanned<String>>,
    #[serde(default)]
    rows: Rows,
    #[serde(default)]
    ignore: Vec<Spanned<String>>,
    #[serde(default)]
    dates: Dates,
    #[serde(default)]
    sections: Vec<Section>,
}

#[derive(Debug, Default, Deserialize, PartialEq, Eq, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum Rows {
    #[default]
    Documents,
    Sections,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Dates {
    issued: Option<Spanned<String>>,
    effective: Option<Spanned<String>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Section {
    column: Spanned<String>,
    heading: Option<String>,
}

/// A mapping whose column names have been resolved against a table.
pub(super) struct Mapping {
    kind: DocumentKind,
    title: usize,
    key: Option<usize>,
    rows: Rows,
    dates: Vec<(&'static str, usize)>,
    sections: Vec<(String, usize)>,
    /// Columns that no other field uses.
    others: Vec<usize>,
}

/// Reads a mapping for a table. Errors give the file name and the line.
pub(super) fn mapping(file: &SourceFile, table: &Table) -> Result<Mapping, Finding> {
    let name = file.path.rsplit(['/', '\\']).next().unwrap_or(&file.path);
    let text = crate::encoding::text_of_file(&file.bytes).map_err(|mut finding| {
        finding.within(name);
        finding
    })?;
    let at = |byte: usize, reason: String| {
        let line = text.get(..byte).map_or(1, |before| before.matches('\n').count() + 1);
        Finding::new(format!("{name} line {line}"), reason)
    };
    let read: File = toml::from_str(&text).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start);
        at(
            start,
            format!(
                "매핑 파일을 읽을 수 없습니다({}). 고치고 다시 가져오십시오.",
                shortened(error.message())
            ),
        )
    })?;
    let kind = match read.kind.get_ref().parse() {
        Ok(
            kind @ (DocumentKind::Guideline
            | DocumentKind::Precedent
            | DocumentKind::Drug
            | DocumentKind::Dur
            | DocumentKind::Policy),
        ) => kind,
        _ => {
            let reason = format!(
                "매핑으로 가져올 수 없는 kind입니다: '{}'. guideline, policy, precedent, drug, dur 가운데 하나를 적으십시오.",
                read.kind.get_ref()
            );
            return Err(at(read.kind.span().start, reason));
        }
    };
    let column = |name: &Spanned<String>| {
        let wanted = one_line(name.get_ref());
        table.columns.iter().position(|it| *it == wanted).ok_or_else(|| {
            at(
                name.span().start,
                format!("표에 '{wanted}' 열이 없습니다. 있는 열: {}.", listed(&table.columns)),
            )
        })
    };
    let optional = |name: &Option<Spanned<String>>| name.as_ref().map(column).transpose();
    let title = column(&read.title)?;
    let key = optional(&read.key)?;
    let dates = [
        ("발행일자", optional(&read.dates.issued)?),
        ("시행일자", optional(&read.dates.effective)?),
    ];
    let dates: Vec<_> =
        dates.into_iter().filter_map(|(label, column)| Some((label, column?))).collect();
    let mut sections = Vec::new();
    for section in &read.sections {
        let heading = section.heading.clone().unwrap_or_else(|| section.column.get_ref().clone());
        let column = column(&section.column)?;
        if sections.iter().any(|(_, known)| *known == column) {
            let reason = format!(
                "'{}' 열이 절 둘에 있습니다. 하나만 남기십시오.",
                one_line(section.column.get_ref())
            );
            return Err(at(section.column.span().start, reason));
        }
        sections.push((heading, column));
    }
    let mut used: HashSet<usize> =
        sections.iter().map(|(_, column)| *column).chain([title]).collect();
    for name in &read.ignore {
        used.insert(column(name)?);
    }
    let others = (0..table.columns.len()).filter(|column| !used.contains(column)).collect();
    Ok(Mapping { kind, title, key, rows: read.rows, dates, sections, others })
}

/// The finding for a table with unknown columns. It explains how to write a mapping file.
pub(super) fn unknown(table: &Table, path: &str) -> Finding {
    let place =
        if table.name.is_empty() { String::new() } else { format!("시트 {}", table.name) };
    let first = table.columns.first().map_or("제목", String::as_str);
    Finding::new(
        place,
        format!(
            "무슨 표인지 알 수 없는 열입니다: {}. 파일 옆에 '{}.mapping.toml'을 두어 열의 뜻을 적으십시오. 예(한 줄에 하나씩): kind = \"guideline\" / title = \"{first}\" / [[sections]] / column = \"{}\".",
            listed(&table.columns),
            file_stem(path),
            table.columns.get(1).map_or(first, String::as_str),
        ),
    )
}

fn listed(columns: &[String]) -> String {
    const MOST: usize = 40;
    let mut words = columns.iter().take(MOST).cloned().collect::<Vec<_>>().join(", ");
    if columns.len() > MOST {
        words.push_str(&format!(" 외 {}개", columns.len() - MOST));
    }
    words
}

/// Converts the rows to documents according to the mapping.
pub(super) fn read(
    table: &Table,
    mapping: &Mapping,
    path: &str,
    notes: &mut Notes,
) -> Vec<Manuscript> {
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    let mut combined = Body::default();
    for row in &table.rows {
        let title = one_line(&plain(row.text(Some(mapping.title))));
        let key =
            mapping.key.map_or_else(|| title.clone(), |column| one_line(row.text(Some(column))));
        if title.is_empty() || key.is_empty() {
            notes.add(row.place.clone(), "제목이나 식별자가 비어 있습니다. 이 행은 가져오지 않았으니 채워 넣고 다시 가져오십시오.");
        } else if !seen.insert(key.clone()) && mapping.rows == Rows::Documents {
            notes.add(
                row.place.clone(),
                format!("식별자가 되풀이됩니다: '{key}'. 처음 것만 가져왔으니 하나만 남기십시오."),
            );
        } else if mapping.rows == Rows::Sections {
            combined.heading(2, &title);
            mapping.write(row, table, 3, &mut combined, notes);
        } else {
            found.push(mapping.document(title, key, row, table, notes));
        }
    }
    if mapping.rows == Rows::Sections && !seen.is_empty() {
        let name = if table.name.is_empty() {
            file_stem(path)
        } else {
            format!("{} {}", file_stem(path), table.name)
        };
        let mut manuscript = Manuscript::new(READER, Some(mapping.kind));
        let mut front = FrontMatter::default();
        front.add("제목", name);
        manuscript.front = Some(front);
        manuscript.body = combined.into_text();
        found.push(manuscript);
    }
    found
}

impl Mapping {
    fn document(
        &self,
        title: String,
        key: String,
        row: &Row,
        table: &Table,
        notes: &mut Notes,
    ) -> Manuscript {
        let mut manuscript = Manuscript::new(READER, Some(self.kind));
        let mut front = FrontMatter::default();
        let mut body = Body::default();
        body.heading(1, &title);
        for (label, column) in &self.dates {
            let text = row.text(Some(*column));
            match date(text) {
                Some(day) => front.add(label, day.to_string()),
                None if text.is_empty() => {}
                None => notes.add(row.place.clone(), format!("날짜가 아닙니다: {label} '{}'. 이 날짜 없이 가져왔으니 2024-03-01 꼴로 고치십시오.", one_line(text).chars().take(40).collect::<String>())),
            }
        }
        for name in ["사건번호", "법원명", "선고일자"] {
            // Decisions are identified by these fields. A column with the same name supplies the field.
            let column = table.columns.iter().position(|it| it == name);
            front.add(name, row.text(column));
        }
        front.add("제목", title);
        front.add("식별자", key);
        self.write(row, table, 2, &mut body, notes);
        manuscript.front = Some(front);
        manuscript.body = body.into_text();
        manuscript.place.clone_from(&row.place);
        manuscript
    }

    fn write(&self, row: &Row, table: &Table, level: usize, body: &mut Body, notes: &mut Notes) {
        for (heading, column) in &self.sections {
            let text = row.text(Some(*column));
            if !text.is_empty() {
                body.heading(level, heading);
                for reason in body.marked_up(text, heading) {
                    notes.add(row.place.clone(), format!("{heading}: {reason}"));
                }
            }
        }
        let others = self.others.iter().filter(|column| !row.text(Some(**column)).is_empty());
        for (index, column) in others.enumerate() {
            if index == 0 {
                body.heading(level, "그 밖의 항목");
            }
            body.field(
                table.columns.get(*column).map_or("", String::as_str),
                &plain(row.text(Some(*column))),
            );
        }
    }
}
