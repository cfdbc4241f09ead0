use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use simui_domain::{
    ArticleChange, CaseId, CaseStatus, ChangeCounts, DocumentId, LawState, PartChanges,
    ResolvedLink, ViolationKind,
};
use ts_rs::TS;

/// Requests the versions of a law.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct LawHistoryRequest {
    /// The title of the law, or the id of one version.
    pub law: String,
}

/// One version of a law.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct LawVersion {
    /// The document of this version.
    pub document_id: DocumentId,
    /// The version, for instance 법률 제21524호.
    pub version: String,
    /// 공포일자.
    #[ts(type = "string | null")]
    pub promulgated_on: Option<Date>,
    /// First day in force.
    #[ts(type = "string | null")]
    pub effective_from: Option<Date>,
    /// Last day in force.
    #[ts(type = "string | null")]
    pub effective_to: Option<Date>,
    /// Whether it is one of our digests.
    pub digest: bool,
    /// Whether it is in force today.
    pub in_force: bool,
    /// The state that its source gives: enacted, repealed, …
    pub state: LawState,
    /// The day of its repeal, where its source gives one.
    #[ts(type = "string | null")]
    pub ended_on: Option<Date>,
    /// 소관부처; empty where the source names none.
    pub ministry: String,
    /// Changes of the main text's articles since the previous version; `None` for the first version and for
    /// digests.
    pub changes: Option<ChangeCounts>,
}

/// The versions of a law, the earliest first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct LawHistory {
    /// The title of the law.
    pub title: String,
    /// The versions.
    pub versions: Vec<LawVersion>,
}

/// Requests the changes of a law between two days.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct LawDiffRequest {
    /// The title of the law, or the id of one version.
    pub law: String,
    /// The day whose version is the old text.
    #[ts(type = "string")]
    pub from: Date,
    /// The day whose version is the new text.
    #[ts(type = "string")]
    pub to: Date,
}

/// The changes between two versions of a law.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct LawDiff {
    /// The title of the law.
    pub title: String,
    /// The earlier version.
    pub from: LawVersion,
    /// The later version; equal to the earlier one when nothing took force in between.
    pub to: LawVersion,
    /// Main text, 부칙 and 별표, in this order.
    pub parts: Vec<PartChanges>,
}

/// The end of a link that the request names.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum LinkDirection {
    /// Links from the text to others.
    #[default]
    Outgoing,
    /// Links from others to the text.
    Incoming,
}

/// Requests the links of a document or of one article.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct LinksRequest {
    /// An id or a title.
    pub document: String,
    /// One article or provision only: `제56조제2항제8호`, or an article key.
    pub article: Option<String>,
    /// The direction of the links.
    pub direction: LinkDirection,
    /// Only outgoing links whose target is not stored.
    pub broken: bool,
    /// The day whose versions count; today when absent.
    #[ts(type = "string | null")]
    pub as_of: Option<Date>,
    /// Most links to return; 100 when absent.
    pub limit: Option<u32>,
    /// Number of links to skip.
    pub offset: u32,
}

/// Requests the links of all texts in force whose target is not stored. 부칙 are left out, because they refer
/// to the law as it was.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct BrokenLinksRequest {
    /// The day whose versions count; today when absent.
    #[ts(type = "string | null")]
    pub as_of: Option<Date>,
    /// Most links to return; 100 when absent.
    pub limit: Option<u32>,
    /// Number of links to skip.
    pub offset: u32,
}

/// A page of a list of links.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct LinkPage {
    /// Number of links on all pages.
    pub total: usize,
    /// The links of this page, by document and place.
    pub links: Vec<ResolvedLink>,
}

/// Requests what depends on the articles that changed between two days.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ImpactRequest {
    /// The title of the law, or the id of one version.
    pub law: String,
    /// The day whose version is the old text.
    #[ts(type = "string")]
    pub from: Date,
    /// The day whose version is the new text.
    #[ts(type = "string")]
    pub to: Date,
}

/// What depends on the changed articles of a law.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Impact {
    /// The title of the law.
    pub title: String,
    /// The earlier version.
    pub from: LawVersion,
    /// The later version.
    pub to: LawVersion,
    /// Every article of the main text that was changed, removed or renumbered, or that is new and cited.
    pub articles: Vec<ImpactedArticle>,
}

/// An article that changed, with everything that cites it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ImpactedArticle {
    /// The change.
    pub change: ArticleChange,
    /// Open cases that cite it.
    pub cases: Vec<ImpactedCase>,
    /// Rules that cite it.
    pub rules: Vec<ImpactedRule>,
    /// Texts in force that refer to it, its own law included.
    pub links: Vec<ResolvedLink>,
}

/// An open case that cites a changed article.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ImpactedCase {
    /// The case.
    pub case_id: CaseId,
    /// The sender's number.
    pub external_id: Option<String>,
    /// The status of the case.
    pub status: CaseStatus,
    /// The citations as the case has them: `의료법 제56조제2항제8호`.
    pub cited: Vec<String>,
    /// Whether a cited provision itself changed, and not only another part of the article.
    pub touched: bool,
}

/// A rule that cites a changed article.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ImpactedRule {
    /// The rule: `V3.guarantee`.
    pub rule: String,
    /// The kind of violation it finds.
    pub kind: ViolationKind,
    /// The article as the rule names it.
    pub article: String,
    /// Whether the cited provision itself changed, and not only another part of the article.
    pub touched: bool,
}
