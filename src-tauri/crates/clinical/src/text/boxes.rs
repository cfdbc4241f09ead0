//! Finds the boxes of forms, however they are drawn: ☑ 통풍 ☐ 천식, [x] gout.

use super::letters::Text;

/// The spellings of a full and an empty box, and the forms in which each is written.
pub(crate) const DRAWN: [(&str, &[&str]); 2] = [
    ("☑", &["☑", "☒", "■", "▣", "✓", "✔", "√", "[x]", "[v]", "[o]", "[√]", "[✓]", "(v)", "(√)"]),
    ("☐", &["☐", "□", "✗", "✘", "[ ]", "[]", "( )"]),
];

/// A box, and the words that it ticks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Ticked {
    pub is_full: bool,
    /// Start of its words, which may be empty, in letters.
    pub start: usize,
    /// End of its words, exclusive, in letters.
    pub end: usize,
    /// Start and end of the words before the first box of the part: 임신 여부 in 임신 여부 □예 ■아니오.
    pub field: (usize, usize),
}

/// A box in a text, in letters.
struct Drawn {
    start: usize,
    end: usize,
    is_full: bool,
}

/// The boxes of a text with their words. In a part of a line that ends with a box the words precede it,
/// otherwise they follow.
pub(crate) fn ticked(text: &Text) -> Vec<Ticked> {
    let drawn = boxes(text);
    let mut found = Vec::with_capacity(drawn.len());
    for (index, it) in drawn.iter().enumerate() {
        let border = (0..it.start).rev().find(|at| is_border(text.chars[*at]));
        let (first, last) = (
            border.map_or(0, |it| it + 1),
            (it.end..text.len()).find(|at| is_border(text.chars[*at])).unwrap_or(text.len()),
        );
        let of_part = |it: &&Drawn| first <= it.start && it.start < last;
        let field = drawn.iter().find(of_part).map_or(it.start, |it| it.start);
        let behind = drawn.iter().rfind(of_part);
        let behind = behind.is_some_and(|it| text.slice(it.end, last).trim().is_empty());
        let before = index.checked_sub(1).map_or(0, |it| drawn[it].end);
        let after = drawn.get(index + 1).map_or(last, |it| it.start.min(last));
        let words = if behind { (before.max(first), it.start) } else { (it.end, after) };
        let (start, end) = trimmed(text, words);
        let field = trimmed(text, (first, field));
        found.push(Ticked { is_full: it.is_full, start, end, field });
    }
    found
}

/// A range without the spaces at its ends.
fn trimmed(text: &Text, (mut start, mut end): (usize, usize)) -> (usize, usize) {
    while start < end && text.chars[start].is_whitespace() {
        start += 1;
    }
    while start < end && text.chars[end - 1].is_whitespace() {
        end -= 1;
    }
    (start, end)
}

/// Whether a letter separates the parts of a form.
fn is_border(c: char) -> bool {
    matches!(c, '\n' | '\r' | ',' | '/' | ';' | '|')
}

fn boxes(text: &Text) -> Vec<Drawn> {
    let (mut found, mut at) = (Vec::new(), 0);
    while at < text.len() {
        let rest = text.slice(at, text.len().min(at + 5));
        let drawn = DRAWN.iter().enumerate().find_map(|(row, (_, forms))| {
            let form = forms.iter().find(|it| rest.starts_with(**it))?;
            Some((row == 0, form.chars().count()))
        });
        if let Some((is_full, length)) = drawn {
            found.push(Drawn { start: at, end: at + length, is_full });
        }
        at += drawn.map_or(1, |it| it.1);
    }
    found
}
