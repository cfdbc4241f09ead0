//! Signs that the text of a law lost something on its way here.

use std::sync::LazyLock;

use regex::Regex;

use super::draft::Draft;
use crate::reading::Finding;
use crate::text::{clean, pattern};

static ANNOUNCES_LIST: LazyLock<Regex> = LazyLock::new(|| pattern(r"다음\s*각\s*(호|목)"));

/// A 조 with a heading and nothing below it, not even 삭제.
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

/// Articles without words, and units that announce a list ("다음 각 호의 …") with none below them: text was lost, and nobody may
/// guess what it said. A 호 that announces 호 but has 목 (or the other way round) is the drafter's slip.
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
