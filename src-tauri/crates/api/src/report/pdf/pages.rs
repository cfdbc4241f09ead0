//! Distributes rows over pages.

use std::ops::Range;

use super::blocks::{Kind, PAGE, Part, Row};

/// Top margin in points.
pub const TOP: f32 = 50.0;
/// Lower end of the text in points from the top; the footer is below.
pub const BOTTOM: f32 = PAGE.1 - 58.0;
/// Least number of lines on either side of a split.
const MIN_SPLIT_LINES: usize = 2;

/// A row, or the part of it on one page.
#[derive(Debug, Clone, PartialEq)]
pub struct Placed {
    /// Index of the part.
    pub part: usize,
    /// Index of the row in the part.
    pub row: usize,
    /// Distance from the top of the page to the row's frame in points.
    pub y: f32,
    /// Height of the frame in points.
    pub height: f32,
    /// The lines of each cell that are on this page.
    pub lines: Vec<Range<usize>>,
    /// Whether the row begins here.
    pub first: bool,
    /// Whether the row ends here.
    pub last: bool,
    /// Whether it is a column heading repeated at the top of a page.
    pub repeated: bool,
}

/// The contents of one page.
pub type Page = Vec<Placed>;

/// Distributes rows so that headings stay with their contents, table rows are not split where possible, and
/// no split leaves a single line.
pub fn paginate(parts: &[Part]) -> Vec<Page> {
    let mut paginator = Paginator { parts, pages: vec![Page::new()], y: TOP };
    let rows: Vec<(usize, usize)> = parts
        .iter()
        .enumerate()
        .flat_map(|(at, part)| (0..part.rows.len()).map(move |row| (at, row)))
        .collect();
    for (at, (part, row)) in rows.iter().enumerate() {
        if paginator.room() < paginator.least(&rows[at..]) && !paginator.at_top() {
            paginator.turn(*part, *row);
        }
        paginator.place(*part, *row);
    }
    paginator.pages
}

struct Paginator<'a> {
    parts: &'a [Part],
    pages: Vec<Page>,
    y: f32,
}

impl Paginator<'_> {
    fn room(&self) -> f32 {
        BOTTOM - self.y
    }

    fn at_top(&self) -> bool {
        self.pages.last().is_none_or(|page| page.iter().all(|placed| placed.repeated))
    }

    fn row(&self, part: usize, row: usize) -> &Row {
        &self.parts[part].rows[row]
    }

    /// Returns the space that the first of these rows needs: itself, or its beginning, and the rows that it
    /// leads to.
    fn least(&self, rows: &[(usize, usize)]) -> f32 {
        let mut height = 0.0;
        for (part, row) in rows {
            let row = self.row(*part, *row);
            height += row.above;
            if !row.leads {
                return height + beginning(row);
            }
            height += row.height();
        }
        height
    }

    /// Begins a new page. In the middle of a table, its column headings come first.
    fn turn(&mut self, part: usize, row: usize) {
        self.pages.push(Page::new());
        self.y = TOP;
        if matches!(self.parts[part].kind, Kind::Table(_)) && row > 0 {
            let head = self.row(part, 0);
            let lines = head.cells.iter().map(|cell| 0..cell.lines.len()).collect();
            let height = head.height();
            self.put(Placed {
                part,
                row: 0,
                y: self.y,
                height,
                lines,
                first: true,
                last: true,
                repeated: true,
            });
        }
    }

    fn put(&mut self, placed: Placed) {
        self.y = placed.y + placed.height;
        if let Some(page) = self.pages.last_mut() {
            page.push(placed);
        }
    }

    /// Places a row, on as many pages as it needs.
    fn place(&mut self, part: usize, row: usize) {
        if !self.at_top() {
            self.y += self.row(part, row).above;
        }
        let mut from = vec![0; self.row(part, row).cells.len()];
        let mut first = true;
        loop {
            let row_ = self.row(part, row);
            let to = cut(row_, &from, self.room() - 2.0 * row_.pad, self.at_top());
            let last = row_.cells.iter().zip(&to).all(|(cell, to)| cell.lines.len() == *to);
            let lines: Vec<Range<usize>> = from.iter().zip(&to).map(|(a, b)| *a..*b).collect();
            let nothing = !last && lines.iter().all(Range::is_empty);
            if !nothing {
                let tallest = row_.cells.iter().zip(&lines).map(|(cell, lines)| {
                    cell.lines[lines.clone()].iter().map(|line| line.height).sum::<f32>()
                });
                let height = tallest.fold(0.0, f32::max) + 2.0 * row_.pad;
                let y = self.y;
                self.put(Placed { part, row, y, height, lines, first, last, repeated: false });
                first = false;
                from = to;
            }
            if last {
                return;
            }
            self.turn(part, row);
        }
    }
}

/// Returns how much of a row must fit for it to begin on a page.
fn beginning(row: &Row) -> f32 {
    let height = row.height();
    let most = row.cells.iter().map(|cell| cell.lines.len()).max().unwrap_or(0);
    if height <= row.max_unsplit_height || most < 2 * MIN_SPLIT_LINES {
        return height;
    }
    let starts = row
        .cells
        .iter()
        .map(|cell| cell.lines.iter().take(MIN_SPLIT_LINES).map(|line| line.height).sum::<f32>());
    starts.fold(0.0, f32::max) + 2.0 * row.pad
}

