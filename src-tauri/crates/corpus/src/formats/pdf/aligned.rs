//! Finds tables without upright rules by the empty strips between their columns. Rows are parted by
//! horizontal rules or by wider gaps; the lines of a wrapped cell stay in one row.

use super::grid::{Grid, ROW_GAP};
use super::lines::{self, GUTTER, Line};
use super::sheet::{Area, Letter};

/// Least columns of a table; two may be columns of running text.
const FEWEST_COLUMNS: usize = 3;
/// Least rows of a table.
const FEWEST_ROWS: usize = 3;
/// Widest column of short cells, in heights of its letters. Running text is wider.
const SHORT_CELLS: f32 = 9.0;
/// Least width of a column that counts, in heights of its letters. Marks of a list are narrower.
const LIST_MARK: f32 = 2.0;
/// Most lines of a table.
const MOST_LINES: usize = 200;
/// Largest gap between two lines of a table, in heights of their letters.
const LARGEST_GAP: f32 = 4.0;
/// Least ratio of the gaps between rows to those between the lines of a cell.
const WIDER: f32 = 1.3;

/// A part of a line without wide gaps.
#[derive(Debug, Clone, Copy)]
struct Piece {
    area: Area,
    /// Index of its line.
    line: usize,
}

/// A column: its left and right edge, and its pieces.
#[derive(Debug, Clone)]
struct Column {
    left: f32,
    right: f32,
    pieces: Vec<Piece>,
}

/// Returns the tables among upright letters that no ruled table holds, from top to bottom. `rules` are the
/// ruled lines of the page.
pub(super) fn tables(letters: &[Letter], rules: &[Area], writes_spaces: bool) -> Vec<Grid> {
    let upright = letters.iter().filter(|it| it.standing == Default::default()).copied().collect();
    let lines = lines::rows(upright, writes_spaces);
    let mut found = Vec::new();
    let mut from = 0;
    while from < lines.len() {
        let run = run(&lines, from);
        let table = (run > from).then(|| table(lines.get(from..run)?, rules)).flatten();
        from = if table.is_some() { run } else { from + 1 };
        found.extend(table);
    }
    found
}

/// Returns the line behind the last of a table that begins with line `from`.
fn run(lines: &[Line], from: usize) -> usize {
    let mut columns: Vec<Column> = Vec::new();
    let mut established = 0;
    let mut above: Option<Area> = None;
    for (at, line) in lines.iter().enumerate().skip(from).take(MOST_LINES) {
        let gap = above.map_or(0.0, |it| line.area.top - it.bottom);
        pieces_of(line, at).for_each(|it| add(&mut columns, it, GUTTER * line.size));
        let count = columns.iter().filter(|it| it.is_established()).count();
        if columns.len() < FEWEST_COLUMNS || count < established || gap > LARGEST_GAP * line.size {
            return at;
        }
        (established, above) = (count, Some(line.area));
    }
    lines.len().min(from + MOST_LINES)
}

/// Returns the pieces of a line, from left to right.
fn pieces_of(line: &Line, at: usize) -> impl Iterator<Item = Piece> {
    line.pieces().into_iter().map(move |area| Piece { area, line: at })
}

/// Adds a piece to the columns. It joins those between which and itself is no strip of this width.
fn add(columns: &mut Vec<Column>, piece: Piece, strip: f32) {
    let mut joined = Column { left: piece.area.left, right: piece.area.right, pieces: vec![piece] };
    let is_apart = |it: &Column| it.left - joined.right >= strip || joined.left - it.right >= strip;
    let (apart, near): (Vec<Column>, Vec<Column>) =
        std::mem::take(columns).into_iter().partition(is_apart);
    for column in near {
        joined.left = joined.left.min(column.left);
        joined.right = joined.right.max(column.right);
        joined.pieces.extend(column.pieces);
    }
    *columns = apart;
    columns.push(joined);
}

impl Column {
    /// Whether pieces of several lines are in it.
    fn is_established(&self) -> bool {
        let mut lines = self.pieces.iter().map(|it| it.line);
        let first = lines.next();
        lines.any(|it| Some(it) != first)
    }

    fn width(&self) -> f32 {
        self.right - self.left
    }
}

