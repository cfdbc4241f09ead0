//! Converts text of answers, and escapes it for our Markdown so that [`crate::quotable`] restores it.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use crate::statute::marker;
use crate::text::pattern;

/// Character references in a text that was escaped twice; no law contains `&lt;`.
static REFERENCE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"&(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|lt|gt|quot|apos|nbsp|amp|middot|hellip);")
});
static LINE_BREAK: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)<br\s*/?>|\r\n|\r"));
/// References that [`crate::quotable`] would decode.
static QUOTED_REFERENCE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"&(lt|gt|quot|nbsp|amp|#39);"));
static IMAGE: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)<img\b"));

/// Returns a text with references decoded, `<br/>` as line breaks, and no blank lines around it.
pub(super) fn plain(text: &str) -> String {
    let text = REFERENCE.replace_all(text, |found: &Captures<'_>| character(&found[1]));
    let text = LINE_BREAK.replace_all(&text, "\n");
    let lines: Vec<&str> = text.split('\n').map(str::trim_end).collect();
    let first = lines.iter().position(|line| !line.is_empty()).unwrap_or(lines.len());
    let last = lines.iter().rposition(|line| !line.is_empty()).map_or(first, |at| at + 1);
    lines.get(first..last).unwrap_or_default().join("\n")
}

fn character(name: &str) -> String {
    let code = match name.strip_prefix('#') {
        Some(hex) if hex.starts_with(['x', 'X']) => u32::from_str_radix(&hex[1..], 16).ok(),
        Some(decimal) => decimal.parse().ok(),
        None => None,
    };
    match (code.map(char::from_u32), name) {
        (Some(Some(character)), _) => character.to_string(),
        (_, "lt") => "<".to_owned(),
        (_, "gt") => ">".to_owned(),
        (_, "quot") => "\"".to_owned(),
        (_, "apos") => "'".to_owned(),
        (_, "nbsp") => " ".to_owned(),
        (_, "middot") => "·".to_owned(),
        (_, "hellip") => "…".to_owned(),
        (_, "amp") => "&".to_owned(),
        _ => format!("&{name};"),
    }
}

/// Returns a text on one line.
pub(super) fn one_line(text: &str) -> String {
    plain(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Counts the images in a text.
pub(super) fn images(text: &str) -> usize {
    IMAGE.find_iter(text).count()
}

/// Escapes what has a meaning in our Markdown in a line.
pub(super) fn escaped(line: &str) -> String {
    let line = QUOTED_REFERENCE.replace_all(line, "&amp;$1;");
    let characters: Vec<char> = line.chars().collect();
    let mut out = String::with_capacity(line.len() + 8);
    for (at, c) in characters.iter().enumerate() {
        let next = characters.get(at + 1);
        let beside = |other: Option<&char>| other == Some(&'*');
        let previous = at.checked_sub(1).and_then(|at| characters.get(at));
        let bold = *c == '*' && (beside(next) || beside(previous));
        let escapes = *c == '\\' && next.is_some_and(char::is_ascii_punctuation);
        if bold || escapes {
            out.push('\\');
        }
        out.push(*c);
    }
    out
}

/// Escapes a line so that it is no heading; keeps its indentation.
pub(super) fn no_heading(line: &str) -> String {
    let words = line.trim_start();
    let indent = line.get(..line.len() - words.len()).unwrap_or_default();
    let mark = if words.starts_with('#') { "\\" } else { "" };
    format!("{indent}{mark}{}", escaped(words))
}

/// Escapes a line so that it begins no 조, 항, 호 or 목.
pub(super) fn no_marker(line: &str) -> String {
    let line = no_heading(line.trim());
    if marker(&line).is_some() { format!("&nbsp;{line}") } else { line }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::text::clean;

    #[test]
    fn references_and_line_breaks() {
        let check = |text: &str, expected: &str| assert_eq!(plain(text), expected, "{text:?}");
        check("\n  가&lt;개정 2010.1.1&gt;<br/>나 \r\n\n", "  가<개정 2010.1.1>\n나");
        check("&#44032;&#xB098;&amp;lt;&#x110000;&두;", "가나&lt;&#x110000;&두;");
        check(" \n ", "");
    }

    #[test]
    fn marks_in_words_stay_words() {
        for line in [
            "1. 가",
            "4의2\\. 나",
            "1\\. 다",
            "**①** 라",
            "① 마",
            "가. 바",
            "가\\. 사",
            "# 아",
            "##### 제1조 (자)",
            "a**b***c",
            "\\",
            "\\\\.",
            "\\**",
            "&lt; &amp;lt;",
            "* 가",
            "<21> 다",
            "- 라",
            "2018. 9. 28. 마",
        ] {
            let written = no_marker(line);
            assert_eq!(marker(&written), None, "{line} as {written}");
            assert_eq!(clean(&written), line, "{written}");
        }
    }

    proptest! {
        // Without < and [, which may begin an editors' note, text is read back unchanged.
        #[test]
        fn words_come_back(line in "[가나① 0-9.#*\\\\&ltamp;의제조()_!~]{0,40}") {
            let written = no_marker(&line);
            prop_assert_eq!(marker(&written), None);
            prop_assert_eq!(clean(&written), line.trim());
            prop_assert_eq!(clean(&no_heading(&line)), line.trim());
        }
    }
}
