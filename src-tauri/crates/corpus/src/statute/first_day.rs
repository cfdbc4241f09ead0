//! Reads notes that give a part of a law a separate effective date: `[시행일: 2027. 1. 1.]`, `[시행일: 2027. 1. 1.]
//! 제4조제2항`.

use std::sync::LazyLock;

use jiff::civil::Date;
use regex::Regex;
use simui_domain::{ProvisionPath, SUBITEM_LETTERS};

use crate::front_matter::date;
use crate::text::pattern;

static DATED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"^\[시행일\s*[:：]?\s*(\d{4}\s*[.-]\s*\d{1,2}\s*[.-]\s*\d{1,2})\s*\.?\s*\]\s*(.*)$")
});

static PLACE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(제\d{{1,4}}조(?:의\d{{1,3}})?)?((?:제\d{{1,3}}항)?(?:제\d{{1,3}}호(?:의\d{{1,3}})?)?(?:[{SUBITEM_LETTERS}]목)?)"
    ))
});

/// What a note says about the article that contains it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum FirstDay {
    /// The whole article takes effect on this day.
    Article(Date),
    /// These provisions of the article take effect on this day.
    Provisions(Date, Vec<ProvisionPath>),
    /// The note is about other articles.
    Elsewhere,
    /// The note does not give a single day: `[시행일] 다음 각 호의 구분에 따른 …`.
    Undecided,
}

/// Whether a line is such a note.
pub(super) fn is_note(line: &str) -> bool {
    line.starts_with("[시행일")
}

/// Reads a note in an article. `article` is `None` in 별표 and in 부칙 without articles.
pub(super) fn first_day(line: &str, article: Option<&ProvisionPath>) -> FirstDay {
    let Some(found) = DATED.captures(line) else { return FirstDay::Undecided };
    let Some(day) = date(&found[1].replace(char::is_whitespace, "")) else {
        return FirstDay::Undecided;
    };
    let rest: String = found[2].chars().filter(|c| !c.is_whitespace()).collect();
    let Some(article) = article.filter(|_| !rest.is_empty()) else {
        return FirstDay::Article(day);
    };
    let mut named = false;
    let mut inside = Vec::new();
    // 제4조제2항, 제5항: a number without 조 belongs to the last 조 named, or to this one if none has been named.
    let mut last_article = article.to_string();
    for place in PLACE.captures_iter(&rest).filter(|place| !place[0].is_empty()) {
        named = true;
        if let Some(other) = place.get(1) {
            other.as_str().clone_into(&mut last_article);
        }
        let path = format!("{last_article}{}", &place[2]).parse::<ProvisionPath>();
        if let Ok(path) = path
            && article.contains(&path)
        {
            inside.push(path);
        }
    }
    if !named {
        FirstDay::Undecided
    } else if inside.contains(article) {
        FirstDay::Article(day)
    } else if inside.is_empty() {
        FirstDay::Elsewhere
    } else {
        FirstDay::Provisions(day, inside)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::*;

    #[test]
    fn notes_name_what_begins_later() {
        let article: ProvisionPath = "제4조".parse().unwrap();
        let day = Date::constant(2027, 1, 1);
        let check = |line: &str, expected: FirstDay| {
            assert_eq!(first_day(line, Some(&article)), expected, "{line}");
        };
        let paths = |paths: &[&str]| {
            FirstDay::Provisions(day, paths.iter().map(|path| path.parse().unwrap()).collect())
        };
        check("[시행일: 2027. 1. 1.]", FirstDay::Article(day));
        check("[시행일:2027.1.1] 제4조", FirstDay::Article(day));
        check("[시행일 2027-01-01]", FirstDay::Article(day));
        check("[시행일: 2027. 1. 1.] 제4조제2항", paths(&["제4조제2항"]));
        check(
            "[시행일: 2027.1.1] 제4조제2항, 제5항제1호의2",
            paths(&["제4조제2항", "제4조제5항제1호의2"]),
        );
        check("[시행일: 2027.1.1] 제1항제1호고목", paths(&["제4조제1항제1호고목"]));
        check("[시행일: 2027. 1. 1.] 제5조", FirstDay::Elsewhere);
        check("[시행일: 2027. 1. 1.] 제5조, 제4조제1항", paths(&["제4조제1항"]));
        check("[시행일] 다음 각 호의 구분에 따른 제4조의 개정규정", FirstDay::Undecided);
        check("[시행일: 2027. 13. 1.]", FirstDay::Undecided);
        check("[시행일: 2027. 1. 1.] 별도로 정하는 자", FirstDay::Undecided);
    }
}
