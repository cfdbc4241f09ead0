//! Writes lines within an article in the Markdown of statutes (see [`crate::statute`]).

use super::heading_marks::{Class, Mark};
use crate::text::circled;

/// Converts a line within an article: ①, 1., 가. and 1) in the Markdown of statutes.
pub(super) fn of_law(mark: Option<&Mark>, words: &str) -> String {
    let first = words.chars().next().unwrap_or(' ');
    if circled(first).is_some() {
        let rest = words.get(first.len_utf8()..).unwrap_or_default().trim_start();
        return format!("**{first}** {rest}");
    }
    let dotted = |indent: &str| {
        let escaped = words.replacen('.', "\\.", 1);
        format!("{indent}{escaped}")
    };
    match mark {
        Some(Mark::Numbered(Class::Digit, _)) => dotted("  "),
        Some(Mark::Numbered(Class::Syllable, _)) => dotted("    "),
        _ if branched_item(words) => dotted("  "),
        _ if deeper(words) => format!("      {words}"),
        _ => words.to_owned(),
    }
}

/// Returns whether a line begins with a branch number: `4의2. `.
fn branched_item(words: &str) -> bool {
    let after = crate::text::leading_number(words).and_then(|(_, rest)| rest.strip_prefix('의'));
    let rest = after.and_then(crate::text::leading_number).map(|(_, rest)| rest);
    rest.is_some_and(|rest| rest.starts_with(". "))
}

/// Returns whether a line belongs to a list below 목 (`1)`, `가)`, `(1)`, `- `), which stays in its text.
fn deeper(words: &str) -> bool {
    let inner = words.strip_prefix('(').unwrap_or(words);
    let bracket = inner.chars().take(3).position(|c| c == ')').is_some_and(|at| at > 0);
    bracket || words.starts_with("- ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::heading_marks::mark;

    #[test]
    fn marks_become_certain() {
        let check = |words: &str, expected: &str| {
            assert_eq!(of_law(mark(words).as_ref(), words), expected, "{words}");
        };
        check("①누구든지", "**①** 누구든지");
        check("3. 전광판", "  3\\. 전광판");
        check("4의2. 매체", "  4의2\\. 매체");
        check("나. 의원", "    나\\. 의원");
        check("1) 하나", "      1) 하나");
        check("(가) 하나", "      (가) 하나");
        check("2018. 9. 28. 이후", "2018. 9. 28. 이후");
        check("다만, 그러하다.", "다만, 그러하다.");
        check("3.5퍼센트", "3.5퍼센트");
    }
}
