//! Reads a single reference without its law: 제N조제M항제K호가목.

use std::sync::LazyLock;

use regex::Regex;
use simui_domain::{ProvisionPath, SUBITEM_LETTERS};

use crate::text::{bracketed, pattern};

/// 조, 항, 호, 목 in the order in which they may follow each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    Article,
    Paragraph,
    Item,
    Subitem,
}

static UNIT: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^제\s?(\d{1,4})(?:(조)(?:의(\d{1,3}))?|(항)|(호)(?:의(\d{1,3}))?)"));

/// A 목 letter counts only if no longer word follows: 가목의, but not 다목적.
static SUBITEM: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(r"^([{SUBITEM_LETTERS}])목(?:[^가-힣]|[의에을를과와은는이가부까및또로중]|$)"))
});

/// `(의료광고의 금지 등) 제2항`: a 조문제목 between a 조 and its 항.
static AFTER_TITLE: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\s?제\s?\d{1,4}(?:항|호)"));

/// A parsed reference: the path it points to, its first level and its length in bytes.
#[derive(Debug, PartialEq)]
pub(super) struct Units {
    pub path: ProvisionPath,
    pub first: Level,
    pub len: usize,
}

/// Reads a reference at the start of `text`. Levels above the first one are taken from `base`. Without a base
/// the reference must begin with 조.
pub(super) fn units(text: &str, base: Option<&ProvisionPath>) -> Option<Units> {
    let (level, mut path, mut len) = unit(text, base, None)?;
    let (first, mut last) = (level, level);
    loop {
        let rest = text.get(len..)?;
        let gap = if last == Level::Article { title(rest) } else { 0 };
        let rest = rest.get(gap..)?;
        let space = usize::from(rest.starts_with(' '));
        let Some((level, deeper, taken)) =
            unit(rest.get(space..)?, Some(&path), Some(last)).filter(|(level, ..)| *level > last)
        else {
            return Some(Units { path, first, len });
        };
        (path, last) = (deeper, level);
        len += gap + space + taken;
    }
}

fn title(rest: &str) -> usize {
    let open = rest.len() - rest.trim_start_matches(' ').len();
    let inside = rest.get(open..).and_then(bracketed);
    inside
        .filter(|(title, after)| title.chars().count() <= 60 && AFTER_TITLE.is_match(after))
        .map_or(0, |(_, after)| rest.len() - after.len())
}

fn unit(
    text: &str,
    base: Option<&ProvisionPath>,
    above: Option<Level>,
) -> Option<(Level, ProvisionPath, usize)> {
    if let Some(found) = SUBITEM.captures(text) {
        let letter = found.get(1)?.as_str().chars().next()?;
        let base = base.filter(|base| base.item > 0)?;
        let subitem = ProvisionPath::subitem_number(letter)?;
        let path = ProvisionPath { subitem, ..base.clone() };
        return Some((Level::Subitem, path, found.get(1)?.len() + "목".len()));
    }
    let found = UNIT.captures(text)?;
    let number = |at: usize| found.get(at).and_then(|digits| digits.as_str().parse::<u32>().ok());
    let n = number(1).filter(|n| *n > 0)?;
    let len = found.get(0)?.len();
    if found.get(2).is_some() {
        let path = ProvisionPath::article(n, number(3).unwrap_or(0));
        return above.is_none().then_some((Level::Article, path, len));
    }
    let base = base?;
    if found.get(4).is_some() {
        let path = ProvisionPath { paragraph: n, ..base.whole_article() };
        return Some((Level::Paragraph, path, len));
    }
    let above = ProvisionPath { paragraph: base.paragraph, ..base.whole_article() };
    let path = ProvisionPath { item: n, item_branch: number(6).unwrap_or(0), ..above };
    Some((Level::Item, path, len))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::*;

    #[test]
    fn one_reference() {
        let check = |text: &str, base: Option<&str>, expected: Option<(&str, &str)>| {
            let base = base.map(|base| base.parse().unwrap());
            let read = units(text, base.as_ref());
            let read = read.map(|read| (read.path.to_string(), text.get(..read.len).unwrap()));
            let expected = expected.map(|(path, words)| (path.to_owned(), words));
            assert_eq!(read, expected, "{text}");
        };
        check(
            "제5조제2항제3호가목에 따라",
            None,
            Some(("제5조제2항제3호가목", "제5조제2항제3호가목")),
        );
        check("제4조의2제1항", None, Some(("제4조의2제1항", "제4조의2제1항")));
        check("제56조 제2항 제8호 위반", None, Some(("제56조제2항제8호", "제56조 제2항 제8호")));
        check(
            "제56조(의료광고의 금지 등) 제2항은",
            None,
            Some(("제56조제2항", "제56조(의료광고의 금지 등) 제2항")),
        );
        check("제5조(제3항은 제외한다)", None, Some(("제5조", "제5조")));
        check("제3항", Some("제7조제1항제2호"), Some(("제7조제3항", "제3항")));
        check("제3호의2", Some("제7조제1항제2호"), Some(("제7조제1항제3호의2", "제3호의2")));
        check("나목", Some("제7조제1항제2호가목"), Some(("제7조제1항제2호나목", "나목")));
        check("다목적", Some("제7조제1항제2호"), None);
        check("제7조제1항제1호무목에", None, Some(("제7조제1항제1호무목", "제7조제1항제1호무목")));
        check("제1호 히목", Some("제7조제1항"), Some(("제7조제1항제1호히목", "제1호 히목")));
        check("제1호갸목", Some("제7조제1항"), Some(("제7조제1항제1호", "제1호")));
        check("제3항", None, None);
        check("제5조제6조", None, Some(("제5조", "제5조")));
        check("제0조", None, None);
        check("제5조의 규정", None, Some(("제5조", "제5조")));
    }
}
