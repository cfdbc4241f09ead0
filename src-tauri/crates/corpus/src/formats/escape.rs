//! Escapes text of a document for our Markdown, so that none of it becomes structure.
//!
//! The inverse of [`crate::text::clean`].

use std::sync::LazyLock;

use regex::Regex;

use crate::text::pattern;

/// Character references and tags that reading would decode or drop.
static REFERENCE: LazyLock<Regex> = LazyLock::new(|| pattern(r"&(lt|gt|quot|nbsp|amp|#39);"));
static TAG: LazyLock<Regex> = LazyLock::new(|| pattern(r"<(/?img\b|br\s*/?>)"));

/// Escapes one line: line breaks become spaces, and white space at both ends is removed.
pub(crate) fn line(text: &str) -> String {
    let mut words = text.replace(['\n', '\r', '\t'], " ").trim().to_owned();
    if words.contains('\\') {
        words = words.replace('\\', "\\\\");
    }
    if words.contains("**") {
        words = words.replace('*', "\\*");
    }
    if words.contains('&') {
        words = REFERENCE.replace_all(&words, "&amp;$1;").into_owned();
    }
    if words.contains('<') {
        words = TAG.replace_all(&words, "&lt;$1").into_owned();
    }
    if words.starts_with('#') {
        words.insert(0, '\\');
    }
    words
}

/// Writes a table row: `| 갑 | 을 |`.
pub(crate) fn row(cells: &[String]) -> String {
    let mut row = String::from("|");
    for cell in cells {
        let words = line(cell).replace('|', "\\|");
        row.push_str(if words.is_empty() { " |" } else { " " });
        if !words.is_empty() {
            row.push_str(&words);
            row.push_str(" |");
        }
    }
    row
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::text::clean;

    #[test]
    fn structure_is_escaped() {
        let check = |text: &str, expected: &str| assert_eq!(line(text), expected);
        check("# 제목", "\\# 제목");
        check("**굵게** 5*3", "\\*\\*굵게\\*\\* 5\\*3");
        check("5 * 3", "5 * 3");
        check("C:\\가", "C:\\\\가");
        check("a &lt; <br> <img src>", "a &amp;lt; &lt;br> &lt;img src>");
        assert_eq!(row(&["가|나".into(), String::new(), "다".into()]), "| 가\\|나 | | 다 |");
    }

    proptest! {
        #[test]
        fn reading_takes_it_back(text in "[가-하a-z#*\\\\&;<>/().|0-9 _-]{0,40}", tail in "(&lt;|<br>|<img a>|\\*\\*|\\\\#)?") {
            let text = format!("{text}{tail}");
            prop_assert_eq!(clean(&line(&text)), text.trim());
        }
    }
}
