//! Rows of tables of office documents, with merged cells resolved.
//!
//! A merged cell belongs to every row and column that it covers, so its text is repeated in each: 서울 beside
//! both of its rows, 수수료 above both of its columns. A quoted row is then complete by itself.

use std::collections::BTreeMap;

/// Most columns that a cell spans.
const WIDEST: usize = 63;
/// Longest text of a merged cell that is repeated, in characters; a longer one stays in its first place.
const LONGEST_REPEATED: usize = 200;
/// Most characters that merged cells of a table may add.
const MOST_REPEATED: usize = 200_000;
/// Most places of a table that merged cells may cover; beyond, a cell covers its own row only.
const MOST_COVERED: usize = 500_000;

/// A cell of a table with its place, spans and text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Cell {
    /// Row, from 0.
    pub row: usize,
    /// Column, from 0; `None` for the column after the previous cell.
    pub column: Option<usize>,
    /// Number of columns, at least one.
    pub columns: usize,
    /// Number of rows, at least one.
    pub rows: usize,
    /// Text of the cell.
    pub text: String,
}

/// The rows of a table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Rows {
    /// Rows of cells; gaps are empty cells.
    pub rows: Vec<Vec<String>>,
    /// Number of merged cells that were too long to be repeated.
    pub left_once: usize,
}

impl Rows {
    /// Returns the doubt about merged cells that were not repeated.
    pub(crate) fn doubt(&self) -> Option<String> {
        (self.left_once > 0).then(|| {
            format!(
                "병합한 칸 {}개의 글이 길어 첫 자리에만 적었습니다. 어느 행과 열의 글인지 원문에서 확인하십시오.",
                self.left_once
            )
        })
    }
}

/// Returns whether the text of a merged cell is short enough to be repeated.
pub(crate) fn is_repeated(text: &str) -> bool {
    text.chars().count() <= LONGEST_REPEATED
}

/// Writes a row of a page of text: `| 갑 | 을 |`. A bar or line break within a cell becomes a space.
pub(crate) fn between_bars(cells: &[String]) -> String {
    let mut row = String::from("|");
    for cell in cells {
        let words = cell.replace(['|', '\n'], " ");
        row.push_str(if words.trim().is_empty() { "" } else { " " });
        row.push_str(words.trim());
        row.push_str(" |");
    }
    row
}

/// Content of a place of the grid.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Place {
    /// A cell begins here.
    Cell(String),
    /// A merged cell continues here.
    Covered(String),
}

/// Returns the rows of a table from cells in any order. A cell on an occupied place moves behind it, so that
/// none is lost.
pub(crate) fn rows(mut cells: Vec<Cell>) -> Rows {
    cells.sort_by_key(|cell| (cell.row, cell.column.unwrap_or(usize::MAX)));
    let mut grid: BTreeMap<usize, Vec<Option<Place>>> =
        cells.iter().map(|cell| (cell.row, Vec::new())).collect();
    let width = width(&cells);
    let (mut room, mut places, mut left_once) = (MOST_REPEATED, MOST_COVERED, 0);
    // Column after the last cell that begins in a row.
    let (mut last_row, mut behind) = (None, 0);
    for cell in cells {
        if last_row != Some(cell.row) {
            (last_row, behind) = (Some(cell.row), 0);
        }
        let columns = cell.columns.clamp(1, WIDEST);
        let row = grid.entry(cell.row).or_default();
        let wanted = cell.column.unwrap_or(0).min(row.len() + WIDEST).max(behind);
        let is_free = |at: &usize| row.get(*at).is_none_or(Option::is_none);
        let first = (wanted..).find(is_free).unwrap_or(wanted);
        behind = first + columns;
        let below = cell.row..cell.row.saturating_add(cell.rows.max(1));
        let mut covered: Vec<usize> = grid.range(below).map(|(row, _)| *row).collect();
        if covered.len() * columns > places {
            covered.truncate(1);
        }
        places = places.saturating_sub(covered.len() * columns);
        // A title over the whole table belongs to no column.
        let repeated_columns = if columns >= width { 1 } else { columns };
        let letters = cell.text.chars().count();
        let copies = repeated_columns * covered.len() - 1;
        let repeats = is_repeated(&cell.text) && letters * copies <= room;
        if repeats {
            room -= letters * copies;
        } else if copies > 0 && letters > 0 {
            left_once += 1;
        }
        for line in covered {
            let Some(row) = grid.get_mut(&line) else { continue };
            row.resize_with(row.len().max(first + columns), || None);
            for (at, place) in row.iter_mut().skip(first).take(columns).enumerate() {
                let is_first = line == cell.row && at == 0;
                if is_first {
                    *place = Some(Place::Cell(cell.text.clone()));
                } else if place.is_none() {
                    let copy = repeats && at < repeated_columns;
                    *place =
                        Some(Place::Covered(if copy { cell.text.clone() } else { String::new() }));
                }
            }
        }
    }
    let text = |place: Option<Place>| match place {
        Some(Place::Cell(text) | Place::Covered(text)) => text,
        None => String::new(),
    };
    let rows = grid.into_values().map(|row| row.into_iter().map(text).collect()).collect();
    Rows { rows, left_once }
}

