//! Finds tables by their ruled lines, and takes the letters of tables out of a page.

use std::collections::BTreeMap;
use std::ops::Range;

use super::sheet::{Area, Letter};
use super::turn::Quarters;
use super::{aligned, lines};
use crate::formats::table::{self, Cell};

/// Distance in points below which lines count as one.
const CLOSE: f32 = 3.0;
/// Most ruled lines of a page; more are a drawing.
const MOST_RULES: usize = 1_500;
/// Most rows or columns of a table.
const MOST_LINES: usize = 150;
/// Least height between two lines of different rows, in heights of their letters; the lines of one cell are
/// closer.
pub(super) const ROW_GAP: f32 = 0.9;

/// A table.
#[derive(Debug)]
pub(super) struct Grid {
    area: Area,
    /// Borders of columns, outer ones included.
    xs: Vec<f32>,
    ys: Vec<f32>,
    rules: Vec<Area>,
}

/// Largest height between a line of a head and the rule or line below it, in heights of their letters.
const LINE_GAP: f32 = 1.5;

/// A cell: the rows and columns of the grid that it covers, and its letters.
#[derive(Debug)]
struct Covering {
    rows: Range<usize>,
    columns: Range<usize>,
    letters: Vec<Letter>,
}

/// Rows of cells, with the height at which they begin.
pub(super) type Rows = (f32, Vec<Vec<String>>);

/// Parts the letters of a page into its tables, from top to bottom, and the letters outside of them.
pub(super) fn tables(
    letters: Vec<Letter>,
    rules: &[Area],
    writes_spaces: bool,
) -> (Vec<Rows>, Vec<Letter>) {
    let mut grids = grids(rules);
    let outside = |letter: &&Letter| !grids.iter().any(|it| it.area.contains(letter.area.center()));
    let outside: Vec<Letter> = letters.iter().filter(outside).copied().collect();
    grids.extend(aligned::tables(&outside, rules, writes_spaces));
    grids.iter_mut().for_each(|it| it.take_lines_above(&letters, rules));
    grids.sort_by(|a, b| a.area.top.total_cmp(&b.area.top));
    let mut outside = Vec::new();
    let mut of_grids: Vec<Vec<Letter>> = vec![Vec::new(); grids.len()];
    for letter in letters {
        let grid = grids.iter().position(|grid| grid.area.contains(letter.area.center()));
        match grid.and_then(|it| of_grids.get_mut(it)) {
            Some(of_grid) => of_grid.push(letter),
            None => outside.push(letter),
        }
    }
    let tables = grids.iter().zip(of_grids).map(|(grid, letters)| {
        let grid = grid.with_rows_of_text(&letters, writes_spaces);
        let cells = grid.cells(&letters).into_iter().map(|it| Cell {
            row: it.rows.start,
            column: Some(it.columns.start),
            rows: it.rows.len(),
            columns: it.columns.len(),
            text: lines::passage(it.letters, writes_spaces),
        });
        (grid.area.top, without_empty_columns(table::rows(cells.collect()).rows))
    });
    (tables.collect(), outside)
}

/// Leaves out columns without text: the strips between double rules.
fn without_empty_columns(mut rows: Vec<Vec<String>>) -> Vec<Vec<String>> {
    let width = rows.iter().map(Vec::len).max().unwrap_or_default();
    for column in (0..width).rev() {
        if rows.iter().all(|row| row.get(column).is_none_or(|it| it.trim().is_empty())) {
            rows.iter_mut().filter(|row| row.len() > column).for_each(|row| {
                row.remove(column);
            });
        }
    }
    rows
}

/// Returns the ruled tables of a page from top to bottom. One or two cells are a
/// frame around text.
fn grids(rules: &[Area]) -> Vec<Grid> {
    if rules.len() > MOST_RULES {
        return Vec::new();
    }
    let mut grids: Vec<Grid> = groups(rules).into_iter().filter_map(grid).collect();
    grids.sort_by(|a, b| a.area.top.total_cmp(&b.area.top));
    // A table inside another is part of its cell.
    let areas: Vec<Area> = grids.iter().map(|grid| grid.area).collect();
    let inside = |area: &Area| areas.iter().any(|other| other != area && encloses(other, area));
    grids.retain(|grid| !inside(&grid.area));
    grids
}

