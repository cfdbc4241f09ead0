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
    let borders: Vec<usize> = (0..text.len()).filter(|at| is_border(text.chars[*at])).collect();
    let mut found = Vec::with_capacity(drawn.len());
    // Boxes of one part are handled together, so that the work grows with the length of the text.
    let mut from = 0;
    while let Some(opening) = drawn.get(from) {
        let next = borders.partition_point(|it| *it < opening.start);
        let first = next.checked_sub(1).map_or(0, |it| borders[it] + 1);
        let last = borders.get(next).copied().unwrap_or(text.len());
        let to = from + drawn[from..].partition_point(|it| it.start < last);
        let part = &drawn[from..to];
        let behind =
            part.last().is_some_and(|it| text.slice(it.end, last.max(it.end)).trim().is_empty());
        let field = trimmed(text, (first, opening.start));
        for (index, it) in part.iter().enumerate() {
            let words = if behind {
                (index.checked_sub(1).map_or(first, |it| part[it].end), it.start)
            } else {
                (it.end, part.get(index + 1).map_or(last, |it| it.start).max(it.end))
            };
            let (start, end) = trimmed(text, words);
            found.push(Ticked { is_full: it.is_full, start, end, field });
        }
        from = to;
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
pub(crate) fn is_border(c: char) -> bool {
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
