//! The common table type that every tabular format is converted to.

use std::collections::{HashMap, HashSet};

use super::notes::Notes;
use super::value::{Value, flatten};
use crate::reading::Finding;

/// Limits against small files that expand beyond the available memory.
const MOST_COLUMNS: usize = 1_000;
const MOST_ROWS: usize = 1_000_000;
const MOST_CELLS: usize = 8_000_000;
/// Maximum length of a column name, in bytes.
const LONGEST_NAME: usize = 300;

/// A table as it is in its file. Empty cells are not stored.
#[derive(Debug, Clone, Default)]
pub(super) struct Table {
    /// The name of the sheet. Empty if the file is a single table.
    pub name: String,
    /// The column names, all distinct.
    pub columns: Vec<String>,
    /// The rows in file order.
    pub rows: Vec<Row>,
    /// Messages about content that could not be read or is doubtful.
    pub notes: Notes,
    known: HashMap<String, usize>,
    cells: usize,
}

/// One row.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Row {
    /// Where the row is in the file: `line 12`, `시트 A 3행`.
    pub place: String,
    /// Column index and text, sorted by column. Empty cells are left out.
    pub cells: Vec<(usize, String)>,
}

impl Row {
    /// The trimmed text in a column, or an empty string.
    pub(super) fn text(&self, column: Option<usize>) -> &str {
        let at = column.and_then(|it| self.cells.binary_search_by_key(&it, |(at, _)| *at).ok());
        at.and_then(|at| self.cells.get(at)).map_or("", |(_, text)| text.trim())
    }
}

impl Table {
    /// An empty table.
    pub(super) fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// Sets the columns of a file with a header row. Missing and duplicate names are reported.
    pub(super) fn header(&mut self, place: &str, names: &[String]) -> Result<(), Finding> {
        for (index, name) in names.iter().enumerate() {
            let name = one_line(name);
            let name =
                if name.is_empty() { format!("이름 없는 열 {}", index + 1) } else { name };
            let free = self.free_name(&name);
            if free != name {
                let reason = format!(
                    "같은 열 이름이 있습니다: '{name}'. 뒤의 것은 '{free}'(으)로 읽었으니 이름을 서로 다르게 고치십시오."
                );
                self.notes.add(place, reason);
            }
            self.add_column(free)?;
        }
        Ok(())
    }

    /// Adds a row whose cells are already assigned to columns.
    pub(super) fn push(&mut self, row: Row) -> Result<(), Finding> {
        self.cells += row.cells.len();
        if self.rows.len() == MOST_ROWS || self.cells > MOST_CELLS {
            return Err(Finding::new(
                row.place,
                format!(
                    "표가 너무 큽니다(행 {MOST_ROWS}개, 칸 {MOST_CELLS}개까지). 나누어 가져오십시오."
                ),
            ));
        }
        self.rows.push(row);
        Ok(())
    }

    /// Adds a record with named fields. New names become columns.
    pub(super) fn push_record(&mut self, place: String, record: Value) -> Result<(), Finding> {
        let mut fields = Vec::new();
        flatten(record, &mut |name, text| fields.push((name, text)));
        let mut row = Row { place, cells: Vec::with_capacity(fields.len()) };
        let mut taken = HashSet::new();
        for (name, text) in fields {
            let name = one_line(&name);
            let mut column = self.column(&name)?;
            if !taken.insert(column) {
                let again = format!("{name} (2)");
                let reason = format!(
                    "한 항목에 같은 이름이 두 번 있습니다: '{name}'. 둘째 것은 '{again}'(으)로 읽었으니 확인하십시오."
                );
                self.notes.add(row.place.clone(), reason);
                column = self.column(&again)?;
                if !taken.insert(column) {
                    let reason = format!(
                        "한 항목에 같은 이름이 세 번 넘게 있습니다: '{name}'. 셋째부터는 가져오지 않았으니 고치십시오."
                    );
                    self.notes.add(row.place.clone(), reason);
                    continue;
                }
            }
            if !text.trim().is_empty() {
                row.cells.push((column, text));
            }
        }
        row.cells.sort_by_key(|(column, _)| *column);
        self.push(row)
    }

    fn column(&mut self, name: &str) -> Result<usize, Finding> {
        match self.known.get(name) {
            Some(column) => Ok(*column),
            None => self.add_column(name.to_owned()),
        }
    }

    fn add_column(&mut self, name: String) -> Result<usize, Finding> {
        if self.columns.len() == MOST_COLUMNS || name.len() > LONGEST_NAME {
            return Err(Finding::whole_file(format!(
                "열이 너무 많거나 이름이 너무 깁니다(열 {MOST_COLUMNS}개, 이름 {LONGEST_NAME}바이트까지). 표가 맞는지 확인하십시오."
            )));
        }
        self.known.insert(name.clone(), self.columns.len());
        self.columns.push(name);
        Ok(self.columns.len() - 1)
    }

    fn free_name(&self, name: &str) -> String {
        let mut free = name.to_owned();
        let mut number = 2;
        while self.known.contains_key(&free) {
            free = format!("{name} ({number})");
            number += 1;
        }
        free
    }
}

/// The text with line breaks and repeated spaces collapsed to single spaces.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
