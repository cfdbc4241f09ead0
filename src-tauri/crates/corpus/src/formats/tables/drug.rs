//! Reads 의약품 개요정보(e약은요) and 허가정보 (`drug-table/1`): one document for each product.

use std::collections::HashMap;

use simui_domain::DocumentKind;

use super::columns::{Columns, labels};
use super::drug_fields::{
    CANCELLED, CHANGED, COMPANY, FIELDS, INGREDIENT, LOOKS, NAME, PERMIT_DOCUMENTS, PRESCRIPTION,
    SECTIONS, SEQUENCE,
};
use super::notes::Notes;
use super::table::{Row, Table, one_line};
use super::write::{Body, plain};
use crate::front_matter::{FrontMatter, date};
use crate::manuscript::Manuscript;

/// Name of this reader in `Document::reader`.
pub(crate) const READER: &str = "drug-table/1";

/// Returns whether a table contains products: a name beside a field of labels or permits of drugs; `sure`
/// when the user says so.
pub(super) fn is_drugs(table: &Table, sure: bool) -> bool {
    let columns = Columns::of(table);
    let of_drugs = [SEQUENCE, INGREDIENT, PRESCRIPTION]
        .into_iter()
        .chain(SECTIONS.iter().map(|(_, names)| *names));
    columns.find(NAME).is_some()
        && (sure || of_drugs.into_iter().any(|names| columns.find(names).is_some()))
}

/// Makes a manuscript of every product.
pub(super) fn read(table: Table, notes: &mut Notes) -> Vec<Manuscript> {
    let columns = Columns::of(&table);
    let reader = Products {
        labels: labels(&table, &columns, &[FIELDS, LOOKS].concat()),
        of_pills: LOOKS.iter().any(|(_, names)| columns.find(names).is_some())
            && !SECTIONS.iter().any(|(_, names)| columns.find(names).is_some()),
        of_permits: columns.find(PERMIT_DOCUMENTS).is_some(),
        sections: SECTIONS
            .iter()
            .map(|(heading, names)| {
                let found = names.iter().filter_map(|name| columns.find(&[*name]));
                (*heading, unique(found))
            })
            .collect(),
        name: columns.find(NAME),
        sequence: columns.find(SEQUENCE),
        company: columns.find(COMPANY),
        changed: CHANGED.iter().filter_map(|name| columns.find(&[*name])).collect(),
        cancelled: columns.find(CANCELLED),
    };
    let mut seen: HashMap<String, String> = HashMap::new();
    let mut found = Vec::with_capacity(table.rows.len());
    for row in table.rows {
        let key = match reader.key(&row) {
            Ok(key) => key,
            Err(reason) => {
                notes.add(row.place, reason);
                continue;
            }
        };
        if let Some(first) = seen.get(&key) {
            let reason = format!(
                "같은 품목이 되풀이됩니다: '{key}'({first}에 있는 것만 가져왔습니다). 하나만 남기고 다시 가져오십시오."
            );
            notes.add(row.place, reason);
            continue;
        }
        seen.insert(key.clone(), row.place.clone());
        found.push(reader.product(key, &row, notes));
    }
    found
}

fn unique(found: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut all: Vec<usize> = Vec::new();
    found.for_each(|column| {
        if !all.contains(&column) {
            all.push(column)
        }
    });
    all
}