fn encloses(outer: &Area, inner: &Area) -> bool {
    outer.left <= inner.left
        && outer.right >= inner.right
        && outer.top <= inner.top
        && outer.bottom >= inner.bottom
}

/// Groups lines that touch each other.
fn groups(rules: &[Area]) -> Vec<Vec<Area>> {
    let touch = |a: &Area, b: &Area| {
        a.left - CLOSE <= b.right
            && b.left - CLOSE <= a.right
            && a.top - CLOSE <= b.bottom
            && b.top - CLOSE <= a.bottom
    };
    let mut left: Vec<Area> = rules.to_vec();
    let mut groups = Vec::new();
    while let Some(first) = left.pop() {
        let mut group = vec![first];
        let mut at = 0;
        while let Some(rule) = group.get(at).copied() {
            let (touching, rest): (Vec<Area>, Vec<Area>) =
                left.into_iter().partition(|other| touch(&rule, other));
            left = rest;
            group.extend(touching);
            at += 1;
        }
        groups.push(group);
    }
    groups
}

/// Returns the grid of rules that touch each other. Where rules in one direction go beyond the outermost ones
/// in the other, the table is open at that side, and ends with them.
fn grid(rules: Vec<Area>) -> Option<Grid> {
    let (upright, flat): (Vec<Area>, Vec<Area>) =
        rules.iter().copied().partition(|it| it.height() > it.width());
    let ends_of_flat = flat.iter().flat_map(|it| [it.left, it.right]);
    let ends_of_upright = upright.iter().flat_map(|it| [it.top, it.bottom]);
    let xs = with_ends(parted(upright.iter().map(|it| it.left)), ends_of_flat);
    let ys = with_ends(parted(flat.iter().map(|it| it.top)), ends_of_upright);
    // A row of two cells may be a frame around text.
    let is_table = ys.len() >= 3 && xs.len() >= 3 || ys.len() == 2 && xs.len() >= 4;
    let (area, few) = (
        Area { left: *xs.first()?, right: *xs.last()?, top: *ys.first()?, bottom: *ys.last()? },
        xs.len().max(ys.len()) <= MOST_LINES,
    );
    (is_table && few).then_some(Grid { area, xs, ys, rules })
}

/// Adds the outermost of some ends to positions in order, where they lie beyond them.
fn with_ends(mut places: Vec<f32>, ends: impl Iterator<Item = f32>) -> Vec<f32> {
    let (low, high) =
        ends.fold((f32::MAX, f32::MIN), |(low, high), it| (low.min(it), high.max(it)));
    if places.first().is_some_and(|it| low < it - CLOSE) {
        places.insert(0, low);
    }
    if places.last().is_some_and(|it| high > it + CLOSE) {
        places.push(high);
    }
    places
}

/// Returns distinct positions in order.
fn parted(places: impl Iterator<Item = f32>) -> Vec<f32> {
    let mut places: Vec<f32> = places.collect();
    places.sort_by(f32::total_cmp);
    places.dedup_by(|next, kept| *next - *kept < CLOSE);
    places
}

impl Grid {
    /// Returns a table with these borders of columns and rows, outer ones included, in order.
    pub(super) fn of_borders(xs: Vec<f32>, ys: Vec<f32>) -> Self {
        let edge = |places: &[f32], last: bool| {
            let place = if last { places.last() } else { places.first() };
            place.copied().unwrap_or_default()
        };
        let area = Area {
            left: edge(&xs, false),
            top: edge(&ys, false),
            right: edge(&xs, true),
            bottom: edge(&ys, true),
        };
        let upright = xs.iter().map(|x| Area { left: *x, right: *x, ..area });
        let flat = ys.iter().map(|y| Area { top: *y, bottom: *y, ..area });
        let rules = upright.chain(flat).collect();
        Self { area, xs, ys, rules }
    }

