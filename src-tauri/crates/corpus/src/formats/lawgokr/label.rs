//! Parses 조문번호, the `제4조의2(제목)` at the beginning of 조문내용, and headings of 편·장·절·관.

use std::sync::LazyLock;

use regex::Regex;

use super::unit::branch_number;
use crate::statute::{Numbered, article, branch};
use crate::text::{leading_number, pattern};

static DIVISION: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^제\s*(\d{1,4})\s*(편|장|절|관)\s*(?:의\s*(\d{1,3}))?(?:\s+(.*)|\s*(<.*)|\s*(\[.*)|)$",
    )
});

/// The parts of `제4조의2(제목) 나머지`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Label<'a> {
    pub number: Numbered,
    /// Title; empty without brackets.
    pub title: &'a str,
    pub rest: &'a str,
}

impl<'a> Label<'a> {
    /// Returns the label at the beginning of a text; 제4조 in "제4조제1항에 따라" is a reference.
    pub(super) fn of(text: &'a str) -> Option<Self> {
        let text = text.trim_start();
        let (number, branch, title, rest) = article(text)?;
        let head = text.get(..text.len() - rest.len())?;
        let separated = rest.is_empty() || head.ends_with(|c: char| c.is_whitespace() || c == ')');
        let deleted = rest.starts_with("삭제") || rest.starts_with('<');
        (separated || deleted).then_some(Self { number: (number, branch), title, rest })
    }

    /// Returns whether the text is unambiguously a label.
    pub(super) fn is_certain(&self) -> bool {
        !self.title.is_empty() || self.rest.is_empty() || self.rest.starts_with("삭제")
    }
}

/// Parses 조문번호 with 조문가지번호, also `4의2` and `제4조의2`.
pub(super) fn article_number(number: &str, branch_text: &str) -> Option<Numbered> {
    let (value, rest) = leading_number(number.trim().trim_start_matches('제'))?;
    let (own, rest) = branch(rest.trim_start_matches('조'));
    let other = branch_number(branch_text)?;
    (value > 0 && rest.trim().is_empty()).then_some((value, if own > 0 { own } else { other }))
}

/// Parses `000402` of 자치법규: four digits of 조, two of its 가지번호.
pub(super) fn packed_number(number: &str) -> Option<Numbered> {
    let value: u32 = number.trim().parse().ok().filter(|value| *value < 1_000_000)?;
    (value >= 100).then_some((value / 100, value % 100))
}

/// Parses `제1장 총칙 <개정 2010.1.1>`; returns the unit and the heading in our Markdown.
pub(super) fn division(line: &str) -> Option<(&'static str, String)> {
    let found = DIVISION.captures(line.trim())?;
    let unit = ["편", "장", "절", "관"].into_iter().find(|unit| *unit == &found[2])?;
    let branch = found.get(3).map(|it| format!("의{}", it.as_str())).unwrap_or_default();
    let name = (4..=6).find_map(|at| found.get(at)).map_or("", |it| it.as_str()).trim();
    let heading = format!("제{}{unit}{branch} {name}", &found[1]);
    Some((unit, heading.trim_end().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_not_references() {
        let check = |text: &str, expected: Option<(Numbered, &str, &str)>| {
            let found = Label::of(text).map(|label| (label.number, label.title, label.rest));
            assert_eq!(found, expected, "{text}");
        };
        check("제4조의2(매체) 다음", Some(((4, 2), "매체", "다음")));
        check(" 제5조 (정의(안))", Some(((5, 0), "정의(안)", "")));
        check("제6조(갑)①한다.", Some(((6, 0), "갑", "①한다.")));
        check("제5조 삭제 <2018.9.28>", Some(((5, 0), "", "삭제 <2018.9.28>")));
        check("제5조", Some(((5, 0), "", "")));
        check("제4조제1항에 따라", None);
        check("제4조를 본다.", None);
        check("이 법은", None);
    }

    #[test]
    fn numbers() {
        assert_eq!(article_number("4", "2"), Some((4, 2)));
        assert_eq!(article_number("4", "00"), Some((4, 0)));
        assert_eq!(article_number("제4조의2", ""), Some((4, 2)));
        assert_eq!(article_number("", ""), None);
        assert_eq!(article_number("0", ""), None);
        assert_eq!(packed_number("000402"), Some((4, 2)));
        assert_eq!(packed_number("100"), Some((1, 0)));
        assert_eq!(packed_number("1"), None);
    }

    #[test]
    fn headings() {
        let check = |line: &str, expected: Option<&str>| {
            assert_eq!(division(line).map(|(_, heading)| heading).as_deref(), expected, "{line}");
        };
        check("   제1장 총칙", Some("제1장 총칙"));
        check("제 2 장 의료인", Some("제2장 의료인"));
        check("제2장의2 모집 <신설 2010.1.1>", Some("제2장의2 모집 <신설 2010.1.1>"));
        check("제3관", Some("제3관"));
        check("제1장에 따라", None);
        check("제1조 총칙", None);
    }
}
