//! Joins letters to lines in reading order: columns are read one after the other.

use super::sheet::{Area, Letter};
use super::turn::Quarters;

/// Least gap between two columns, in heights of their letters.
pub(super) const GUTTER: f32 = 1.4;
/// Least lines of a column.
const FEWEST_LINES: usize = 4;
/// Deepest nesting of columns.
const DEEPEST: usize = 3;

/// A line of text.
#[derive(Debug, Clone)]
pub(super) struct Line {
    pub area: Area,
    /// Area of its column.
    pub column: Area,
    pub size: f32,
    pub text: String,
    /// Whether it ends with a space of its own.
    pub ends_spaced: bool,
    /// From left to right.
    letters: Vec<Letter>,
}

impl Line {
    /// Returns the areas of its pieces, from left to right: visible letters without a gutter between them.
    pub(super) fn pieces(&self) -> Vec<Area> {
        let visible: Vec<Area> =
            self.letters.iter().filter(|it| !it.c.is_whitespace()).map(|it| it.area).collect();
        let parts = visible.chunk_by(|a, b| b.left - a.right < GUTTER * self.size);
        parts.filter_map(|it| extent(it.iter().copied())).collect()
    }

    /// Returns the width of the first word in points.
    pub(super) fn first_word_width(&self) -> f32 {
        let word = self.letters.iter().skip_while(|it| it.c.is_whitespace());
        extent(word.take_while(|it| !it.c.is_whitespace()).map(|it| it.area))
            .map_or(0.0, |area| area.width())
    }
}

/// Returns whether the text contains spaces as letters; small gaps then mean nothing.
pub(super) fn writes_spaces(letters: &[Letter]) -> bool {
    letters.iter().filter(|it| it.c == ' ').count() * 20 > letters.len()
}

/// Returns the lines in reading order: upright letters first, then those of each other direction.
pub(super) fn lines(letters: Vec<Letter>, writes_spaces: bool) -> Vec<Line> {
    let mut lines = Vec::new();
    for (standing, letters) in by_standing(letters) {
        let from = lines.len();
        columns(rows(letters, writes_spaces), 0, writes_spaces, &mut lines);
        for line in lines.iter_mut().skip(from) {
            line.area = standing.as_it_stood(line.area);
            line.column = standing.as_it_stood(line.column);
        }
    }
    lines
}

/// Groups letters by direction, upright ones first, and turns each group upright.
fn by_standing(letters: Vec<Letter>) -> Vec<(Quarters, Vec<Letter>)> {
    let (upright, others): (Vec<Letter>, Vec<Letter>) =
        letters.into_iter().partition(|it| it.standing == Quarters::NONE);
    let mut groups = vec![(Quarters::NONE, upright)];
    for standing in Quarters::TURNED {
        let turned = others.iter().filter(|it| it.standing == standing);
        let turned = turned.map(|it| Letter { area: standing.upright(it.area), ..*it });
        groups.push((standing, turned.collect()));
    }
    groups.retain(|(_, letters)| !letters.is_empty());
    groups
}

/// Returns the text of letters as one passage.
pub(super) fn passage(letters: Vec<Letter>, writes_spaces: bool) -> String {
    let groups = by_standing(letters).into_iter();
    let lines = groups.flat_map(|(_, letters)| rows(letters, writes_spaces));
    let mut words = String::new();
    for line in lines {
        if !words.is_empty() {
            words.push(' ');
        }
        words.push_str(line.text.trim());
    }
    words
}

/// Returns the areas of the pieces of lines: runs of letters without gaps as wide as those between columns.
pub(super) fn pieces(letters: Vec<Letter>) -> Vec<Area> {
    rows(letters, true).iter().flat_map(Line::pieces).collect()
}

/// Returns lines from top to bottom, each over the whole width.
pub(super) fn rows(mut letters: Vec<Letter>, writes_spaces: bool) -> Vec<Line> {
    letters.sort_by(|a, b| a.area.center().1.total_cmp(&b.area.center().1));
    // Each row has its largest letter: a small mark above the line belongs to it.
    let mut rows: Vec<(Area, Vec<Letter>)> = Vec::new();
    for letter in letters {
        let fits = rows.last().is_some_and(|(largest, _)| {
            let overlap = largest.bottom.min(letter.area.bottom) - largest.top.max(letter.area.top);
            overlap > 0.5 * largest.height().min(letter.area.height()).max(0.1)
        });
        match rows.last_mut().filter(|_| fits) {
            Some((largest, row)) => {
                if letter.area.height() > largest.height() {
                    *largest = letter.area;
                }
                row.push(letter);
            }
            None => rows.push((letter.area, vec![letter])),
        }
    }
    rows.into_iter()
        .flat_map(|(_, row)| untangled(row))
        .filter_map(|row| line(row, writes_spaces))
        .collect()
}

/// Splits a row with overlapping letters by height; it contains lines of different heights side by side.
fn untangled(mut row: Vec<Letter>) -> Vec<Vec<Letter>> {
    row.sort_by(|a, b| a.area.left.total_cmp(&b.area.left));
    let covers = |a: &Letter, b: &Letter| b.area.left < a.area.left + 0.4 * a.area.width();
    let visible: Vec<&Letter> = row.iter().filter(|it| !it.c.is_whitespace()).collect();
    let tangled = visible.windows(2).filter(|pair| matches!(pair, [a, b] if covers(a, b))).count();
    if tangled < 3 {
        return vec![row];
    }
    row.sort_by(|a, b| a.area.center().1.total_cmp(&b.area.center().1));
    let mut lines: Vec<Vec<Letter>> = Vec::new();
    for letter in row {
        let middle = |it: &Letter| it.area.center().1;
        let near = lines
            .last()
            .and_then(|line| line.last())
            .is_some_and(|last| middle(&letter) - middle(last) < 0.12 * letter.size.max(last.size));
        match lines.last_mut().filter(|_| near) {
            Some(line) => line.push(letter),
            None => lines.push(vec![letter]),
        }
    }
    lines
}