struct Products {
    labels: Vec<String>,
    /// Whether the table is 낱알식별: how pills look, and nothing of their use.
    of_pills: bool,
    /// Whether the table is that of permits, whose text is for professionals.
    of_permits: bool,
    /// Headings with their columns.
    sections: Vec<(&'static str, Vec<usize>)>,
    name: Option<usize>,
    sequence: Option<usize>,
    company: Option<usize>,
    /// Columns with dates of the text, the most reliable first.
    changed: Vec<usize>,
    cancelled: Option<usize>,
}

impl Products {
    /// Returns the key of a product: its code; in tables without codes its name and company.
    fn key(&self, row: &Row) -> Result<String, &'static str> {
        let name = row.text(self.name);
        if name.is_empty() {
            return Err(
                "품목명이 없습니다. 이 행은 가져오지 않았으니 채워 넣고 다시 가져오십시오.",
            );
        }
        match (self.sequence, row.text(self.sequence), row.text(self.company)) {
            (Some(_), "", _) => Err(
                "품목기준코드가 없습니다. 이 행은 가져오지 않았으니 채워 넣고 다시 가져오십시오.",
            ),
            (Some(_), code, _) => Ok(one_line(code)),
            (None, _, "") => Ok(one_line(name)),
            (None, _, company) => Ok(format!("{} ({})", one_line(name), one_line(company))),
        }
    }

    fn product(&self, key: String, row: &Row, notes: &mut Notes) -> Manuscript {
        let mut manuscript = Manuscript::new(READER, Some(DocumentKind::Drug));
        let name = one_line(&plain(row.text(self.name)));
        // The label of a product, its permit and its row in 낱알식별 have the same code and are three documents,
        // of which none is a later version of another.
        let (title, key) = match (self.of_pills, self.of_permits) {
            (true, _) => (format!("{name} (낱알식별)"), format!("낱알식별 {key}")),
            (false, true) => (format!("{name} (허가사항)"), format!("허가사항 {key}")),
            (false, false) => (name.clone(), key),
        };
        let mut front = FrontMatter::default();
        front.add("제목", title);
        front.add("식별자", key);
        if let Some(day) = self.changed_on(row, notes) {
            front.add("발행일자", day.clone());
            front.add("시행일자", day);
        }
        manuscript.front = Some(front);
        manuscript.body = self.body(&name, row, notes);
        manuscript.place.clone_from(&row.place);
        manuscript
    }

    /// Returns the date of the text, the first valid one; invalid dates are reported.
    fn changed_on(&self, row: &Row, notes: &mut Notes) -> Option<String> {
        let mut best = None;
        for column in &self.changed {
            let text = row.text(Some(*column));
            // `2024-05-09 00:00:00.0`: the day is the first word.
            let day =
                date(text).or_else(|| date(text.split([' ', 'T']).next().unwrap_or_default()));
            if day.is_none() && !text.is_empty() {
                let label = self.labels.get(*column).map_or("", String::as_str);
                let reason = format!(
                    "날짜가 아닙니다: {label} '{}'. 이 날짜 없이 가져왔으니 2024-03-01 꼴로 고치십시오.",
                    one_line(text).chars().take(40).collect::<String>()
                );
                notes.add(row.place.clone(), reason);
            }
            best = best.or(day);
        }
        best.map(|day| day.to_string())
    }

    fn body(&self, name: &str, row: &Row, notes: &mut Notes) -> String {
        let mut body = Body::default();
        body.heading(1, name);
        body.heading(2, "제품 정보");
        let in_sections =
            |column: &usize| self.sections.iter().any(|(_, columns)| columns.contains(column));
        for (column, text) in row.cells.iter().filter(|(column, _)| !in_sections(column)) {
            let label = self.labels.get(*column).map_or("", String::as_str);
            body.field(label, &plain(text));
        }
        for (heading, columns) in &self.sections {
            let texts: Vec<&str> = columns
                .iter()
                .map(|column| row.text(Some(*column)))
                .filter(|text| !text.is_empty())
                .collect();
            if !texts.is_empty() {
                body.heading(2, heading);
            }
            for text in texts {
                for reason in body.marked_up(text, heading) {
                    notes.add(row.place.clone(), format!("{heading}: {reason}"));
                }
            }
        }
        let state = row.text(self.cancelled);
        if !["", "정상"].contains(&state) {
            let reason = format!(
                "허가 상태가 '{}'인 품목입니다. 쓰지 않을 것이면 지우십시오.",
                one_line(state)
            );
            notes.add(row.place.clone(), reason);
        }
        body.into_text()
    }
}