/// Returns the number of columns of a table according to its cells.
fn width(cells: &[Cell]) -> usize {
    let mut rows: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
    for cell in cells {
        let (columns, end) = rows.entry(cell.row).or_default();
        let span = cell.columns.clamp(1, WIDEST);
        *columns += span;
        *end = (*end).max(cell.column.unwrap_or(0).saturating_add(span));
    }
    rows.into_values().map(|(columns, end)| columns.max(end)).max().unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(row: usize, column: Option<usize>, spans: (usize, usize), text: &str) -> Cell {
        Cell { row, column, rows: spans.0, columns: spans.1, text: text.into() }
    }

    fn check(cells: Vec<Cell>, expected: &[&[&str]]) {
        assert_eq!(rows(cells.clone()).rows, expected, "{cells:?}");
    }

    #[test]
    fn a_merged_cell_stands_in_every_row_and_column() {
        check(
            vec![
                cell(0, Some(0), (2, 1), "지역"),
                cell(0, Some(1), (1, 2), "수수료"),
                cell(1, Some(1), (1, 1), "창구"),
                cell(1, Some(2), (1, 1), "인터넷"),
                cell(2, Some(0), (2, 1), "서울"),
                cell(2, Some(1), (1, 1), "400원"),
                cell(2, Some(2), (1, 1), "무료"),
                cell(3, Some(1), (1, 2), "1,000원"),
            ],
            &[
                &["지역", "수수료", "수수료"],
                &["지역", "창구", "인터넷"],
                &["서울", "400원", "무료"],
                &["서울", "1,000원", "1,000원"],
            ],
        );
        // A cell without a position is placed in the first free one.
        check(
            vec![
                cell(0, None, (2, 1), "가"),
                cell(0, None, (1, 1), "나"),
                cell(1, None, (1, 1), "다"),
            ],
            &[&["가", "나"], &["가", "다"]],
        );
    }

    #[test]
    fn titles_and_long_cells_stand_once() {
        check(
            vec![
                cell(0, Some(0), (1, 3), "표의 제목"),
                cell(1, Some(0), (1, 1), "가"),
                cell(1, Some(1), (1, 2), "나"),
            ],
            &[&["표의 제목", "", ""], &["가", "나", "나"]],
        );
        let long = "긴 글 ".repeat(60);
        let found = rows(vec![
            cell(0, Some(0), (2, 1), &long),
            cell(0, Some(1), (1, 1), "가"),
            cell(1, Some(1), (1, 1), "나"),
        ]);
        assert_eq!(found.rows, [[long.as_str(), "가"], ["", "나"]]);
        assert!(found.doubt().is_some_and(|it| it.contains("병합한 칸 1개")));
        assert_eq!(rows(vec![cell(0, None, (1, 1), "가")]).doubt(), None);
    }

    #[test]
    fn gaps_and_hostile_spans() {
        check(
            vec![cell(1, Some(1), (1, 1), "라"), cell(0, Some(0), (1, 1), "가")],
            &[&["가"], &["", "라"]],
        );
        // Two cells in the same position, and spans of a million.
        check(
            vec![cell(0, Some(0), (1, 1), "가"), cell(0, Some(0), (1, 1), "나")],
            &[&["가", "나"]],
        );
        let wild = rows(vec![cell(0, Some(9_999_999), (9_999_999, 9_999_999), "가")]);
        assert_eq!(wild.rows[0].len(), 126);
        let many = (0..5_000).map(|row| cell(row, Some(0), (5_000, 62), &"가".repeat(100)));
        let read = rows(many.chain([cell(0, Some(62), (1, 1), "끝")]).collect());
        let letters: usize = read.rows.iter().flatten().map(|it| it.chars().count()).sum();
        assert!(letters <= 5_000 * 100 + MOST_REPEATED + 1, "{letters}");
        let places: usize = read.rows.iter().map(Vec::len).sum();
        assert!(places <= 2 * MOST_COVERED + 5_000 * 63, "{places}");
    }
}
