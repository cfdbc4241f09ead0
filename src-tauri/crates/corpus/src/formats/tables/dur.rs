//! Reads the tables of 의약품안전사용서비스(DUR) (`dur-table/2`): one document for each table, one section for each
//! row.
//!
//! A row is `## 병용금기 itraconazole + simvastatin` with a line `항목: 값` for every cell, so that the table can be
//! read back from its document. Rows of equal names get their serial number: `## 노인주의 디아제팜 #4`.

use std::collections::{HashMap, HashSet};

use simui_domain::DocumentKind;

use super::columns::{Columns, labels};
use super::dur_tables::{DurTable, FIELDS, PRODUCT_CODE, SERIAL, STATE, TABLES, TYPE};
use super::notes::Notes;
use super::table::{Row, Table, one_line};
use super::write::Body;
use crate::front_matter::FrontMatter;
use crate::manuscript::Manuscript;
use crate::markdown::file_stem;

/// Name of this reader in `Document::reader`.
pub(crate) const READER: &str = "dur-table/2";

/// Returns which DUR table this is; `sure` when the user says that it is one.
pub(super) fn which(table: &Table, path: &str, sure: bool) -> Option<&'static DurTable> {
    let columns = Columns::of(table);
    let typed = columns.find(TYPE).and_then(|at| named(table.rows.first()?.text(Some(at))));
    let signed =
        || TABLES.iter().find(|it| columns.has_all(it.signature) && columns.has_all(it.key));
    // 노인주의 and 수유부주의 have no column of their own in the Korean downloads.
    let called = || {
        let of_names = named(&table.name).or_else(|| named(&file_stem(path)))?;
        let drug = columns.find(&["성분코드", "성분명", "제품코드"]).is_some();
        (columns.has_all(of_names.key) && (drug || sure)).then_some(of_names)
    };
    typed.filter(|it| columns.has_all(it.key)).or_else(signed).or_else(called)
}

/// Whether a row's state says that it was deleted: `삭제`, or `Y` for the question whether it was.
fn is_deleted(state: &str) -> bool {
    matches!(state, "삭제" | "Y" | "y")
}

fn named(words: &str) -> Option<&'static DurTable> {
    let words: String = words.chars().filter(|c| !c.is_whitespace()).collect();
    TABLES.iter().find(|table| table.called.iter().any(|name| words.contains(name)))
}

/// Makes a manuscript of a table.
pub(super) fn read(
    table: Table,
    dur: &'static DurTable,
    path: &str,
    notes: &mut Notes,
) -> Option<Manuscript> {
    let columns = Columns::of(&table);
    let rows = Rows {
        dur,
        labels: labels(&table, &columns, FIELDS),
        key: dur
            .key
            .iter()
            .map(|names| names.iter().filter_map(|name| columns.find(&[*name])).collect())
            .collect(),
        serial: columns.find(SERIAL),
        kind: columns.find(TYPE),
        state: columns.find(STATE),
        of_products: columns.find(TYPE).is_some() && columns.find(PRODUCT_CODE).is_some(),
    };
    let place =
        if table.name.is_empty() { String::new() } else { format!(" {}", one_line(&table.name)) };
    let accepted = rows.accepted(table.rows, notes);
    if accepted.is_empty() {
        return None;
    }
    let mut body = Body::default();
    body.heading(1, &format!("DUR {}", dur.name));
    let mut uses: HashMap<String, usize> = HashMap::new();
    accepted.iter().for_each(|(key, _)| *uses.entry(key.clone()).or_default() += 1);
    let mut taken = HashSet::new();
    for (key, row) in &accepted {
        let shared = uses.get(key).is_some_and(|uses| *uses > 1);
        let mut heading = format!("{} {key}", dur.name);
        if shared && !row.text(rows.serial).is_empty() {
            heading = format!("{heading} #{}", one_line(row.text(rows.serial)));
        }
        let (base, mut number) = (heading.clone(), 2);
        while !taken.insert(heading.clone()) {
            heading = format!("{base} ({number})");
            number += 1;
        }
        body.heading(2, &heading);
        for (column, text) in &row.cells {
            body.field(rows.labels.get(*column).map_or("", String::as_str), text);
        }
    }
    let mut manuscript = Manuscript::new(READER, Some(DocumentKind::Dur));
    let mut front = FrontMatter::default();
    front.add("제목", format!("DUR {}", dur.name));
    front.add("식별자", format!("DUR {} {}{place}", dur.name, file_stem(path)));
    manuscript.front = Some(front);
    manuscript.body = body.into_text();
    Some(manuscript)
}

