//! Reads the title of an article in brackets after its number: 제56조(의료광고의 금지 등).

use std::sync::LazyLock;

use regex::Regex;

use crate::text::{bracketed, pattern};

/// Longest 조문제목 in characters.
const LONGEST: usize = 60;

static ARTICLE: LazyLock<Regex> = LazyLock::new(|| pattern(r"제\d{1,4}조(?:의\d{1,3})?\s?$"));

/// Bracketed text in this position that is no title.
static NO_TITLE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r#"^(?:이하|다만|단,|같은|동법|현행|구 |개정|신설|삭제|법률|대통령령|부령|제\d|참조|위반|\d)|다\.?$|제외|포함|한정|전의 것|[“”"‘’]"#,
    )
});

/// Returns the title in brackets inside a reference or directly after it, and the bytes that brackets after
/// it take.
pub(super) fn article_title(reference: &str, after: &str) -> Option<(String, usize)> {
    for (at, _) in reference.match_indices('(') {
        let (before, rest) = reference.split_at(at);
        if ARTICLE.is_match(before)
            && let Some(title) = bracketed(rest).and_then(|(inside, _)| title(inside))
        {
            return Some((title, 0));
        }
    }
    if !ARTICLE.is_match(reference) {
        return None;
    }
    let space = after.len() - after.trim_start_matches(' ').len();
    let (inside, _) = bracketed(after.get(space..).filter(|_| space <= 1)?)?;
    Some((title(inside)?, space + inside.len() + 2))
}

fn title(inside: &str) -> Option<String> {
    let inside = inside.trim();
    let fits = !inside.is_empty() && inside.chars().count() <= LONGEST;
    (fits && !NO_TITLE.is_match(inside)).then(|| inside.to_owned())
}