/// Returns for each cell the line up to which it fits into `room`; at the top of a page, at least one.
fn cut(row: &Row, from: &[usize], room: f32, at_top: bool) -> Vec<usize> {
    let ends = row.cells.iter().zip(from).map(|(cell, from)| {
        let mut used = 0.0;
        let mut to = *from;
        for line in &cell.lines[*from..] {
            used += line.height;
            if used > room + 0.01 && !(at_top && to == *from) {
                break;
            }
            to += 1;
        }
        let left = cell.lines.len() - to;
        // A single remaining line takes another one to the next page, if enough stay.
        if left > 0 && left < MIN_SPLIT_LINES && to - from > MIN_SPLIT_LINES {
            to - (MIN_SPLIT_LINES - left)
        } else {
            to
        }
    });
    ends.collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::report::pdf::blocks::{Cell, Frame};
    use crate::report::pdf::lines::Line;

    const LINE: f32 = 15.0;

    fn row(lines: &[usize], leads: bool, max_unsplit_height: f32) -> Row {
        let line = Line { pieces: Vec::new(), width: 0.0, height: LINE, baseline: 12.0 };
        let cell = |count: &usize| Cell {
            x: 0.0,
            width: 100.0,
            lines: vec![line.clone(); *count],
            right: false,
        };
        Row {
            cells: lines.iter().map(cell).collect(),
            above: 5.0,
            pad: 3.0,
            wash: None,
            frame: Frame::None,
            leads,
            max_unsplit_height,
            centred: false,
        }
    }

    fn part(kind: Kind, rows: Vec<Row>) -> Part {
        Part { kind, rows }
    }

    /// Approximate number of lines on a page.
    fn full() -> usize {
        ((BOTTOM - TOP) / LINE) as usize
    }

    fn heading() -> Part {
        part(Kind::Heading(2, "제목".to_owned()), vec![row(&[1], true, 0.0)])
    }

    #[test]
    fn a_heading_is_never_the_last_on_a_page() {
        for filled in full() - 8..full() + 2 {
            let parts = [
                part(Kind::Paragraph, vec![row(&[filled], false, 0.0)]),
                heading(),
                part(Kind::Paragraph, vec![row(&[6], false, 0.0)]),
            ];
            for page in paginate(&parts) {
                assert_ne!(page.last().map(|placed| placed.part), Some(1), "{filled} lines above");
            }
        }
    }

    #[test]
    fn the_headings_of_a_table_come_again_and_its_rows_stay_whole() {
        let mut rows = vec![row(&[1, 1], true, 0.0)];
        rows.extend((0..40).map(|_| row(&[3, 2], false, 250.0)));
        let pages = paginate(&[part(Kind::Table(String::new()), rows)]);
        assert!(pages.len() > 2);
        for (at, page) in pages.iter().enumerate() {
            assert_eq!((page[0].row, page[0].repeated), (0, at > 0));
            assert!(page.iter().all(|placed| placed.first && placed.last));
        }
    }

    #[test]
    fn a_row_higher_than_a_page_is_cut_without_single_lines() {
        for count in 3 * full() - 3..3 * full() + 3 {
            let pages = paginate(&[part(Kind::Paragraph, vec![row(&[count], false, 0.0)])]);
            for placed in pages.iter().flatten() {
                assert!(placed.lines[0].len() >= MIN_SPLIT_LINES, "{count}: {:?}", placed.lines);
            }
        }
    }

    proptest! {
        /// Every line of every row is placed once, in order, inside its page.
        #[test]
        fn nothing_is_lost_or_said_twice(
            sizes in proptest::collection::vec((0usize..130, 0usize..4, any::<bool>(), any::<bool>()), 1..25),
        ) {
            let parts: Vec<Part> = sizes
                .iter()
                .map(|(long, short, leads, table)| {
                    let body = row(&[*long, *short], *leads, if *table { 250.0 } else { 0.0 });
                    match table {
                        true => part(
                            Kind::Table(String::new()),
                            vec![row(&[1, 1], true, 0.0), body, row(&[2, 1], false, 250.0)],
                        ),
                        false => part(Kind::Paragraph, vec![body]),
                    }
                })
                .collect();
            let pages = paginate(&parts);
            let mut next = std::collections::BTreeMap::new();
            let mut order = Vec::new();
            for placed in pages.iter().flatten() {
                prop_assert!(placed.y >= TOP - 0.1);
                let end = placed.y + placed.height;
                let single = placed.lines.iter().all(|lines| lines.len() <= 1);
                prop_assert!(end <= BOTTOM + 0.1 || single, "{placed:?}");
                if placed.repeated {
                    continue;
                }
                order.push((placed.part, placed.row));
                for (cell, lines) in placed.lines.iter().enumerate() {
                    let from = next.entry((placed.part, placed.row, cell)).or_insert(0);
                    prop_assert_eq!(*from, lines.start);
                    *from = lines.end;
                }
            }
            prop_assert!(order.is_sorted());
            for (at, part) in parts.iter().enumerate() {
                for (number, row) in part.rows.iter().enumerate() {
                    for (cell, content) in row.cells.iter().enumerate() {
                        prop_assert_eq!(next[&(at, number, cell)], content.lines.len());
                    }
                }
            }
        }
    }
}
