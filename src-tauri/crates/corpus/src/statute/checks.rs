//! Checks for signs that part of the text of a law is missing.

use std::sync::LazyLock;

use regex::Regex;

use super::draft::Draft;
use crate::reading::Finding;
use crate::text::{clean, pattern};

static ANNOUNCES_LIST: LazyLock<Regex> = LazyLock::new(|| pattern(r"다음\s*각\s*(호|목)"));

/// A finding for a 조 with a heading and no text, not even 삭제.
fn empty_article(draft: &Draft, body: &str) -> Option<Finding> {
    let article = draft.units.first()?;
    let silent = clean(draft.words_of(article, body)).is_empty() && !draft.has_children(0);
    silent.then(|| {
        Finding::new(
            article.path.to_string(),
            "조의 제목만 있고 글이 없습니다. 원문에서 빠진 글을 찾아 다시 가져오십시오.",
        )
    })
}

/// Findings for articles without text, and for units that announce a list ("다음 각 호의 …") that does not follow.
/// In both cases text is missing and cannot be reconstructed. If a unit announces 호 but has 목 (or the other
/// way round), this is a mistake in the original.
pub(super) fn lost_text(draft: &Draft, body: &str) -> Vec<Finding> {
    let mut findings: Vec<Finding> = empty_article(draft, body).into_iter().collect();
    for (at, unit) in draft.units.iter().enumerate() {
        let words = clean(draft.words_of(unit, body));
        let Some(announced) = ANNOUNCES_LIST.captures(&words) else { continue };
        if !draft.has_children(at) {
            let place = if draft.numbered { unit.path.to_string() } else { draft.key.clone() };
            let reason = format!(
                "'다음 각 {}'라고 하나 뒤에 아무것도 없습니다. 원문에서 빠진 글을 찾아 다시 가져오십시오.",
                &announced[1]
            );
            findings.push(Finding::new(place, reason));
        }
    }
    findings
}