/// Returns the table of a run of lines; `None` if they are none.
fn table(lines: &[Line], rules: &[Area]) -> Option<Grid> {
    let area = lines::extent(lines.iter().map(|it| it.area))?;
    let size = lines.iter().map(|it| it.size).fold(0.0, f32::max);
    let mut columns: Vec<Column> = Vec::new();
    for piece in lines.iter().enumerate().flat_map(|(at, line)| pieces_of(line, at)) {
        add(&mut columns, piece, GUTTER * size);
    }
    columns.sort_by(|a, b| a.left.total_cmp(&b.left));
    let counted = columns.iter().filter(|it| it.is_established() && it.width() >= LIST_MARK * size);
    let has_short_cells = columns.iter().any(|column| {
        column.is_established() && (LIST_MARK * size..SHORT_CELLS * size).contains(&column.width())
    });
    if counted.count() < FEWEST_COLUMNS || !has_short_cells {
        return None;
    }
    let parted = parted(area, rules);
    let rows = rows(lines, &columns, &parted)?;
    let is_full = |row: &&Area| {
        let filled =
            columns.iter().filter(|it| it.pieces.iter().any(|piece| is_in(&piece.area, row)));
        2 * filled.count() > columns.len()
    };
    if rows.len() < FEWEST_ROWS || 2 * rows.iter().filter(is_full).count() < rows.len() {
        return None;
    }
    let between = |(a, b): (f32, f32)| (a + b) / 2.0;
    let inner_xs = columns.windows(2).filter_map(|it| Some((it.first()?.right, it.get(1)?.left)));
    let inner_ys = rows.windows(2).filter_map(|it| Some((it.first()?.bottom, it.get(1)?.top)));
    let edges = |first: f32, inner: Vec<f32>, last: f32| [vec![first], inner, vec![last]].concat();
    Some(Grid::of_borders(
        edges(area.left, inner_xs.map(between).collect(), area.right),
        edges(area.top, inner_ys.map(between).collect(), area.bottom),
    ))
}

fn is_in(piece: &Area, row: &Area) -> bool {
    let (_, middle) = piece.center();
    (row.top..=row.bottom).contains(&middle)
}

/// Returns the heights at which horizontal rules cross most of an area.
fn parted(area: Area, rules: &[Area]) -> Vec<f32> {
    let flat = rules.iter().filter(|it| it.width() > it.height());
    let mut within: Vec<&Area> =
        flat.filter(|it| (area.top..area.bottom).contains(&it.top)).collect();
    within.sort_by(|a, b| a.top.total_cmp(&b.top));
    let at_one_height = within.chunk_by(|a, b| b.top - a.top < 1.0);
    let crossing = at_one_height.filter(|line| {
        let covered: f32 =
            line.iter().map(|it| it.right.min(area.right) - it.left.max(area.left)).sum();
        covered > 0.8 * area.width()
    });
    crossing.filter_map(|it| Some(it.first()?.top)).collect()
}

/// Returns the extents of the rows: the lines between two rules, or between gaps wider than those within
/// cells. `None` if no width of the gaps makes rows of all lines.
fn rows(lines: &[Line], columns: &[Column], parted: &[f32]) -> Option<Vec<Area>> {
    let only_rules = (!parted.is_empty()).then_some(f32::MAX);
    let widths = only_rules.into_iter().chain(wider_gaps(lines)).chain([0.0]);
    widths
        .into_iter()
        .find_map(|width| rows_at(width, lines, parted, |row| is_row(row, lines, columns)))
}

/// Returns the heights at which the lines of a ruled row are parted: by gaps wider than those within cells,
/// into rows of which each has text in most of the columns between these borders.
pub(super) fn rows_of_text(lines: &[Line], xs: &[f32]) -> Vec<f32> {
    let column = |(left, right): (f32, f32)| {
        let pieces = lines.iter().enumerate().flat_map(|(at, line)| pieces_of(line, at));
        let pieces = pieces.filter(|it| (left..right).contains(&it.area.center().0)).collect();
        Column { left, right, pieces }
    };
    let pairs = xs.windows(2).filter_map(|it| Some((*it.first()?, *it.get(1)?)));
    let columns: Vec<Column> = pairs.map(column).filter(|it| !it.pieces.is_empty()).collect();
    let is_full = |row: &Area| {
        let filled =
            columns.iter().filter(|it| it.pieces.iter().any(|piece| is_in(&piece.area, row)));
        2 * filled.count() > columns.len()
    };
    let height = lines.iter().map(|it| it.area.height()).fold(0.0, f32::max);
    let widths = wider_gaps(lines).into_iter().chain([ROW_GAP * height]);
    let is_row = |row: &[usize]| row.len() == 1 || are_placed(row, lines, &columns);
    let rows = widths.into_iter().find_map(|it| rows_at(it, lines, &[], is_row));
    let rows = rows.filter(|it| columns.len() > 1 && it.iter().all(is_full)).unwrap_or_default();
    let between = |it: &[Area]| Some((it.first()?.bottom + it.get(1)?.top) / 2.0);
    rows.windows(2).filter_map(between).collect()
}

