//! Reads tables of 판례 and 헌재결정례 (`decision-table/1`): one document for each decision, in our Markdown of
//! decisions.

use std::collections::HashMap;

use simui_domain::DocumentKind;

use super::columns::{Columns, Field};
use super::notes::Notes;
use super::table::{Row, Table};
use super::write::Body;
use crate::front_matter::FrontMatter;
use crate::manuscript::Manuscript;

/// Name of this reader in `Document::reader`.
pub(crate) const READER: &str = "decision-table/1";

/// Parts of a decision in the order of publication.
const SECTIONS: &[Field] = &[
    ("판시사항", &["판시사항"]),
    ("결정요지", &["결정요지"]),
    ("판결요지", &["판결요지"]),
    ("심판대상조문", &["심판대상조문"]),
    ("참조조문", &["참조조문"]),
    ("참조판례", &["참조판례"]),
    ("당사자", &["당사자"]),
    ("주문", &["주문"]),
    ("이유", &["이유"]),
    ("판례내용", &["판례내용"]),
    ("전문", &["전문", "본문"]),
];

/// Fields of the head, which identify the decision or describe its record.
const HEAD: &[Field] = &[
    ("사건번호", &["사건번호"]),
    ("사건명", &["사건명"]),
    ("법원명", &["법원명"]),
    ("선고일자", &["선고일자"]),
    ("종국일자", &["종국일자"]),
    ("판례일련번호", &["판례일련번호", "판례정보일련번호"]),
    ("헌재결정례일련번호", &["헌재결정례일련번호"]),
    ("법원등급", &["법원등급"]),
    ("법원종류코드", &["법원종류코드"]),
    ("사건종류", &["사건종류", "사건종류명"]),
    ("사건종류코드", &["사건종류코드"]),
    ("재판부", &["재판부"]),
    ("재판부구분코드", &["재판부구분코드"]),
    ("선고", &["선고"]),
    ("판결유형", &["판결유형"]),
    ("출처", &["출처"]),
    ("본문출처", &["본문출처"]),
    ("데이터출처명", &["데이터출처명"]),
    ("경로", &["path"]),
    ("꼬리표", &["tags"]),
];

/// Returns whether a table contains decisions.
pub(super) fn is_decisions(table: &Table) -> bool {
    let columns = Columns::of(table);
    columns.has_all(&[&["사건번호"], &["선고일자", "종국일자"]])
        && SECTIONS.iter().any(|(_, names)| columns.find(names).is_some())
}

/// Makes a manuscript of every decision.
pub(super) fn read(table: Table, notes: &mut Notes) -> Vec<Manuscript> {
    let columns = Columns::of(&table);
    let at = |fields: &[Field]| -> Vec<(&'static str, Option<usize>)> {
        fields.iter().map(|(label, names)| (*label, columns.find(names))).collect()
    };
    let (mut head, sections) = (at(HEAD), at(SECTIONS));
    if columns.find(&["판례일련번호", "판례정보일련번호", "헌재결정례일련번호"]).is_none()
    {
        // `id` alone does not tell whose number it is; the court does.
        head.push(("판례일련번호", columns.find(&["id"])));
    }
    let known: Vec<usize> =
        head.iter().chain(&sections).filter_map(|(_, column)| *column).collect();
    let number = |row: &Row| {
        let of = |(label, column): &(&str, Option<usize>)| {
            label.ends_with("일련번호").then(|| row.text(*column).to_owned())
        };
        head.iter().filter_map(of).find(|number| !number.is_empty())
    };
    let title = columns.find(&["사건명"]);
    let mut seen: HashMap<String, String> = HashMap::new();
    let mut found = Vec::with_capacity(table.rows.len());
    for mut row in table.rows {
        if let Some(number) = number(&row) {
            if let Some(first) = seen.get(&number) {
                let reason = format!(
                    "일련번호가 되풀이됩니다: '{number}'({first}에 있는 것만 가져왔습니다). 하나만 남기고 다시 가져오십시오."
                );
                notes.add(row.place, reason);
                continue;
            }
            seen.insert(number, row.place.clone());
        }
        let mut manuscript = Manuscript::new(READER, Some(DocumentKind::Precedent));
        let mut front = FrontMatter::default();
        head.iter().for_each(|(label, column)| front.add(label, row.text(*column)));
        manuscript.front = Some(front);
        let filled = sections.iter().any(|(_, column)| !row.text(*column).is_empty());
        if !filled {
            notes.add(row.place, "판시사항·이유 같은 본문이 하나도 없습니다. 이 판례는 가져오지 않았으니 본문이 있는 자료로 다시 받으십시오.");
            continue;
        }
        let mut text = Body::default();
        text.heading(1, row.text(title));
        write_sections(&mut text, &sections, &mut row, notes);
        write_others(&mut text, &known, &row, &table.columns);
        manuscript.body = text.into_text();
        manuscript.place = row.place;
        found.push(manuscript);
    }
    found
}

fn write_sections(
    body: &mut Body,
    sections: &[(&str, Option<usize>)],
    row: &mut Row,
    notes: &mut Notes,
) {
    for (heading, column) in sections {
        // Moved out of the table, so that long texts are held once.
        let text = row
            .cells
            .iter_mut()
            .find(|(at, _)| Some(*at) == *column)
            .map(|(_, text)| std::mem::take(text));
        if let Some(text) = text {
            body.heading(2, heading);
            for reason in body.marked_up(&text, heading) {
                notes.add(row.place.clone(), format!("{heading}: {reason}"));
            }
        }
    }
}

/// Writes the columns that are no part of a decision.
fn write_others(body: &mut Body, known: &[usize], row: &Row, names: &[String]) {
    let others: Vec<_> = row.cells.iter().filter(|(column, _)| !known.contains(column)).collect();
    if !others.is_empty() {
        body.heading(2, "그 밖의 항목");
    }
    for (column, text) in others {
        body.field(names.get(*column).map_or("", String::as_str), text);
    }
}
