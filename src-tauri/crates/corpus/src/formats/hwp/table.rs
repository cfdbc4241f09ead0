//! Reads tables, and content that becomes one passage.

use super::record::{LIST_HEADER, PARA_HEADER, Record, TABLE, u16_at};
use super::section::{Later, Section};
use crate::formats::ground::{TableGround, Zone};
use crate::formats::table::{self, Cell};

/// Most zones of a table that are evaluated.
const MOST_ZONES: usize = 1_000;

impl Section<'_> {
    /// Reads a table. Its cells are list headers, followed by paragraphs on the same level.
    pub(super) fn table(&mut self, control: &Record<'_>, painted: bool) {
        let mut cells: Vec<(&Record<'_>, Vec<&Record<'_>>)> = Vec::new();
        let (mut table_seen, mut ground) =
            (false, TableGround { painted, ..TableGround::default() });
        for below in &control.below {
            match below.tag {
                LIST_HEADER if table_seen => cells.push((below, Vec::new())),
                PARA_HEADER => match cells.last_mut() {
                    Some((_, paragraphs)) => paragraphs.push(below),
                    // The caption precedes the cells.
                    None => self.paragraph(below, painted),
                },
                LIST_HEADER => {}
                tag => {
                    table_seen = true;
                    if tag == TABLE {
                        ground = self.ground(below.data, painted);
                    }
                }
            }
        }
        let info = self.info;
        let is_painted = |header: &Record<'_>| {
            let number = |at: usize| u16_at(header.data, at).map_or(0, usize::from);
            let own = u16_at(header.data, 32).and_then(|border| info.fills.get(&u32::from(border)));
            ground.is_painted(own.copied(), number(10), number(8))
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
                columns: number(12).unwrap_or(1),
                rows: number(14).unwrap_or(1),
                text,
            });
        }
        let rows = table::rows(read);
        if let Some(doubt) = rows.doubt() {
            let place = self.place();
            self.transcript.find(place, doubt);
        }
        rows.rows.into_iter().for_each(|row| self.transcript.row(row));
        self.later(below, false);
    }

    /// Reads the fills of a table and of its zones, which follow the counts of rows and columns, the spacing,
    /// four margins and the row sizes.
    fn ground(&self, table: &[u8], painted: bool) -> TableGround {
        let number = |at: usize| u16_at(table, at).map(usize::from);
        let fill = |at: usize| self.info.fills.get(&u32::from(u16_at(table, at)?)).copied();
        let behind_rows = 18 + 2 * number(4).unwrap_or(0);
        let count = number(behind_rows + 2).unwrap_or(0).min(MOST_ZONES);
        let zones = (0..count).filter_map(|zone| {
            let at = behind_rows + 4 + 10 * zone;
            Some(Zone {
                columns: number(at)?..=number(at + 4)?,
                rows: number(at + 2)?..=number(at + 6)?,
                fill: fill(at + 8)?,
            })
        });
        TableGround { zones: zones.collect(), table: fill(behind_rows), painted }
    }

    /// Returns the text of paragraphs as one passage, and the notes and boxes in them.
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

    /// Returns the text below a record as one passage, including notes and boxes.
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

/// Collects the paragraphs below a record, without those below other paragraphs.
fn paragraphs_below<'r, 'd>(record: &'r Record<'d>, found: &mut Vec<&'r Record<'d>>) {
    for below in &record.below {
        if below.tag == PARA_HEADER {
            found.push(below);
        } else {
            paragraphs_below(below, found);
        }
    }
}
