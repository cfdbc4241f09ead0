//! Whether a question looks something up or compares.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::scope::{Scope, asks_everyone};
use crate::catalog::fold::fold;
use crate::document::book::Book;

/// What a question wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "CoverageIntent")]
pub enum Intent {
    /// What one says.
    Lookup,
    /// How several differ.
    Compare,
}

/// A word of comparison decides; then 3사 and 전체; then several companies, or several things joined by 와 or 하고. A word of
/// looking up never overrides any of them.
pub(crate) fn intent(book: &Book, question: &str, scope: &Scope, coverages: usize) -> Intent {
    let rules = &book.rules.intent;
    let folded = fold(question);
    let says = |words: &[String]| words.iter().any(|word| folded.contains(word.as_str()));
    // A shared word only where it stands between the companies; `scope` has found several anyway.
    let several = scope.insurers.len() + scope.unknown.len() > 1 && scope.method != "all_imported";
    let joined = coverages > 1 && rules.joiners.iter().any(|it| folded.contains(it.as_str()));
    // 한 회사의 전체 담보 compares nothing.
    let everyone = scope.named != 1 && asks_everyone(book, question);
    let each = says(&rules.each) && scope.insurers.len().max(coverages) > 1;
    if says(&rules.not_compare) {
        Intent::Lookup
    } else if says(&rules.compare) || each || everyone || several || joined {
        Intent::Compare
    } else {
        Intent::Lookup
    }
}
