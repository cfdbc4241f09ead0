use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use ts_rs::TS;

use crate::{ArticleId, ChunkId, DocumentId, ParseError, ProvisionPath};

/// What a source document is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum DocumentKind {
    /// 법률·시행령·시행규칙.
    Statute,
    /// 심의기준·가이드라인.
    Guideline,
    /// 판례·헌재결정례.
    Precedent,
    /// 의약품 허가·개요 정보.
    Drug,
    /// 의약품안전사용서비스 금기 정보.
    Dur,
    /// 보험약관 등.
    Policy,
    /// 신의료기술평가 고시 목록.
    TechRegistry,
    /// A retrieval benchmark's corpus.
    Bench,
}

impl DocumentKind {
    /// As in JSON and in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            DocumentKind::Statute => "statute",
            DocumentKind::Guideline => "guideline",
            DocumentKind::Precedent => "precedent",
            DocumentKind::Drug => "drug",
            DocumentKind::Dur => "dur",
            DocumentKind::Policy => "policy",
            DocumentKind::TechRegistry => "tech-registry",
            DocumentKind::Bench => "bench",
        }
    }

    /// All of them.
    pub const ALL: [DocumentKind; 8] = [
        DocumentKind::Statute,
        DocumentKind::Guideline,
        DocumentKind::Precedent,
        DocumentKind::Drug,
        DocumentKind::Dur,
        DocumentKind::Policy,
        DocumentKind::TechRegistry,
        DocumentKind::Bench,
    ];
}

impl fmt::Display for DocumentKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for DocumentKind {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        DocumentKind::ALL.into_iter().find(|kind| kind.as_str() == text).ok_or_else(|| {
            ParseError::new(
                "a kind (statute, guideline, precedent, drug, dur, policy, tech-registry, bench)",
                text,
            )
        })
    }
}

/// One version of one source document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Document {
    /// Its id.
    pub id: DocumentId,
    /// What it is.
    pub kind: DocumentKind,
    /// `의료법`, `의료법 시행령`, `대법원 2010. 5. 27. 선고 2006도9083 판결`.
    pub title: String,
    /// 법령ID or 판례일련번호: the same for every version of one law.
    pub source_key: String,
    /// 법률 제21524호; a court and case number.
    pub version: String,
    /// 공포일자, or the day of a decision.
    #[ts(type = "string | null")]
    pub promulgated_on: Option<Date>,
    /// 시행일자: from here it is in force. A statute without one is not in force.
    #[ts(type = "string | null")]
    pub effective_from: Option<Date>,
    /// The last day on which it is in force; `None` while nothing ends it. A day before `effective_from` says that it
    /// is in force on no day. Derived by [`crate::force::last_days`] when a version of the law is stored.
    #[ts(type = "string | null")]
    pub effective_to: Option<Date>,
    /// Who administers it, and whether its source calls it repealed.
    #[serde(default)]
    pub standing: LawStanding,
    /// One of our digests (요지), not the official text.
    pub digest: bool,
    /// Where it came from: a path, or `starter`.
    pub source_path: String,
    /// SHA-256 of the bytes read, in hexadecimal.
    pub sha256: String,
    /// The reader and its version: `statute-markdown/1`.
    pub reader: String,
    /// The stored text that every offset below counts in.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub body: String,
}

/// What a source says of a law beside its text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct LawStanding {
    /// 소관부처; several are separated by commas. Empty where the source names none.
    pub ministry: String,
    /// Whether the source calls it repealed.
    pub state: LawState,
    /// 폐지일자 or 실효일자: the first day on which it is not in force any more.
    #[ts(type = "string | null")]
    pub ended_on: Option<Date>,
    /// What an act of [`LawState::Repealing`] repeals, as its sentence names it; empty otherwise.
    pub repeals: String,
}

/// What the source of a law calls its state (상태, 제개정구분, 현행여부).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum LawState {
    /// 시행, 시행예정, 현행, or nothing said: its dates decide.
    #[default]
    Enacted,
    /// 폐지, 타법폐지.
    Repealed,
    /// 실효: its time ran out, or a court ended it.
    Lapsed,
    /// 연혁: a later version has replaced it.
    Historical,
    /// An act that does nothing but repeal other law ("방송법은 이를 폐지한다."). It is no law to be cited.
    Repealing,
}