    /// Extends a table upwards by the lines of a head above its first rule: where that rule leaves out a
    /// column, its cell goes on above, beside other titles.
    fn take_lines_above(&mut self, letters: &[Letter], rules: &[Area]) {
        let (top, height) =
            (self.area.top, letters.iter().map(|it| it.area.height()).fold(0.0, f32::max));
        let is_first = |rule: &&Area| {
            rule.width() > rule.height() && (-CLOSE..LINE_GAP * height).contains(&(top - rule.top))
        };
        let first: Vec<Area> = rules.iter().filter(is_first).copied().collect();
        let is_ruled = |at: &usize| {
            let x = middle(&self.xs, *at);
            first.iter().any(|it| x.is_some_and(|x| it.left < x && x < it.right))
        };
        let ruled = (0..self.xs.len() - 1).filter(is_ruled).count();
        if ruled == 0 || ruled == self.xs.len() - 1 {
            return;
        }
        let is_above = |letter: &&Letter| {
            let (x, y) = letter.area.center();
            (self.area.left..=self.area.right).contains(&x) && y < top
        };
        let mut lines = lines::rows(letters.iter().filter(is_above).copied().collect(), true);
        let (mut last, mut head) = (top, None);
        while let Some(line) = lines.pop().filter(|it| last - it.area.bottom < LINE_GAP * it.size) {
            last = line.area.top;
            head = if line.pieces().len() > 1 { Some(last) } else { head };
        }
        if let Some(head) = head {
            let is_border = |it: &Area| it.width() > it.height() && (it.top - top).abs() < CLOSE;
            self.rules.retain(|it| !is_border(it));
            self.rules.extend(first.into_iter().map(|it| Area { top, bottom: top, ..it }));
            self.area.top = head - 1.0;
            self.ys.insert(0, head - 1.0);
        }
    }

    /// Adds rules between rows that are parted by gaps alone. A cell that goes on above or below stays whole.
    fn with_rows_of_text(&self, letters: &[Letter], writes_spaces: bool) -> Self {
        let (mut ys, mut rules) = (self.ys.clone(), self.rules.clone());
        for (row, band) in self.ys.windows(2).enumerate() {
            let &[top, bottom] = band else { continue };
            let is_own = |letter: &&Letter| {
                letter.standing == Quarters::NONE && (top..bottom).contains(&letter.area.center().1)
            };
            let lines =
                lines::rows(letters.iter().filter(is_own).copied().collect(), writes_spaces);
            for y in aligned::rows_of_text(&lines, &self.xs) {
                let is_end = |row: usize| row == 0 || row + 1 == self.ys.len();
                let is_parted =
                    |row: usize, at: usize| is_end(row) || self.is_parted_above(row, at);
                let is_within = |at: &usize| is_parted(row, *at) && is_parted(row + 1, *at);
                let columns = (0..self.xs.len() - 1).filter(is_within);
                let side = |at: usize| self.xs.get(at).copied().unwrap_or_default();
                let rule =
                    |it: usize| Area { left: side(it), right: side(it + 1), top: y, bottom: y };
                rules.extend(columns.map(rule));
                ys.push(y);
            }
        }
        ys.sort_by(f32::total_cmp);
        Self { area: self.area, xs: self.xs.clone(), ys, rules }
    }

