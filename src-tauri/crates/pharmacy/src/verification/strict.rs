//! Whether a sentence that a model wrote stands on its source: everything that the verifier asks of any sentence, and besides
//! that it brings no word and no leave of its own.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;
use simui_search::analysis::Analyser;

use super::support::{Fault, Source};
use crate::knowledge::Knowledge;

/// Words that say nothing about a drug: one a line, `#` begins a remark.
static PLAIN: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
    let lines = include_str!("../../rules/plain_words.txt").lines();
    lines.map(str::trim).filter(|it| !it.is_empty() && !it.starts_with('#')).collect()
});

/// Saying that something may be done, or does no harm.
static LEAVE: LazyLock<Regex> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "a constant pattern that the tests compile")]
    Regex::new(r"도\s?(?:됩|돼|되|무방|좋)|괜찮|안전|무해|가능|문제[가는은]?\s?없|상관\s?없|염려\s?없|해롭지")
        .expect("a valid pattern")
});

/// `None` when `sentence` stands on `source`.
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
    let strange = source.strange(sentence, analyser);
    if strange.iter().any(|it| !PLAIN.contains(it.as_str())) {
        return Some(Fault::Words);
    }
    let allows = LEAVE.is_match(sentence);
    let allowed = source.nearest(sentence, analyser).iter().any(|it| LEAVE.is_match(it));
    (allows && !allowed).then_some(Fault::Leave)
}
