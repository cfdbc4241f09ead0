//! Tables, and everything else that is read as one passage.

use super::record::{LIST_HEADER, PARA_HEADER, Record, u16_at};
use super::section::{Later, Section};
use crate::formats::table::{self, Cell};

impl Section<'_> {
    /// Cells are list headers with paragraphs behind them, on the same level.
    pub(super) fn table(&mut self, control: &Record<'_>, painted: bool) {
        let mut cells: Vec<(&Record<'_>, Vec<&Record<'_>>)> = Vec::new();
        let mut table_seen = false;
        for below in &control.below {
            match below.tag {
                LIST_HEADER if table_seen => cells.push((below, Vec::new())),
                PARA_HEADER => match cells.last_mut() {
                    Some((_, paragraphs)) => paragraphs.push(below),
                    // The caption.
                    None => self.paragraph(below, painted),
                },
                LIST_HEADER => {}
                _ => table_seen = true,
            }
        }
        let info = self.info;
        let is_painted = |header: &Record<'_>| {
            let border = u16_at(header.data, 32).map_or(0, u32::from);
            painted || info.painted.contains(&border)
        };
        // A table of one cell is a frame around text.
        if let [(header, paragraphs)] = cells.as_slice() {
            let painted = is_painted(header);
            paragraphs.iter().for_each(|paragraph| self.paragraph(paragraph, painted));
            return;
        }
        let (mut read, mut below) = (Vec::new(), Vec::new());
        for (header, paragraphs) in &cells {
            let (text, later) = self.cell(paragraphs, is_painted(header));
            below.extend(later);
            let number = |at: usize| u16_at(header.data, at).map(usize::from);
            read.push(Cell {
                row: number(10).unwrap_or(0),
                column: number(8),
                span: number(12).unwrap_or(1),
                text,
            });
        }
        table::rows(read).into_iter().for_each(|row| self.transcript.row(row));
        self.later(below, false);
    }

    /// The words of paragraphs as one passage, and the notes and boxes in them.
    fn cell<'r, 'd>(
        &mut self,
        paragraphs: &[&'r Record<'d>],
        painted: bool,
    ) -> (String, Vec<(&'r Record<'d>, Later)>) {
        let (mut passages, mut below) = (Vec::new(), Vec::new());
        for paragraph in paragraphs {
            self.paragraphs += 1;
            let words = self.words(paragraph, painted);
            let text = words.text.trim();
            if !text.is_empty() {
                let (mark, _) = self.mark(paragraph, text);
                passages.push(format!("{mark}{text}"));
            }
            for (record, kind) in words.later {
                if kind == Later::Table {
                    let place = self.place();
                    self.transcript.find(
                        place,
                        "표 속의 표를 한 칸의 글로 폈습니다. 원문과 견주어 확인하십시오.",
                    );
                    passages.push(self.words_of(record, painted));
                } else {
                    below.push((record, kind));
                }
            }
        }
        (passages.join(" "), below)
    }

    /// All words below a record as one passage, with what hangs on them.
    pub(super) fn words_of(&mut self, record: &Record<'_>, painted: bool) -> String {
        let mut paragraphs = Vec::new();
        paragraphs_below(record, &mut paragraphs);
        let (mut text, below) = self.cell(&paragraphs, painted);
        for (inner, _) in below {
            text.push(' ');
            text.push_str(&self.words_of(inner, painted));
        }
        text.trim().to_owned()
    }
}

/// The paragraphs below a record that do not hang on other paragraphs.
fn paragraphs_below<'r, 'd>(record: &'r Record<'d>, found: &mut Vec<&'r Record<'d>>) {
    for below in &record.below {
        if below.tag == PARA_HEADER {
            found.push(below);
        } else {
            paragraphs_below(below, found);
        }
    }
}