struct Rows {
    dur: &'static DurTable,
    labels: Vec<String>,
    /// Columns that name each drug of a row, the most reliable first.
    key: Vec<Vec<usize>>,
    serial: Option<usize>,
    kind: Option<usize>,
    /// The column that says whether a row was deleted from the list.
    state: Option<usize>,
    /// Whether this is a service's table of products, which leaves ages and doses to that of the ingredients.
    of_products: bool,
}

impl Rows {
    /// Returns the usable rows with their names.
    fn accepted(&self, rows: Vec<Row>, notes: &mut Notes) -> Vec<(String, Row)> {
        let mut seen: HashMap<Vec<(usize, String)>, String> = HashMap::new();
        let mut serials: HashMap<String, String> = HashMap::new();
        let mut accepted = Vec::with_capacity(rows.len());
        for row in rows {
            if is_deleted(row.text(self.state)) {
                // The list keeps such a row as a record; nothing is doubtful about it.
                continue;
            }
            if let Some(first) = seen.get(&row.cells) {
                notes.add(
                    row.place,
                    format!("먼저 나온 행({first})과 똑같은 행입니다. 하나만 가져왔습니다."),
                );
                continue;
            }
            let kind = row.text(self.kind);
            if named(kind).is_some_and(|other| other.name != self.dur.name) {
                notes.add(row.place.clone(), format!("{} 표에 '{}' 행이 섞여 있습니다. 이 행은 가져오지 않았으니 표를 나누어 가져오십시오.", self.dur.name, one_line(kind)));
                continue;
            }
            let Some(key) = self.key(&row) else {
                notes.add(row.place, "성분명도 제품명도 없는 행입니다. 가져오지 않았으니 채워 넣고 다시 가져오십시오.");
                continue;
            };
            self.tell(&row, &mut serials, notes);
            seen.insert(row.cells.clone(), row.place.clone());
            accepted.push((key, row));
        }
        accepted
    }

    /// Returns the name of a row: `itraconazole + simvastatin`, the best name of each drug.
    fn key(&self, row: &Row) -> Option<String> {
        let names = self.key.iter().map(|columns| {
            let found =
                columns.iter().map(|column| row.text(Some(*column))).find(|text| !text.is_empty());
            found.map(one_line)
        });
        Some(names.collect::<Option<Vec<String>>>()?.join(" + "))
    }

    /// Reports what makes a row doubtful; the row is kept.
    fn tell(&self, row: &Row, serials: &mut HashMap<String, String>, notes: &mut Notes) {
        let labelled = |name: &str| self.labels.iter().position(|label| label == name);
        let age_in_words = row.text(labelled("특정연령")).contains(|c: char| !c.is_ascii_digit());
        for needed in self.dur.needed {
            let column = labelled(needed);
            let elsewhere = (self.of_products && column.is_none())
                || (age_in_words && ["특정연령 단위", "연령 처리조건"].contains(needed));
            if row.text(column).is_empty() && !elsewhere {
                notes.add(row.place.clone(), format!("{}에 '{needed}' 값이 비어 있습니다. 그대로 가져왔으니 원문을 확인하십시오.", self.dur.name));
            }
        }
        let serial = row.text(self.serial);
        if !serial.is_empty() && serials.insert(serial.to_owned(), row.place.clone()).is_some() {
            notes.add(
                row.place.clone(),
                format!(
                    "일련번호가 되풀이됩니다: '{serial}'. 내용이 달라 모두 가져왔으니 확인하십시오."
                ),
            );
        }
    }
}
