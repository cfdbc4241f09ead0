//! Joins lines to paragraphs. Files often do not tell whether a line break inside a paragraph separates
//! words; then the line break is kept.

use super::lines::Line;
use crate::formats::heading_marks::{is_contents, mark};
use crate::text::circled;

/// A paragraph of several lines.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Paragraph {
    pub text: String,
    /// Number of line breaks that may or may not separate words.
    pub doubtful: usize,
}

/// Returns whether continued lines keep a final space, so that a line without one was broken inside a word.
pub(super) fn keeps_spaces(lines: &[Line]) -> bool {
    let continued = lines.windows(2).filter(|pair| matches!(pair, [a, b] if goes_on(a, b)));
    let (mut spaced, mut all) = (0usize, 0usize);
    for pair in continued {
        all += 1;
        spaced += usize::from(pair.first().is_some_and(|line| line.ends_spaced));
    }
    spaced > 0 && spaced * 10 >= all
}

/// Returns the paragraphs of lines in reading order.
pub(super) fn paragraphs(lines: &[Line], keeps_spaces: bool) -> Vec<Paragraph> {
    let mut paragraphs: Vec<Paragraph> = Vec::new();
    let mut last: Option<&Line> = None;
    for line in lines {
        match (last.filter(|last| goes_on(last, line)), paragraphs.last_mut()) {
            (Some(last), Some(open)) => {
                if last.ends_spaced || parts_words(&open.text, &line.text) {
                    open.text.push(' ');
                } else if !keeps_spaces {
                    open.text.push('\n');
                    open.doubtful += 1;
                }
                open.text.push_str(&line.text);
            }
            _ => paragraphs.push(Paragraph { text: line.text.clone(), doubtful: 0 }),
        }
        last = Some(line);
    }
    paragraphs
}

/// Returns whether a line break certainly separates words: after a sentence or a comma, and in scripts that
/// break lines only at spaces.
fn parts_words(before: &str, after: &str) -> bool {
    let (Some(last), Some(first)) = (before.chars().next_back(), after.chars().next()) else {
        return false;
    };
    let spaced_script = |c: char| c.is_alphanumeric() && (c as u32) < 0x1100;
    ".,;:?!".contains(last) || (spaced_script(last) && spaced_script(first) && last.is_alphabetic())
}

/// Returns whether the second line continues the paragraph of the first.
fn goes_on(first: &Line, second: &Line) -> bool {
    let same_column = (first.column.left - second.column.left).abs() < 1.0
        && (first.column.right - second.column.right).abs() < 1.0;
    let same_size = (first.size - second.size).abs() < 0.15 * first.size.max(1.0);
    let gap = second.area.top - first.area.bottom;
    let near = gap < 1.1 * first.size && second.area.top > first.area.top;
    // The first word of the second line would not have fitted on the first.
    let room = first.column.right - first.area.right;
    let full = room < second.first_word_width() + 0.5 * first.size;
    same_column && same_size && near && full && !begins(&second.text) && !is_contents(&first.text)
}

/// Returns whether a line begins a new item.
fn begins(line: &str) -> bool {
    let first = line.chars().next().unwrap_or(' ');
    let bullet = "-–—•●○◦■□▪▫◆◇▶▷※*ㅇ·‧∙".contains(first);
    let inner = line.strip_prefix('(').unwrap_or(line);
    let bracketed = inner.chars().take(4).position(|c| c == ')').is_some_and(|at| at > 0 && at < 4);
    mark(line).is_some() || circled(first).is_some() || bullet || bracketed
}
