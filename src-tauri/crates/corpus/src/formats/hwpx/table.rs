//! Tables, and everything else that is read as one passage.

use super::section::{Later, Section};
use crate::formats::table::{self, Cell};
use crate::formats::xml_tree::Element;

impl Section<'_> {
    /// A table row by row, its caption above.
    pub(super) fn table(&mut self, table: &Element, painted: bool) {
        if let Some(caption) = table.child("caption") {
            self.blocks(caption, painted);
        }
        let cells: Vec<(usize, &Element)> = table
            .all("tr")
            .enumerate()
            .flat_map(|(row, it)| it.all("tc").map(move |cell| (row, cell)))
            .collect();
        let header = self.header;
        let is_painted = |cell: &Element| {
            painted
                || cell
                    .number::<u32>("borderFillIDRef")
                    .is_some_and(|it| header.painted.contains(&it))
        };
        // A table of one cell is a frame around text.
        if let [(_, cell)] = cells.as_slice() {
            let painted = is_painted(cell);
            return self.blocks(cell, painted);
        }
        let mut below = Vec::new();
        let mut read = Vec::new();
        for (row, cell) in cells {
            let painted = is_painted(cell);
            let (text, later) = self.cell(cell, painted);
            below.extend(later);
            read.push(Cell {
                row,
                column: cell.child("cellAddr").and_then(|it| it.number("colAddr")),
                span: cell.child("cellSpan").and_then(|it| it.number("colSpan")).unwrap_or(1),
                text,
            });
        }
        for row in table::rows(read) {
            self.transcript.row(row);
        }
        self.later(below);
    }

    /// The words of a cell, and the notes and boxes in it.
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

    /// All words of an element as one passage, with what hangs on them.
    pub(super) fn words_of(&mut self, element: &Element, painted: bool) -> String {
        let (mut text, below) = self.cell(element, painted);
        for (inner, _) in below {
            text.push(' ');
            text.push_str(&self.words_of(inner, painted));
        }
        text.trim().to_owned()
    }
}