/// Returns widths that part the gaps between lines into narrower and clearly wider ones, the widest first.
fn wider_gaps(lines: &[Line]) -> Vec<f32> {
    let mut gaps: Vec<f32> =
        lines.windows(2).filter_map(|it| Some(gap(it.first()?, it.get(1)?))).collect();
    gaps.sort_by(f32::total_cmp);
    let size = lines.first().map_or(0.0, |it| it.size);
    let wider = gaps.windows(2).rev().filter_map(|it| match it {
        [a, b] => (*b > WIDER * a.max(0.1 * size)).then_some((a + b) / 2.0),
        _ => None,
    });
    wider.collect()
}

fn gap(above: &Line, below: &Line) -> f32 {
    below.area.top - above.area.bottom
}

/// Returns the extents of the rows between rules and gaps of more than a width; `None` if some are no rows.
fn rows_at(
    width: f32,
    lines: &[Line],
    parted: &[f32],
    is_row: impl Fn(&[usize]) -> bool,
) -> Option<Vec<Area>> {
    let is_ruled = |above: &Line, below: &Line| {
        let (from, to) = (above.area.center().1, below.area.center().1);
        parted.iter().any(|it| (from..to).contains(it))
    };
    let mut rows: Vec<Vec<usize>> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let above = at.checked_sub(1).and_then(|it| lines.get(it));
        let goes_on = above.is_some_and(|it| gap(it, line) <= width && !is_ruled(it, line));
        match rows.last_mut().filter(|_| goes_on) {
            Some(row) => row.push(at),
            None => rows.push(vec![at]),
        }
    }
    let all_rows = rows.iter().all(|it| is_row(it));
    let extent =
        |row: &Vec<usize>| lines::extent(row.iter().filter_map(|it| Some(lines.get(*it)?.area)));
    all_rows.then(|| rows.iter().filter_map(extent).collect())
}

/// Whether lines are one row: some cell has a single line, and every cell begins at the top of the row or is
/// centred in it.
fn is_row(row: &[usize], lines: &[Line], columns: &[Column]) -> bool {
    let has_one_line = |cell: &Vec<Piece>| {
        let first = cell.first().map(|it| it.line);
        cell.iter().all(|it| Some(it.line) == first)
    };
    row.len() == 1
        || cells_of(row, columns).iter().any(has_one_line) && are_placed(row, lines, columns)
}

/// Returns the pieces of the cells of a row that have any.
fn cells_of(row: &[usize], columns: &[Column]) -> Vec<Vec<Piece>> {
    let cells = columns.iter().map(|column| {
        let own = column.pieces.iter().filter(|it| row.contains(&it.line));
        own.copied().collect::<Vec<Piece>>()
    });
    cells.filter(|it| !it.is_empty()).collect()
}

/// Whether every cell of a row begins at its top or is centred in it.
fn are_placed(row: &[usize], lines: &[Line], columns: &[Column]) -> bool {
    let own = || row.iter().filter_map(|it| lines.get(*it));
    let Some(entire) = lines::extent(own().map(|it| it.area)) else { return false };
    let size = own().map(|it| it.size).fold(0.0, f32::max);
    cells_of(row, columns).iter().all(|cell| {
        lines::extent(cell.iter().map(|it| it.area)).is_some_and(|extent| {
            let near = |a: f32, b: f32| (a - b).abs() < 0.4 * size;
            near(extent.top, entire.top) || near(extent.center().1, entire.center().1)
        })
    })
}
