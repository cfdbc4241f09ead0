//! Splits text with 항, 호 and 목 as lines: 행정규칙, 자치법규, and old laws.
//!
//! A line begins a unit only if its number continues the numbering; other lines belong to the unit above.

use super::unit::{LAST_PARAGRAPH, Level, Unit, mark};
use crate::statute::{Numbered, follows};
use crate::text::clean;

/// Result of splitting a text.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Flat {
    /// Text before the first unit.
    pub words: String,
    pub units: Vec<Unit>,
    /// Lines that look like a unit out of order; they stay text.
    pub out_of_order: Vec<String>,
    /// Lines without a mark at the margin after 호 or 목, whose unit is uncertain.
    pub unmarked: Vec<String>,
}

/// Splits a text at its marks. `above` is the unit that the text belongs to; only lower levels are
/// recognised.
pub(super) fn flat(text: &str, above: Option<Level>) -> Flat {
    let mut found = Flat::default();
    // Last number of 항, 호 and 목.
    let mut last: [Numbered; 3] = [(0, 0); 3];
    for line in text.split('\n').filter(|line| !line.trim().is_empty()) {
        let mark = mark(line).filter(|(level, ..)| above.is_none_or(|above| *level > above));
        match mark {
            Some((level, number, words)) if fits(&last, level, number) => {
                let at = level as usize;
                if let Some(last_number) = last.get_mut(at) {
                    *last_number = number;
                }
                last.iter_mut().skip(at + 1).for_each(|below| *below = (0, 0));
                found.units.push(Unit { level, number, words: words.to_owned() });
            }
            mark => {
                if mark.is_some() {
                    found.out_of_order.push(line.trim().to_owned());
                } else if is_loose(&found, line) {
                    found.unmarked.push(line.trim().to_owned());
                }
                extend(&mut found, line);
            }
        }
    }
    found
}

fn fits(last: &[Numbered; 3], level: Level, number: Numbered) -> bool {
    let before = last.get(level as usize).copied().unwrap_or_default();
    follows(before, number) && (level != Level::Paragraph || number.0 <= LAST_PARAGRAPH)
}

/// Returns whether a line is at the margin below 호 or 목 and is no part of a drawing and no note.
fn is_loose(found: &Flat, line: &str) -> bool {
    let words = clean(line);
    let drawing = words.starts_with(['|', '│', '┌', '├', '└', '─', '┃', '┏', '┣', '┗', '<']);
    let below_item = found.units.last().is_some_and(|unit| unit.level >= Level::Item);
    below_item && !line.starts_with(char::is_whitespace) && !words.is_empty() && !drawing
}

fn extend(found: &mut Flat, line: &str) {
    let words = found.units.last_mut().map_or(&mut found.words, |unit| &mut unit.words);
    if !words.is_empty() {
        words.push('\n');
    }
    words.push_str(line);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outline(text: &str, above: Option<Level>) -> Vec<(Level, Numbered)> {
        flat(text, above).units.iter().map(|unit| (unit.level, unit.number)).collect()
    }

    #[test]
    fn only_numbers_in_order_are_units() {
        use Level::{Item, Paragraph, Subitem};
        let text = "머리\n① 가\n1. 나\n가. 다\n나. 라\n1의2. 마\n② 바\n3. 사\n④ 아\n1. 자\n";
        let found = outline(text, None);
        let expected = [
            (Paragraph, (1, 0)),
            (Item, (1, 0)),
            (Subitem, (1, 0)),
            (Subitem, (2, 0)),
            (Item, (1, 2)),
            (Paragraph, (2, 0)),
            (Item, (1, 0)),
        ];
        assert_eq!(found, expected);
        let all = flat(text, None);
        assert_eq!(all.words, "머리");
        assert_eq!(all.out_of_order, ["3. 사", "④ 아"]);
        assert_eq!(all.units[5].words, "바\n3. 사\n④ 아");
        assert_eq!(outline("① 가\n1. 나", Some(Paragraph)), [(Item, (1, 0))]);
        assert_eq!(outline("1. 나\n가. 다", Some(Item)), [(Subitem, (1, 0))]);
    }

    #[test]
    fn lines_at_the_margin_are_doubtful_below_items() {
        let found = flat("1. 가\n  이어지는 줄\n┌─┐\n이 경우 다르다.\n", None);
        assert_eq!(found.unmarked, ["이 경우 다르다."]);
        assert!(flat("가\n나\n① 다\n라\n", None).unmarked.is_empty());
    }
}
