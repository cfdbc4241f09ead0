use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use simui_domain::{
    ArticleChange, CaseId, CaseStatus, ChangeCounts, DocumentId, LawState, PartChanges,
    ResolvedLink, ViolationKind,
};
use ts_rs::TS;

/// Asks for the versions of a law.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct LawHistoryRequest {
    /// Its title, or the id of one version.
    pub law: String,
}

/// One version of a law.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct LawVersion {
    /// The version.
    pub document_id: DocumentId,
    /// 법률 제21524호.
    pub version: String,
    /// 공포일자.
    #[ts(type = "string | null")]
    pub promulgated_on: Option<Date>,
    /// In force from.
    #[ts(type = "string | null")]
    pub effective_from: Option<Date>,
    /// In force until.
    #[ts(type = "string | null")]
    pub effective_to: Option<Date>,
    /// One of our digests.
    pub digest: bool,
    /// In force today.
    pub in_force: bool,
    /// What its source calls its state: enacted, repealed, …
    pub state: LawState,
    /// The day of its repeal, where its source gives one.
    #[ts(type = "string | null")]
    pub ended_on: Option<Date>,
    /// 소관부처; empty where the source names none.
    pub ministry: String,
    /// Articles of the main text against the version before; `None` for the first one and for digests.
    pub changes: Option<ChangeCounts>,
}

/// The versions of a law, the earliest first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct LawHistory {
    /// Its title.
    pub title: String,
    /// They.
    pub versions: Vec<LawVersion>,
}

/// Asks what changed in a law between two days.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct LawDiffRequest {
    /// Its title, or the id of one version.
    pub law: String,
    /// The text in force on this day …
    #[ts(type = "string")]
    pub from: Date,
    /// … against the text in force on this one.
    #[ts(type = "string")]
    pub to: Date,
}

/// What changed between two versions of a law.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct LawDiff {
    /// Its title.
    pub title: String,
    /// The earlier version.
    pub from: LawVersion,
    /// The later one; the same when nothing took force in between.
    pub to: LawVersion,
    /// Main text, 부칙 and 별표, in this order.
    pub parts: Vec<PartChanges>,
}

/// Which end of a link is asked about.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum LinkDirection {
    /// What the text names.
    #[default]
    Outgoing,
    /// What names the text.
    Incoming,
}

/// Asks for the links of a document or of one article.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct LinksRequest {
    /// An id or a title.
    pub document: String,
    /// One article or provision only: `제56조제2항제8호`, or an article key.
    pub article: Option<String>,
    /// Which way.
    pub direction: LinkDirection,
    /// Only those whose other end is not there; for outgoing ones.
    pub broken: bool,
    /// As things stand on this day; today when absent.
    #[ts(type = "string | null")]
    pub as_of: Option<Date>,
    /// At most so many; 100 when absent.
    pub limit: Option<u32>,
    /// After so many.
    pub offset: u32,
}

/// Asks for the links of all texts in force whose other end is not there. 부칙 are left out: they speak of the law as
/// it was.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct BrokenLinksRequest {
    /// As things stand on this day; today when absent.
    #[ts(type = "string | null")]
    pub as_of: Option<Date>,
    /// At most so many; 100 when absent.
    pub limit: Option<u32>,
    /// After so many.
    pub offset: u32,
}

/// Some links of a longer list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct LinkPage {
    /// How many there are in all.
    pub total: usize,
    /// Some of them, by document and place.
    pub links: Vec<ResolvedLink>,
}

/// Asks what hangs on the articles that changed between two days.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ImpactRequest {
    /// A law's title, or the id of one version.
    pub law: String,
    /// The text in force on this day …
    #[ts(type = "string")]
    pub from: Date,
    /// … against the text in force on this one.
    #[ts(type = "string")]
    pub to: Date,
}

/// What hangs on the articles of a law that changed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Impact {
    /// The law.
    pub title: String,
    /// The earlier version.
    pub from: LawVersion,
    /// The later one.
    pub to: LawVersion,
    /// Every article of the main text that was changed, removed or renumbered, or that is new and cited.
    pub articles: Vec<ImpactedArticle>,
}

/// An article that changed, and who cites it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ImpactedArticle {
    /// What changed in it.
    pub change: ArticleChange,
    /// Open cases whose citations name it.
    pub cases: Vec<ImpactedCase>,
    /// Rules that name it.
    pub rules: Vec<ImpactedRule>,
    /// Texts in force that name it, its own law included.
    pub links: Vec<ResolvedLink>,
}

/// An open case that cites an article.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ImpactedCase {
    /// The case.
    pub case_id: CaseId,
    /// The sender's number.
    pub external_id: Option<String>,
    /// Where it stands.
    pub status: CaseStatus,
    /// What it cites, as it cites it: `의료법 제56조제2항제8호`.
    pub cited: Vec<String>,
    /// Whether what it cites is itself among the provisions that changed.
    pub touched: bool,
}

/// A rule that names an article.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ImpactedRule {
    /// `V3.guarantee`.
    pub rule: String,
    /// The kind of violation it finds.
    pub kind: ViolationKind,
    /// The article as the rule names it.
    pub article: String,
    /// Whether what it names is itself among the provisions that changed.
    pub touched: bool,
}
