use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{ArticlePart, ProvisionPath};

/// What became of an article or a provision between two versions of a law.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ChangeKind {
    /// 신설: only the later version has it.
    Added,
    /// 삭제: only the earlier version has it, or the later one says 삭제.
    Removed,
    /// 개정: other words under the same number.
    Changed,
    /// 이동: the same words under another number.
    Renumbered,
}

/// Whose words a piece of a comparison is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum WordSide {
    /// In both versions.
    Same,
    /// In the earlier one only.
    Old,
    /// In the later one only.
    New,
}

/// A run of words. All that are not `New` make the earlier text, all that are not `Old` the later one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct WordRun {
    /// Whose.
    pub side: WordSide,
    /// They.
    pub text: String,
}

/// What changed in one 조·항·호·목.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ProvisionChange {
    /// What became of it.
    pub kind: ChangeKind,
    /// Its number in the later version; `None` when it is gone, and in 별표.
    pub path: Option<ProvisionPath>,
    /// Its number in the earlier version; `None` when it is new, and in 별표.
    pub old_path: Option<ProvisionPath>,
    /// Its own words, lower levels left out.
    pub words: Vec<WordRun>,
}

/// What changed in one article.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ArticleChange {
    /// What became of it.
    pub kind: ChangeKind,
    /// `제56조` in the later version; in the earlier one when it is gone.
    pub key: String,
    /// 조문제목, of the same version as `key`.
    pub title: String,
    /// Its key in the earlier version, where that is another one.
    pub old_key: Option<String>,
    /// Its title in the earlier version, where that is another one.
    pub old_title: Option<String>,
    /// 조·항·호·목 that changed, in reading order of the later version.
    pub provisions: Vec<ProvisionChange>,
}

/// How many articles of each kind.
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
    /// Word for word as before.
    pub unchanged: usize,
}

/// What changed in the main text, the 부칙 or the 별표 of a law.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PartChanges {
    /// Which.
    pub part: ArticlePart,
    /// How many.
    pub counts: ChangeCounts,
    /// Every article that is not as it was, in reading order of the later version.
    pub articles: Vec<ArticleChange>,
}
