//! Lines of the tab-separated data files.

use crate::ClinicalError;
use crate::data::DataFault;

/// A line of a data file, split at tabs.
pub(crate) struct Row<'a> {
    pub file: &'a str,
    pub line: usize,
    fields: Vec<&'a str>,
}

impl<'a> Row<'a> {
    /// The content of a column; empty where the line ends before it.
    pub fn field(&self, column: usize) -> &'a str {
        self.fields.get(column).copied().unwrap_or_default()
    }

    /// The parts of a column.
    pub fn list(&self, column: usize) -> impl Iterator<Item = &'a str> {
        self.field(column).split('|').map(str::trim).filter(|it| !it.is_empty())
    }

    /// The number in a column; `open` where the column is empty.
    pub fn number(&self, column: usize, open: f64) -> Result<f64, ClinicalError> {
        match self.field(column) {
            "" => Ok(open),
            number => number.parse().map_err(|_| self.fault(format!("{number:?} is no number"))),
        }
    }

    /// The error of this line.
    pub fn fault(&self, problem: String) -> ClinicalError {
        ClinicalError::Data(DataFault { file: self.file.to_owned(), line: self.line, problem })
    }
}

/// The lines after the head. Empty lines and those that begin with # are left out; a line with more than
/// `columns` columns is an error.
pub(crate) fn rows<'a>(
    file: &'a str,
    text: &'a str,
    columns: usize,
) -> Result<Vec<Row<'a>>, ClinicalError> {
    let mut rows = Vec::new();
    for (index, line) in text.lines().enumerate().skip(1) {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let row = Row { file, line: index + 1, fields: line.split('\t').map(str::trim).collect() };
        if row.fields.len() > columns {
            let found = row.fields.len();
            return Err(row.fault(format!("{found} columns, at most {columns} are expected")));
        }
        rows.push(row);
    }
    Ok(rows)
}
