//! Says in words how facts and values were read.

use std::collections::BTreeMap;

use super::answer::CoverageAnswer;
use crate::document::book::Book;

impl Book {
    /// Returns what a reading reads, as a Korean sentence; `None` for an id that no reading has.
    pub fn meaning(&self, rule: &str) -> Option<&str> {
        self.rules.readings.get(rule).map(|it| it.meaning.as_str())
    }

    /// Returns the Korean name of a kind of cancer by its key: 경계성종양 of `borderline`.
    pub fn kind_label(&self, key: &str) -> Option<&str> {
        let kinds = &self.rules.subtypes.all;
        kinds.iter().find(|it| it.key == key).map(|it| it.label.as_str())
    }
}

/// Returns the meanings of the readings that the values of an answer name, by their ids.
pub(super) fn meanings(book: &Book, answer: &CoverageAnswer) -> BTreeMap<String, String> {
    let slots = answer.slots.iter().flat_map(|it| &it.insurers);
    let elsewhere = answer.paid_elsewhere.iter().flat_map(|it| [&it.inclusion, &it.payout]);
    let rules = slots.chain(elsewhere).filter_map(|it| it.rule.as_ref());
    let meaning = |rule: &String| Some((rule.clone(), book.meaning(rule)?.to_owned()));
    rules.filter_map(meaning).collect()
}
