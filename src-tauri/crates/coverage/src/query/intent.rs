//! Decides whether a question looks a value up or compares.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::scope::{Scope, asks_everyone};
use crate::catalog::fold::fold;
use crate::document::book::Book;

/// The intent of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "CoverageIntent")]
pub enum Intent {
    /// Look up the value at one company.
    Lookup,
    /// Compare several companies or coverages.
    Compare,
}

/// Returns the intent of a question. A word of comparison decides first; then words for all
/// companies (3사, 전체); then several companies, or several coverages joined by 와 or 하고. A word of
/// looking up never overrides any of these.
pub(crate) fn intent(book: &Book, question: &str, scope: &Scope, coverages: usize) -> Intent {
    let rules = &book.rules.intent;
    let folded = fold(question);
    let has_any = |words: &[String]| words.iter().any(|word| folded.contains(word.as_str()));
    // A joiner counts only between coverages; several companies are found by `scope` without it.
    let several = scope.insurers.len() + scope.unknown.len() > 1 && scope.method != "all_imported";
    let joined = coverages > 1 && rules.joiners.iter().any(|it| folded.contains(it.as_str()));
    // 한 회사의 전체 담보 compares nothing.
    let everyone = scope.named != 1 && asks_everyone(book, question);
    let each = has_any(&rules.each) && scope.insurers.len().max(coverages) > 1;
    if has_any(&rules.not_compare) {
        Intent::Lookup
    } else if has_any(&rules.compare) || each || everyone || several || joined {
        Intent::Compare
    } else {
        Intent::Lookup
    }
}
