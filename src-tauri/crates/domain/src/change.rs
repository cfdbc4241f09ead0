//! Changes between two versions of a law.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{ArticlePart, ProvisionPath};

/// Change of an article or a provision between two versions of a law.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ChangeKind {
    /// 신설: only the later version has it.
    Added,
    /// 삭제: only the earlier version has it, or the later one reads 삭제.
    Removed,
    /// 개정: different text under the same number.
    Changed,
    /// 이동: the same text under another number.
    Renumbered,
}

/// The version that a run of words belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum WordSide {
    /// Both versions.
    Same,
    /// The earlier version only.
    Old,
    /// The later version only.
    New,
}

/// A run of words. All runs that are not `New` form the earlier text, all that are not `Old` the later
/// one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct WordRun {
    /// The version that the words belong to.
    pub side: WordSide,
    /// The words.
    pub text: String,
}

/// Change of one 조·항·호·목.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ProvisionChange {
    /// Kind of change.
    pub kind: ChangeKind,
    /// Path in the later version; `None` if it was removed, and in 별표.
    pub path: Option<ProvisionPath>,
    /// Path in the earlier version; `None` if it was added, and in 별표.
    pub old_path: Option<ProvisionPath>,
    /// Its own text without lower levels, as runs of both versions.
    pub words: Vec<WordRun>,
}

/// Change of one article.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ArticleChange {
    /// Kind of change.
    pub kind: ChangeKind,
    /// Key in the later version, for example `제56조`; in the earlier one if the article was removed.
    pub key: String,
    /// 조문제목 in the same version as `key`.
    pub title: String,
    /// Key in the earlier version, if it differs.
    pub old_key: Option<String>,
    /// Title in the earlier version, if it differs.
    pub old_title: Option<String>,
    /// Changed 조·항·호·목, in reading order of the later version.
    pub provisions: Vec<ProvisionChange>,
}

/// Number of articles by kind of change.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ChangeCounts {
    /// 신설.
    pub added: usize,
    /// 삭제.
    pub removed: usize,
    /// 개정.
    pub changed: usize,
    /// 이동.
    pub renumbered: usize,
    /// Articles whose text did not change.
    pub unchanged: usize,
}

/// Changes in the main text, the 부칙 or the 별표 of a law.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PartChanges {
    /// Part of the law.
    pub part: ArticlePart,
    /// Number of articles by kind of change.
    pub counts: ChangeCounts,
    /// Every article that changed, in reading order of the later version.
    pub articles: Vec<ArticleChange>,
}
