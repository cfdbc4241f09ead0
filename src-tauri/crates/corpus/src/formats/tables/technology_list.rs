//! Converts a list of 신의료기술 in any tabular format to the CSV that [`crate::technologies`] reads.

use simui_domain::DocumentKind;

use super::columns::Columns;
use super::notes::Notes;
use super::table::{Table, one_line};
use crate::reading::KindHint;

/// The columns of the list: the name in the CSV and the names accepted in the source.
const COLUMNS: [(&str, &[&str]); 6] = [
    ("기술명", &["기술명", "신의료기술명", "name"]),
    ("고시번호", &["고시번호", "notice"]),
    ("고시일", &["고시일", "고시일자", "evaluated_on"]),
    ("다른이름", &["다른이름", "별칭", "aliases"]),
    ("사용대상", &["사용대상", "사용 대상", "indication"]),
    ("평가결과", &["평가결과", "평가 결과", "standing"]),
];

/// Whether a table is such a list: either the user says so or it has the column 기술명.
pub(super) fn is_list(table: &Table, hint: KindHint) -> bool {
    let named = || Columns::of(table).find(&["기술명", "신의료기술명"]).is_some();
    hint.map_or_else(named, |kind| kind == DocumentKind::TechRegistry)
}

/// The list as CSV. Columns that do not belong to the list are reported.
pub(super) fn csv(table: &Table, notes: &mut Notes) -> String {
    let columns = Columns::of(table);
    let taken: Vec<(&str, usize)> =
        COLUMNS.iter().filter_map(|(name, names)| Some((*name, columns.find(names)?))).collect();
    let others: Vec<&str> = table
        .columns
        .iter()
        .enumerate()
        .filter(|(at, _)| !taken.iter().any(|(_, taken)| taken == at))
        .map(|(_, name)| name.as_str())
        .collect();
    if !others.is_empty() {
        notes.add(
            super::about(table),
            format!("신의료기술 목록에 없는 열은 가져오지 않았습니다: {}.", others.join(", ")),
        );
    }
    let mut text = line(taken.iter().map(|(name, _)| (*name).to_owned()));
    for row in &table.rows {
        text.push_str(&line(taken.iter().map(|(name, column)| {
            let words = row.text(Some(*column));
            // A list of names has one name per line.
            if *name == "다른이름" { words.replace('\n', "|") } else { one_line(words) }
        })));
    }
    text
}

fn line(cells: impl Iterator<Item = String>) -> String {
    let quoted = cells.map(|cell| format!("\"{}\"", cell.replace('"', "\"\"")));
    format!("{}\n", quoted.collect::<Vec<_>>().join(","))
}
