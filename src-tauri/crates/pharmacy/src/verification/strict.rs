//! The stricter rule for sentences that a model wrote: beyond the comparison of every sentence with its
//! source, a sentence must add no content word and no permission that the source does not have.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;
use simui_search::analysis::Analyser;

use super::support::{Fault, Source};
use crate::knowledge::Knowledge;

/// Words without content of their own, which a model may add. The file has one a line; `#` begins a remark.
static PLAIN: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
    let lines = include_str!("../../rules/plain_words.txt").lines();
    lines.map(str::trim).filter(|it| !it.is_empty() && !it.starts_with('#')).collect()
});

/// Wording that permits something or calls it harmless.
static PERMISSION: LazyLock<Regex> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "a constant pattern that the tests compile")]
    Regex::new(r"도\s?(?:됩|돼|되|무방|좋)|괜찮|안전|무해|가능|문제[가는은]?\s?없|상관\s?없|염려\s?없|해롭지")
        .expect("a valid pattern")
});

/// The fault of a model's sentence; `None` if `source` supports it under the stricter rule.
pub(crate) fn fault(
    source: &Source,
    sentence: &str,
    knowledge: &Knowledge,
    analyser: &Analyser,
) -> Option<Fault> {
    if let Some(fault) = source.fault(sentence, analyser, &knowledge.names) {
        return Some(fault);
    }
    if source.has(sentence) {
        return None;
    }
    let added = source.added_words(sentence, analyser);
    if added.iter().any(|it| !PLAIN.contains(it.as_str())) {
        return Some(Fault::Words);
    }
    let permits = PERMISSION.is_match(sentence);
    let source_permits =
        source.nearest(sentence, analyser).iter().any(|it| PERMISSION.is_match(it));
    (permits && !source_permits).then_some(Fault::Leave)
}
