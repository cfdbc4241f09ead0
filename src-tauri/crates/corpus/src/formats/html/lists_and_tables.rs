//! Reads lists with their numbers, and tables.

use dom_query::NodeRef;

use super::page::{Above, Page};
use super::visibility::{is_painted, is_white};
use crate::formats::numbering::{Style, number};
use crate::formats::table::{self, Cell};
use crate::formats::transcript::Block;

/// Most rows that a cell may span.
const LONGEST_SPAN: usize = 500;

impl Page<'_> {
    /// Reads a list; its numbers are added, because the browser draws them.
    pub(super) fn list(&mut self, list: &NodeRef<'_>, above: Above) {
        self.close(None);
        let style = match list.attr("type").as_deref() {
            Some("a") => Style::LowerLetter,
            Some("A") => Style::UpperLetter,
            Some("i") => Style::LowerRoman,
            Some("I") => Style::UpperRoman,
            _ => Style::Decimal,
        };
        let mut next: u32 = list.attr("start").and_then(|it| it.trim().parse().ok()).unwrap_or(1);
        for item in list.children() {
            let is_item = item.node_name().is_some_and(|name| name.eq_ignore_ascii_case("li"));
            if is_item && !self.is_left_out(&item, "li", above) {
                let own = item.attr("value").and_then(|it| it.trim().parse().ok());
                let at = own.unwrap_or(next);
                next = at.saturating_add(1);
                self.mark = format!("{}. ", number(at, style));
                self.children(&item, above);
                self.close(None);
                self.mark.clear();
            } else if is_item {
                next = next.saturating_add(1);
            } else if item.is_element() {
                self.element(&item, above);
            } else if item.is_text() {
                self.words(&item.text(), above);
            }
        }
        self.close(None);
    }

    /// Reads a table row by row, after its caption.
    pub(super) fn table(&mut self, table: &NodeRef<'_>, above: Above) {
        self.close(None);
        let mut rows = Vec::new();
        for part in table.children() {
            match part.node_name().map(|name| name.to_lowercase()).as_deref() {
                Some("tr") => rows.push(part),
                Some("thead" | "tbody" | "tfoot") if !self.is_left_out(&part, "tbody", above) => {
                    rows.extend(part.children().into_iter().filter(|row| row.has_name("tr")));
                }
                Some("caption") => self.element(&part, above),
                _ => {}
            }
        }
        rows.retain(|row| !self.is_left_out(row, "tr", above));
        let cells_of = |row: &NodeRef<'_>| {
            row.children().into_iter().filter(|it| it.has_name("td") || it.has_name("th")).count()
        };
        // A table of one cell is a frame around text.
        if let [row] = rows.as_slice()
            && cells_of(row) == 1
        {
            self.children(row, above);
            return self.close(None);
        }
        let mut cells = Vec::new();
        for (at, row) in rows.iter().enumerate() {
            for cell in
                row.children().into_iter().filter(|it| it.has_name("td") || it.has_name("th"))
            {
                let span = |name: &str| {
                    cell.attr(name).and_then(|it| it.trim().parse().ok()).unwrap_or(1usize)
                };
                let text = self.cell(&cell, above, is_painted(row));
                let (columns, rows) = (span("colspan"), span("rowspan").min(LONGEST_SPAN));
                cells.push(Cell { row: at, column: None, columns, rows, text });
            }
        }
        let rows = table::rows(cells);
        if let Some(doubt) = rows.doubt() {
            self.transcript.find(format!("문단 {}", self.paragraphs), doubt);
        }
        rows.rows.into_iter().for_each(|row| self.transcript.row(row));
    }

    /// Returns the text of a cell; blocks in it are flattened.
    fn cell(&mut self, cell: &NodeRef<'_>, above: Above, painted: bool) -> String {
        let name = cell.node_name().map(|name| name.to_lowercase()).unwrap_or_default();
        if self.is_left_out(cell, &name, above) {
            return String::new();
        }
        let mut inner = Page::new(self.visibility);
        inner.paragraphs = self.paragraphs;
        let painted = painted || above.painted || is_painted(cell);
        let below = Above {
            depth: above.depth + 1,
            white: above.white || is_white(cell),
            painted,
            ..above
        };
        inner.children(cell, below);
        inner.close(None);
        let words: Vec<String> =
            inner.transcript.blocks.iter().map(|block| block.words()).collect();
        if inner.transcript.blocks.iter().any(|block| matches!(block, Block::Row(_))) {
            inner.transcript.find(
                format!("문단 {}", self.paragraphs),
                "표 속의 표를 한 칸의 글로 폈습니다. 원문과 견주어 확인하십시오.",
            );
        }
        self.strange.extend(inner.strange);
        self.transcript.absorb(inner.transcript);
        words.join(" ")
    }
}