fn line(mut letters: Vec<Letter>, writes_spaces: bool) -> Option<Line> {
    letters.sort_by(|a, b| a.area.left.total_cmp(&b.area.left).then(a.order.cmp(&b.order)));
    let area = extent(letters.iter().filter(|it| !it.c.is_whitespace()).map(|it| it.area))?;
    let mut text = String::new();
    let mut last: Option<Letter> = None;
    for letter in &letters {
        let gap = last.is_some_and(|last| {
            let wide = letter.area.left - last.area.right;
            let follows = letter.order > last.order && letter.order <= last.order + 2;
            let size = letter.size.min(last.size);
            match (follows, writes_spaces) {
                (_, true) => wide > 0.5 * size,
                (true, false) => letter.spaced,
                (false, false) => wide > 0.25 * size,
            }
        });
        if gap && !text.ends_with(' ') && letter.c != ' ' {
            text.push(' ');
        }
        text.push(letter.c);
        last = Some(*letter);
    }
    let size = letters.iter().map(|it| it.size).fold(0.0, f32::max);
    let ends_spaced = text.ends_with(' ');
    Some(Line { area, column: area, size, text: text.trim().to_owned(), ends_spaced, letters })
}

/// Returns the area around some areas; `None` if there are none.
pub(super) fn extent(areas: impl Iterator<Item = Area>) -> Option<Area> {
    areas.reduce(|a, b| Area {
        left: a.left.min(b.left),
        top: a.top.min(b.top),
        right: a.right.max(b.right),
        bottom: a.bottom.max(b.bottom),
    })
}

/// Adds rows in reading order, column by column.
fn columns(rows: Vec<Line>, depth: usize, writes_spaces: bool, read: &mut Vec<Line>) {
    let found = if depth < DEEPEST { gutter(&rows) } else { None };
    let Some((from, to, x)) = found else {
        let column = extent(rows.iter().map(|row| row.area)).unwrap_or_default();
        read.extend(rows.into_iter().map(|row| Line { column, ..row }));
        return;
    };
    let mut above = rows;
    let below = above.split_off(to.min(above.len()));
    let side_by_side = above.split_off(from.min(above.len()));
    columns(above, depth + 1, writes_spaces, read);
    let letters = side_by_side.into_iter().flat_map(|row| row.letters);
    let (left, right): (Vec<Letter>, Vec<Letter>) =
        letters.partition(|letter| letter.area.center().0 < x);
    columns(self::rows(left, writes_spaces), depth + 1, writes_spaces, read);
    columns(self::rows(right, writes_spaces), depth + 1, writes_spaces, read);
    columns(below, depth + 1, writes_spaces, read);
}

/// Returns the longest run of rows with an empty strip in the middle and full lines on both sides: first row,
/// row after the last, position of the strip.
fn gutter(rows: &[Line]) -> Option<(usize, usize, f32)> {
    let page = extent(rows.iter().map(|row| row.area))?;
    let mut best: Option<(usize, usize, f32)> = None;
    for step in 0..=40u8 {
        let x = page.left + page.width() * (0.25 + f32::from(step) * 0.0125);
        let mut from = 0;
        for at in 0..=rows.len() {
            let crossed = rows.get(at).is_none_or(|row| crosses(row, x));
            if !crossed {
                continue;
            }
            let longer = best.is_none_or(|(first, last, _)| at - from > last - first);
            if longer && rows.get(from..at).is_some_and(|run| are_columns(run, x)) {
                best = Some((from, at, x));
            }
            from = at + 1;
        }
    }
    best
}

fn crosses(row: &Line, x: f32) -> bool {
    let visible = row.letters.iter().filter(|it| !it.c.is_whitespace());
    let (mut left, mut right) = (f32::MIN, f32::MAX);
    for letter in visible {
        if letter.area.center().0 < x {
            left = left.max(letter.area.right);
        } else {
            right = right.min(letter.area.left);
        }
    }
    let room = GUTTER * row.size.max(4.0) / 2.0;
    left > x - room || right < x + room
}

/// Returns whether both sides are running text, not cells of a table without lines.
fn are_columns(run: &[Line], x: f32) -> bool {
    let side = |is_left: bool| {
        let parts: Vec<Area> = run
            .iter()
            .filter_map(|row| {
                let visible = row.letters.iter().filter(|it| !it.c.is_whitespace());
                extent(visible.filter(|it| (it.area.center().0 < x) == is_left).map(|it| it.area))
            })
            .collect();
        let whole = extent(parts.iter().copied()).map_or(0.0, |area| area.width());
        let mut widths: Vec<f32> = parts.iter().map(Area::width).collect();
        widths.sort_by(f32::total_cmp);
        let typical = widths.get(widths.len() / 2).copied().unwrap_or(0.0);
        parts.len() >= FEWEST_LINES && typical >= 0.7 * whole && whole > 60.0
    };
    side(true) && side(false)
}
