//! Finds tables by their ruled lines, and takes the letters of tables out of a page.

use super::sheet::{Area, Letter};
use super::{aligned, lines};

/// Distance in points below which lines count as one.
const CLOSE: f32 = 3.0;
/// Most ruled lines of a page; more are a drawing.
const MOST_RULES: usize = 1_500;
/// Most rows or columns of a table.
const MOST_LINES: usize = 150;

/// A table.
#[derive(Debug)]
pub(super) struct Grid {
    area: Area,
    /// Borders of columns, outer ones included.
    xs: Vec<f32>,
    ys: Vec<f32>,
    rules: Vec<Area>,
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
        let rows = grid.cells(&letters).into_iter();
        let passages = |row: Vec<Vec<Letter>>| {
            row.into_iter().map(|cell| lines::passage(cell, writes_spaces)).collect()
        };
        (grid.area.top, rows.map(passages).collect())
    });
    (tables.collect(), outside)
}

/// Returns the ruled tables of a page from top to bottom. A single row or column is a frame around text.
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

fn grid(rules: Vec<Area>) -> Option<Grid> {
    let xs = parted(rules.iter().filter(|it| it.height() > it.width()).map(|it| it.left));
    let ys = parted(rules.iter().filter(|it| it.width() > it.height()).map(|it| it.top));
    let is_table = xs.len() >= 3 && ys.len() >= 3;
    let (area, few) = (
        Area { left: *xs.first()?, right: *xs.last()?, top: *ys.first()?, bottom: *ys.last()? },
        xs.len().max(ys.len()) <= MOST_LINES,
    );
    (is_table && few).then_some(Grid { area, xs, ys, rules })
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

    /// Returns the letters of every cell, row by row. A cell that spans rows or columns has its letters in
    /// the first of them.
    fn cells(&self, letters: &[Letter]) -> Vec<Vec<Vec<Letter>>> {
        let (rows, columns) = (self.ys.len() - 1, self.xs.len() - 1);
        // Computed once, because they are used for every letter.
        let starts: Vec<(usize, usize)> =
            (0..rows * columns).map(|at| self.start(at / columns, at % columns)).collect();
        let mut cells = vec![vec![Vec::new(); columns]; rows];
        for letter in letters {
            let (x, y) = letter.area.center();
            let at = between(&self.ys, y) * columns + between(&self.xs, x);
            let (row, column) = starts.get(at).copied().unwrap_or_default();
            if let Some(cell) = cells.get_mut(row).and_then(|row| row.get_mut(column)) {
                cell.push(*letter);
            }
        }
        cells
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
        self.rules.iter().any(|it| {
            it.height() > it.width() && (it.left - x).abs() < CLOSE && it.top < y && y < it.bottom
        })
    }

    fn is_parted_above(&self, row: usize, column: usize) -> bool {
        let (Some(y), Some(x)) = (self.ys.get(row), middle(&self.xs, column)) else { return true };
        self.rules.iter().any(|it| {
            it.width() > it.height() && (it.top - y).abs() < CLOSE && it.left < x && x < it.right
        })
    }
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
    use super::super::turn::Quarters;
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
        let words: Vec<Vec<String>> = cells
            .iter()
            .map(|row| row.iter().map(|cell| cell.iter().map(|it| it.c).collect()).collect())
            .collect();
        assert_eq!(words, [["가", ""], ["나", "다"]]);
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
