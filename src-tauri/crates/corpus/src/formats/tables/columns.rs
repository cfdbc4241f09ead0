//! Identifies columns by meaning: the same field under the names of different services.

use super::table::Table;

/// A field: our name and the possible names of its column.
pub(super) type Field = (&'static str, &'static [&'static str]);

/// Normalises a name: `ITEM_SEQ`, `itemSeq` and `item seq` are equal; of `sections.판시사항` the last part
/// counts.
fn normal(name: &str) -> String {
    let numbered = name.split('.').any(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
    let last = if numbered { name } else { name.rsplit('.').next().unwrap_or(name) };
    last.chars()
        .filter(|c| !c.is_whitespace() && !matches!(c, '_' | '-' | '·' | 'ㆍ'))
        .flat_map(char::to_lowercase)
        .collect()
}

/// Removes brackets at the end: `1일최대투여량(mg)`.
fn unbracketed(name: &str) -> &str {
    name.split_once(['(', '[']).map_or(name, |(before, _)| before)
}

/// The normalised column names of a table.
pub(super) struct Columns {
    names: Vec<String>,
}

impl Columns {
    /// Normalises the column names of a table.
    pub(super) fn of(table: &Table) -> Self {
        Self { names: table.columns.iter().map(|name| normal(name)).collect() }
    }

    /// Returns the first column with one of these names; a name followed by a bracket only if no column has
    /// the bare name.
    pub(super) fn find(&self, names: &[&str]) -> Option<usize> {
        let wanted: Vec<String> = names.iter().map(|name| normal(name)).collect();
        let exact = self.names.iter().position(|name| wanted.contains(name));
        exact.or_else(|| {
            self.names.iter().position(|name| wanted.iter().any(|it| it == unbracketed(name)))
        })
    }

    /// Returns whether each of these fields has a column.
    pub(super) fn has_all(&self, fields: &[&[&str]]) -> bool {
        fields.iter().all(|names| self.find(names).is_some())
    }
}

/// Returns a distinct label for each column: the field's name if known, else its own.
pub(super) fn labels(table: &Table, columns: &Columns, fields: &[Field]) -> Vec<String> {
    let mut labels: Vec<Option<String>> = vec![None; table.columns.len()];
    for (label, names) in fields {
        if let Some(free) =
            columns.find(names).and_then(|at| labels.get_mut(at)).filter(|it| it.is_none())
        {
            *free = Some((*label).to_owned());
        }
    }
    let mut used: std::collections::HashSet<String> = labels.iter().flatten().cloned().collect();
    let own = labels.into_iter().zip(&table.columns);
    own.map(|(label, column)| {
        label.unwrap_or_else(|| {
            // A colon ends the label when the document is read.
            let mut name = column.replace(':', "：");
            while !used.insert(name.clone()) {
                name.push_str(" (열)");
            }
            name
        })
    })
    .collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::indexing_slicing, reason = "a failed index is a failed test")]
    use super::*;

    #[test]
    fn names_of_different_services() {
        let mut table = Table::new("");
        let names = [
            "ITEM_SEQ",
            "sections.판시사항",
            "1일 최대 투여량(mg)",
            "효능·효과",
            "원료.1.이름",
            "기타: 값",
        ];
        assert!(table.header("line 1", &names.map(str::to_owned)).is_ok());
        let columns = Columns::of(&table);
        let check = |name: &str, expected| assert_eq!(columns.find(&[name]), expected, "{name}");
        check("itemSeq", Some(0));
        check("판시사항", Some(1));
        check("1일최대투여량", Some(2));
        check("효능효과", Some(3));
        check("이름", None);
        let labels = labels(&table, &columns, &[("품목기준코드", &["itemSeq"])]);
        assert_eq!(labels[0], "품목기준코드");
        assert_eq!(labels[5], "기타： 값");
    }
}