    /// Returns the cells, row by row.
    fn cells(&self, letters: &[Letter]) -> Vec<Covering> {
        let (rows, columns) = (self.ys.len() - 1, self.xs.len() - 1);
        let mut cells: BTreeMap<(usize, usize), Covering> = BTreeMap::new();
        // Computed once, because they are used for every letter.
        let mut starts = Vec::new();
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |it| (row, it))) {
            let start = self.start(row, column);
            starts.push(start);
            let cell = cells.entry(start).or_insert_with(|| Covering {
                rows: start.0..start.0,
                columns: start.1..start.1,
                letters: Vec::new(),
            });
            // Of a region that is no rectangle, its first row and column.
            if column == start.1 {
                cell.rows.end = cell.rows.end.max(row + 1);
            }
            if row == start.0 {
                cell.columns.end = cell.columns.end.max(column + 1);
            }
        }
        for letter in letters {
            let (x, y) = letter.area.center();
            let at = between(&self.ys, y) * columns + between(&self.xs, x);
            if let Some(cell) = starts.get(at).and_then(|it| cells.get_mut(it)) {
                cell.letters.push(*letter);
            }
        }
        let by_columns = cells.into_values().flat_map(|it| self.parted_by_columns(it));
        by_columns.flat_map(|it| self.parted_by_rows(it)).collect()
    }

    /// Parts a cell at the borders of columns with text on both sides and none across: a row of a table whose
    /// upright rules end above it.
    fn parted_by_columns(&self, cell: Covering) -> Vec<Covering> {
        if cell.columns.len() < 2 {
            return vec![cell];
        }
        let pieces = lines::pieces(cell.letters.clone());
        let is_free = |x: f32| !pieces.iter().any(|it| it.left < x && x < it.right);
        let spans: Vec<(f32, f32)> = pieces.iter().map(|it| (it.left, it.right)).collect();
        let cuts = cuts(&cell.columns, &self.xs, &spans, is_free);
        let parts = cuts.windows(2).filter_map(|it| Some(*it.first()?..*it.get(1)?));
        let of_part = |columns: Range<usize>| {
            let within = |it: &&Letter| columns.contains(&between(&self.xs, it.area.center().0));
            let letters = cell.letters.iter().filter(within).copied().collect();
            let below = (cell.rows.start + 1..cell.rows.end)
                .take_while(|row| !self.is_parted_above(*row, columns.start));
            let rows = cell.rows.start..cell.rows.start + 1 + below.count();
            Covering { rows, columns, letters }
        };
        parts.map(of_part).collect()
    }

    /// Parts a cell at the borders of rows with text on both sides, farther apart than lines of one cell.
    fn parted_by_rows(&self, cell: Covering) -> Vec<Covering> {
        if cell.rows.len() < 2 {
            return vec![cell];
        }
        let pieces = lines::pieces(cell.letters.clone());
        let is_free = |y: f32| {
            let above = pieces.iter().filter(|it| it.center().1 < y);
            let below = pieces.iter().filter(|it| it.center().1 >= y);
            let gap = below.map(|it| it.top).fold(f32::MAX, f32::min)
                - above.map(|it| it.bottom).fold(f32::MIN, f32::max);
            let height = pieces.iter().map(Area::height).fold(0.0, f32::max);
            gap > ROW_GAP * height
        };
        let spans: Vec<(f32, f32)> = pieces.iter().map(|it| (it.top, it.bottom)).collect();
        let cuts = cuts(&cell.rows, &self.ys, &spans, is_free);
        let parts = cuts.windows(2).filter_map(|it| Some(*it.first()?..*it.get(1)?));
        let of_part = |rows: Range<usize>| {
            let within = |it: &&Letter| rows.contains(&between(&self.ys, it.area.center().1));
            let letters = cell.letters.iter().filter(within).copied().collect();
            Covering { rows: rows.clone(), columns: cell.columns.clone(), letters }
        };
        parts.map(of_part).collect()
    }

    /// Returns the first row and column of the cell at a position of the grid.
    fn start(&self, mut row: usize, mut column: usize) -> (usize, usize) {
        loop {
            if column > 0 && !self.is_parted_left(row, column) {
                column -= 1;
            } else if row > 0 && !self.is_parted_above(row, column) {
                row -= 1;
            } else {
                return (row, column);
            }
        }
    }

    fn is_parted_left(&self, row: usize, column: usize) -> bool {
        let (Some(x), Some(y)) = (self.xs.get(column), middle(&self.ys, row)) else { return true };
        self.rules.iter().any(|rule| {
            rule.height() > rule.width()
                && (rule.left - x).abs() < CLOSE
                && rule.top < y
                && y < rule.bottom
        })
    }

    fn is_parted_above(&self, row: usize, column: usize) -> bool {
        let (Some(y), Some(x)) = (self.ys.get(row), middle(&self.xs, column)) else { return true };
        self.rules.iter().any(|rule| {
            rule.width() > rule.height()
                && (rule.top - y).abs() < CLOSE
                && rule.left < x
                && x < rule.right
        })
    }
}

