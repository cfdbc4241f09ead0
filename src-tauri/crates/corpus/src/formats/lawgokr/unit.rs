//! Units of an article: 항, 호 and 목 in the order of print.

use simui_domain::ProvisionPath;

use crate::statute::{Marker, Numbered, marker};
use crate::text::leading_number;

/// Highest number of a 항; beyond ㊿ our Markdown has no mark.
pub(super) const LAST_PARAGRAPH: u32 = 50;

/// Level of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    Paragraph,
    Item,
    Subitem,
}

impl Level {
    /// Returns the Korean name, as in element names: 항번호, 항내용.
    pub(super) fn name(self) -> &'static str {
        match self {
            Level::Paragraph => "항",
            Level::Item => "호",
            Level::Subitem => "목",
        }
    }
}

/// A unit with its own text; lower units follow it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Unit {
    pub level: Level,
    pub number: Numbered,
    pub words: String,
}

/// Returns the path of a unit after the previous path.
pub(super) fn path(before: &ProvisionPath, level: Level, number: Numbered) -> ProvisionPath {
    let mut path = before.clone();
    match level {
        Level::Paragraph => {
            path = ProvisionPath { paragraph: number.0, ..before.whole_article() };
        }
        Level::Item => {
            (path.item, path.item_branch, path.subitem) = (number.0, number.1, 0);
        }
        Level::Subitem => path.subitem = number.0,
    }
    path
}

/// Returns level, number and remaining text of a line with a mark.
pub(super) fn mark(line: &str) -> Option<(Level, Numbered, &str)> {
    let line = line.trim();
    let Some(found) = marker(line) else { return dated_item(line) };
    let (level, number, length) = match found {
        Marker::Paragraph { number, length } if !line.starts_with('*') => {
            (Level::Paragraph, (number, 0), length)
        }
        Marker::Item { number, branch, escaped: false, length } => {
            (Level::Item, (number, branch), length)
        }
        Marker::Subitem { number, escaped: false, length } => (Level::Subitem, (number, 0), length),
        _ => return None,
    };
    Some((level, number, line.get(length..)?))
}

/// Parses a 호 that begins with a date (`2. 2018. 9. 28. 이후의 것`); a date alone is no mark.
fn dated_item(line: &str) -> Option<(Level, Numbered, &str)> {
    let (number, rest) = leading_number(line)?;
    let (branch, rest) = crate::statute::branch(rest);
    let words = rest.strip_prefix('.')?.trim_start();
    let year = words.bytes().take_while(u8::is_ascii_digit).count();
    (number > 0 && year == 4).then_some((Level::Item, (number, branch), words))
}

/// Parses 항번호, 호번호 or 목번호 with its 가지번호: `①`, `1`, `4의2.`, `가.`.
pub(super) fn numbered(level: Level, number: &str, branch: &str) -> Option<Numbered> {
    let number = number.trim().trim_start_matches('제');
    let first = number.chars().next()?;
    if level == Level::Subitem {
        let rest = number.get(first.len_utf8()..)?.trim_end_matches('목').trim_end_matches('.');
        return ProvisionPath::subitem_number(first).filter(|_| rest.is_empty()).map(|n| (n, 0));
    }
    if let Some(circled) = crate::text::circled(first).filter(|_| level == Level::Paragraph) {
        return Some((circled, 0));
    }
    let (value, rest) = leading_number(number)?;
    let rest = rest.trim_start_matches(['항', '호', '.']);
    let (own_branch, rest) = crate::statute::branch(rest);
    let is_complete = rest.trim_end_matches('.').is_empty() && value > 0;
    let branch = match own_branch {
        0 => branch_number(branch)?,
        own => own,
    };
    is_complete.then_some((value, branch))
}

/// Parses a branch number `2`, `02`, `의2`; 0 for an empty text or `00`, `None` for other text.
pub(super) fn branch_number(text: &str) -> Option<u32> {
    let text = text.trim().trim_start_matches('의');
    if text.is_empty() { Some(0) } else { text.parse().ok().filter(|branch| *branch < 1_000) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_elements() {
        let check = |level, number, branch, expected| {
            assert_eq!(numbered(level, number, branch), expected, "{number} {branch}");
        };
        check(Level::Paragraph, "①", "", Some((1, 0)));
        check(Level::Paragraph, " 12 ", "", Some((12, 0)));
        check(Level::Paragraph, "제2항", "", Some((2, 0)));
        check(Level::Item, "4.", "2", Some((4, 2)));
        check(Level::Item, "4의2.", "", Some((4, 2)));
        check(Level::Item, "4의2.", "2", Some((4, 2)));
        check(Level::Item, "1", "00", Some((1, 0)));
        check(Level::Subitem, "가.", "", Some((1, 0)));
        check(Level::Subitem, "허목", "", Some((28, 0)));
        check(Level::Subitem, "1)", "", None);
        check(Level::Subitem, "가나", "", None);
        check(Level::Item, "", "", None);
        check(Level::Item, "0.", "", None);
        check(Level::Item, "하나", "", None);
        check(Level::Item, "1.", "둘", None);
    }

    #[test]
    fn marks_of_lines() {
        let check = |line, expected| assert_eq!(mark(line), expected, "{line}");
        check("  ② 갑", Some((Level::Paragraph, (2, 0), "갑")));
        check("4의2. 을", Some((Level::Item, (4, 2), "을")));
        check(" 가. 병", Some((Level::Subitem, (1, 0), "병")));
        check("2018. 9. 28. 개정", None);
        check("2. 2018. 9. 28. 이후", Some((Level::Item, (2, 0), "2018. 9. 28. 이후")));
        check("1\\. 정", None);
        check("**①** 무", None);
        check("1) 기", None);
    }
}