impl LawState {
    /// As in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            LawState::Enacted => "enacted",
            LawState::Repealed => "repealed",
            LawState::Lapsed => "lapsed",
            LawState::Historical => "historical",
            LawState::Repealing => "repealing",
        }
    }

    /// All of them.
    pub const ALL: [LawState; 5] = [
        LawState::Enacted,
        LawState::Repealed,
        LawState::Lapsed,
        LawState::Historical,
        LawState::Repealing,
    ];

    /// Whether the law has ended, by repeal or by lapse of time.
    pub fn is_over(self) -> bool {
        matches!(self, LawState::Repealed | LawState::Lapsed | LawState::Repealing)
    }
}

/// Which part of a document an article belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum ArticlePart {
    /// 본문.
    Main,
    /// 부칙: its articles restart at 제1조 and are never mixed with the main text's.
    Supplementary,
    /// 별표·별지.
    Annex,
    /// A section of a decision or guideline.
    Section,
}

impl ArticlePart {
    /// As in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            ArticlePart::Main => "main",
            ArticlePart::Supplementary => "supplementary",
            ArticlePart::Annex => "annex",
            ArticlePart::Section => "section",
        }
    }
}

/// 조, or one section of a decision or guideline.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Article {
    /// Its id.
    pub id: ArticleId,
    /// Position in the document, from 0.
    pub seq: usize,
    /// 본문, 부칙, 별표 or section.
    pub part: ArticlePart,
    /// Unique in the document: `제4조의2`, `부칙(2018. 3. 27. 제15540호) 제1조`, `판결요지[1]`.
    pub key: String,
    /// 편·장·절·관 above it, outermost first.
    pub breadcrumb: Vec<String>,
    /// 조문제목: `의료광고의 금지 등`.
    pub title: String,
    /// Offsets into the document's `body`, Unicode scalar values, end-exclusive.
    pub start: usize,
    /// One past the last.
    pub end: usize,
    /// The whole article reads 삭제.
    pub deleted: bool,
    /// 조문시행일자: from here it is in force. A reader leaves it `None` where it is the document's 시행일자; in the
    /// database it is always filled in.
    #[ts(type = "string | null")]
    #[serde(default)]
    pub effective_from: Option<Date>,
    /// The last day on which it is in force; `None` while nothing ends it. A later version whose article of this number
    /// is not in force yet leaves this one in force. Derived like the document's.
    #[ts(type = "string | null")]
    #[serde(default)]
    pub effective_to: Option<Date>,
    /// 항·호·목 in reading order, the article itself first.
    pub provisions: Vec<Provision>,
}

/// 조·항·호·목: the smallest thing a citation can point at.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Provision {
    /// `제56조제2항제8호`.
    pub path: ProvisionPath,
    /// Its own words without number, 개정 note and lower levels.
    pub text: String,
    /// 개정·신설·삭제 notes, kept but not searched.
    pub note: String,
    /// Offsets of the whole unit (lower levels included) into `body`.
    pub start: usize,
    /// One past the last.
    pub end: usize,
    /// It reads 삭제.
    pub deleted: bool,
    /// From here it is in force, where the source gives a later day than its article's: `[시행일: 2027. 1. 1.] 제4조제2항`.
    #[ts(type = "string | null")]
    #[serde(default)]
    pub effective_from: Option<Date>,
}

/// One searchable unit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Chunk {
    /// Its id.
    pub id: ChunkId,
    /// The article it is part of.
    pub article_id: ArticleId,
    /// `제56조`, or `제56조제2항` where a long article was cut.
    pub label: String,
    /// What is searched: no 개정 notes, no numbers of deleted items.
    pub text: String,
    /// Offsets into the document's `body`.
    pub start: usize,
    /// One past the last.
    pub end: usize,
}

/// Something a reader could not take in. Never dropped, never guessed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct QuarantineEntry {
    /// The file.
    pub path: String,
    /// The place in it: `line 120`, `제12조제3항`.
    #[serde(rename = "where")]
    pub place: String,
    /// Why, and how to resolve it.
    pub reason: String,
}

/// One entry of the 신의료기술평가 list (V1's exception).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Technology {
    /// 기술명.
    pub name: String,
    /// Other names it goes by.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// 고시번호.
    #[serde(default)]
    pub notice: String,
    /// 고시일: evaluated from this day.
    #[ts(type = "string | null")]
    #[serde(default)]
    pub evaluated_on: Option<Date>,
}