/// Returns the borders at which a cell of several rows or columns is parted, its own first and last included:
/// of the free ones between two pieces of text, the one nearest to the middle. `spans` are where the pieces
/// begin and end in this direction.
fn cuts(
    covered: &Range<usize>,
    borders: &[f32],
    spans: &[(f32, f32)],
    is_free: impl Fn(f32) -> bool,
) -> Vec<usize> {
    // By the number of pieces before it: how far the border is from the middle, and which it is.
    let mut nearest: BTreeMap<usize, (f32, usize)> = BTreeMap::new();
    for at in covered.start + 1..covered.end {
        let Some(border) = borders.get(at).copied() else { continue };
        let is_before = |it: &&(f32, f32)| (it.0 + it.1) / 2.0 < border;
        let before = spans.iter().filter(is_before).count();
        if before == 0 || before == spans.len() || !is_free(border) {
            continue;
        }
        let end = spans.iter().filter(is_before).map(|it| it.1).fold(f32::MIN, f32::max);
        let behind = spans.iter().filter(|it| !is_before(it));
        let start = behind.map(|it| it.0).fold(f32::MAX, f32::min);
        let distance = (border - (end + start) / 2.0).abs();
        let best = nearest.entry(before).or_insert((distance, at));
        if distance < best.0 {
            *best = (distance, at);
        }
    }
    let inner = nearest.into_values().map(|it| it.1);
    [covered.start].into_iter().chain(inner).chain([covered.end]).collect()
}

fn middle(places: &[f32], at: usize) -> Option<f32> {
    Some((places.get(at)? + places.get(at + 1)?) / 2.0)
}

/// Returns the interval of the borders that contains a position.
fn between(places: &[f32], at: f32) -> usize {
    places
        .partition_point(|place| *place <= at)
        .saturating_sub(1)
        .min(places.len().saturating_sub(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(left: f32, top: f32, right: f32, bottom: f32) -> Area {
        Area { left, top, right, bottom }
    }

    fn letter(c: char, x: f32, y: f32) -> Letter {
        let area = line(x - 2.0, y - 2.0, x + 2.0, y + 2.0);
        Letter {
            c,
            area,
            size: 4.0,
            spaced: false,
            order: 0,
            standing: Quarters::NONE,
            unseen: None,
        }
    }

    #[test]
    fn cells_of_a_grid_with_a_wide_cell() {
        let rules = [
            line(0.0, 0.0, 100.0, 0.0),
            line(0.0, 20.0, 100.0, 20.0),
            line(0.0, 40.0, 100.0, 40.0),
            line(0.0, 0.0, 0.0, 40.0),
            line(100.0, 0.0, 100.0, 40.0),
            // Splits only the second row.
            line(50.0, 20.0, 50.0, 40.0),
        ];
        let found = grids(&rules);
        assert_eq!(found.len(), 1);
        let cells = found[0].cells(&[
            letter('가', 70.0, 10.0),
            letter('나', 20.0, 30.0),
            letter('다', 70.0, 30.0),
        ]);
        let words: Vec<(usize, usize, String)> = cells
            .iter()
            .map(|it| (it.rows.start, it.columns.len(), it.letters.iter().map(|it| it.c).collect()))
            .collect();
        assert_eq!(words, [(0, 2, "가".into()), (1, 1, "나".into()), (1, 1, "다".into())]);
    }

    #[test]
    fn frames_and_single_lines_are_no_tables() {
        assert!(grids(&[line(0.0, 0.0, 100.0, 0.0), line(0.0, 20.0, 100.0, 20.0)]).is_empty());
        let mut frame = vec![
            line(0.0, 0.0, 100.0, 0.0),
            line(0.0, 20.0, 100.0, 20.0),
            line(0.0, 0.0, 0.0, 20.0),
            line(100.0, 0.0, 100.0, 20.0),
        ];
        assert!(grids(&frame).is_empty());
        frame.push(line(50.0, 0.0, 50.0, 20.0));
        assert!(grids(&frame).is_empty());
    }
}
