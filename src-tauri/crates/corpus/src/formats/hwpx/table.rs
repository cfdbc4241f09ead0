//! Reads tables, and content that becomes one passage.

use super::header::Header;
use super::section::{Later, Section};
use crate::formats::ground::{TableGround, Zone};
use crate::formats::table::{self, Cell};
use crate::formats::xml_tree::Element;

impl Section<'_> {
    /// Reads a table row by row, after its caption.
    pub(super) fn table(&mut self, table: &Element, painted: bool) {
        if let Some(caption) = table.child("caption") {
            self.blocks(caption, painted);
        }
        let cells: Vec<(usize, &Element)> = table
            .all("tr")
            .enumerate()
            .flat_map(|(row, it)| it.all("tc").map(move |cell| (row, cell)))
            .collect();
        let (header, ground) = (self.header, ground(table, self.header, painted));
        let is_painted = |row: usize, cell: &Element| {
            let address = cell.child("cellAddr");
            let at = |name: &str| address.and_then(|it| it.number::<usize>(name));
            let (row, column) = (at("rowAddr").unwrap_or(row), at("colAddr").unwrap_or(0));
            ground.is_painted(header.fill(cell), row, column)
        };
        // A table of one cell is a frame around text.
        if let [(row, cell)] = cells.as_slice() {
            let painted = is_painted(*row, cell);
            return self.blocks(cell, painted);
        }
        let mut below = Vec::new();
        let mut read = Vec::new();
        for (row, cell) in cells {
            let painted = is_painted(row, cell);
            let (text, later) = self.cell(cell, painted);
            below.extend(later);
            read.push(Cell {
                row,
                column: cell.child("cellAddr").and_then(|it| it.number("colAddr")),
                columns: span(cell, "colSpan"),
                rows: span(cell, "rowSpan"),
                text,
            });
        }
        let rows = table::rows(read);
        if let Some(doubt) = rows.doubt() {
            let place = self.place();
            self.transcript.find(place, doubt);
        }
        for row in rows.rows {
            self.transcript.row(row);
        }
        self.later(below);
    }

    /// Returns the text of a cell, and the notes and boxes in it.
    fn cell<'e>(
        &mut self,
        cell: &'e Element,
        painted: bool,
    ) -> (String, Vec<(&'e Element, Later)>) {
        let mut paragraphs = Vec::new();
        cell.below("p", &mut paragraphs);
        let (mut passages, mut below) = (Vec::new(), Vec::new());
        for paragraph in paragraphs {
            self.paragraphs += 1;
            let words = self.words(paragraph, painted);
            let text = words.text.trim();
            if !text.is_empty() {
                let (mark, _) = self.mark(paragraph, text);
                passages.push(format!("{mark}{text}"));
            }
            for (element, kind) in words.later {
                if kind == Later::Table {
                    let place = self.place();
                    self.transcript.find(
                        place,
                        "표 속의 표를 한 칸의 글로 폈습니다. 원문과 견주어 확인하십시오.",
                    );
                    passages.push(self.words_of(element, painted));
                } else {
                    below.push((element, kind));
                }
            }
        }
        (passages.join(" "), below)
    }

    /// Returns the text of an element as one passage, including notes and boxes.
    pub(super) fn words_of(&mut self, element: &Element, painted: bool) -> String {
        let (mut text, below) = self.cell(element, painted);
        for (inner, _) in below {
            text.push(' ');
            text.push_str(&self.words_of(inner, painted));
        }
        text.trim().to_owned()
    }
}

fn span(cell: &Element, name: &str) -> usize {
    cell.child("cellSpan").and_then(|it| it.number(name)).unwrap_or(1)
}

/// Reads the fills of a table and of its zones.
fn ground(table: &Element, header: &Header, painted: bool) -> TableGround {
    let zones = table.all("cellzoneList").flat_map(|list| list.all("cellzone"));
    let zones = zones.filter_map(|zone| {
        let at = |name: &str| zone.number::<usize>(name);
        Some(Zone {
            rows: at("startRowAddr")?..=at("endRowAddr")?,
            columns: at("startColAddr")?..=at("endColAddr")?,
            fill: header.fill(zone)?,
        })
    });
    TableGround { zones: zones.collect(), table: header.fill(table), painted }
}
