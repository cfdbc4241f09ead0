//! Tables of office documents as rows of cells, whatever the format says of spans.

/// No cell spans more columns; more is a damaged or hostile file.
const WIDEST: usize = 63;

/// A cell of a table: where it stands, how many columns it spans, what it says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Cell {
    /// Counted from 0.
    pub row: usize,
    /// Counted from 0; cells without one stand behind the one before them.
    pub column: Option<usize>,
    /// Columns it spans, at least one.
    pub span: usize,
    /// Its words.
    pub text: String,
}

/// The rows of a table, from cells in any order. Columns that a span covers, and gaps, are empty cells. A cell on a place
/// that is taken stands behind it, so that no cell is lost.
pub(crate) fn rows(mut cells: Vec<Cell>) -> Vec<Vec<String>> {
    cells.sort_by_key(|cell| (cell.row, cell.column.unwrap_or(usize::MAX)));
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut last = None;
    for cell in cells {
        if last != Some(cell.row) {
            rows.push(Vec::new());
            last = Some(cell.row);
        }
        let Some(row) = rows.last_mut() else { continue };
        let gap = cell.column.unwrap_or(0).min(row.len() + WIDEST).saturating_sub(row.len());
        row.extend(std::iter::repeat_n(String::new(), gap));
        row.push(cell.text);
        row.extend(std::iter::repeat_n(String::new(), cell.span.clamp(1, WIDEST) - 1));
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_and_gaps_are_empty_cells() {
        let cell = |row, column, span, text: &str| Cell { row, column, span, text: text.into() };
        let check = |cells: Vec<Cell>, expected: &[&[&str]]| assert_eq!(rows(cells), expected);
        check(
            vec![
                cell(1, Some(1), 1, "라"),
                cell(0, Some(0), 2, "가"),
                cell(0, Some(2), 1, "나"),
                cell(2, None, 1, "마"),
                cell(2, None, 1, "바"),
            ],
            &[&["가", "", "나"], &["", "라"], &["마", "바"]],
        );
        // Two cells on one place, and a span of a million.
        check(vec![cell(0, Some(0), 1, "가"), cell(0, Some(0), 1, "나")], &[&["가", "나"]]);
        assert_eq!(rows(vec![cell(0, Some(9_999_999), 9_999_999, "가")])[0].len(), 126);
    }
}
