//! Signs that the text of a law lost something on its way here.

use std::sync::LazyLock;

use regex::Regex;

use super::draft::Draft;
use crate::reading::Finding;
use crate::text::clean;

#[expect(clippy::expect_used, reason = "a constant pattern, compiled by the tests of this crate")]
static ANNOUNCES_LIST: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"다음\s*각\s*(호|목)").expect("a valid pattern"));

/// Units that announce a list ("다음 각 호의 …") with none below them: text was lost, and nobody may
/// guess what it said. A 호 that announces 호 but has 목 (or the other way round) is the drafter's slip.
pub(super) fn missing_lists(draft: &Draft, body: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (at, unit) in draft.units.iter().enumerate() {
        let words = clean(draft.words_of(unit, body));
        let Some(announced) = ANNOUNCES_LIST.captures(&words) else { continue };
        if !draft.has_children(at) {
            let place =
                if draft.numbered { unit.path.to_string() } else { draft.key.clone() };
            let reason = format!(
                "'다음 각 {}'라고 하나 뒤에 아무것도 없습니다. 원문에서 빠진 글을 찾아 다시 가져오십시오.",
                &announced[1]
            );
            findings.push(Finding::new(place, reason));
        }
    }
    findings
}
