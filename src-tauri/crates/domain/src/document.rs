//! Stored sources: documents, articles, provisions, chunks.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use ts_rs::TS;

use crate::{ArticleId, ChunkId, DocumentId, ParseError, ProvisionPath};

/// Kind of a source document.
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
    /// Corpus of a retrieval benchmark.
    Bench,
}

impl DocumentKind {
    /// Name of the kind in JSON and in the database.
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

    /// All kinds.
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
    /// Kind of document.
    pub kind: DocumentKind,
    /// `의료법`, `의료법 시행령`, `대법원 2010. 5. 27. 선고 2006도9083 판결`.
    pub title: String,
    /// 법령ID or 판례일련번호: the same for every version of one law.
    pub source_key: String,
    /// Version for people: 법률 제21524호; for a decision the court and case number.
    pub version: String,
    /// 공포일자; for a decision its date.
    #[ts(type = "string | null")]
    pub promulgated_on: Option<Date>,
    /// 시행일자: first day on which it is in force. A statute without one is not in force.
    #[ts(type = "string | null")]
    pub effective_from: Option<Date>,
    /// Last day on which it is in force; `None` while nothing ends it. A day before `effective_from`
    /// means that it is never in force. Derived by [`crate::force::last_days`] when a version of the law
    /// is stored.
    #[ts(type = "string | null")]
    pub effective_to: Option<Date>,
    /// Ministry and state according to the source.
    #[serde(default)]
    pub standing: LawStanding,
    /// Whether it is a digest of our own (요지) and no official text.
    pub digest: bool,
    /// Path of the file it came from, or `starter`.
    pub source_path: String,
    /// SHA-256 of the bytes read, hexadecimal.
    pub sha256: String,
    /// The reader and its version, for example `statute-markdown/1`.
    pub reader: String,
    /// The stored text that all offsets refer to.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub body: String,
}

/// Information that a source gives about a law beside its text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct LawStanding {
    /// 소관부처, several separated by commas; empty if the source names none.
    pub ministry: String,
    /// State of the law according to the source.
    pub state: LawState,
    /// 폐지일자 or 실효일자: first day on which the law is no longer in force.
    #[ts(type = "string | null")]
    pub ended_on: Option<Date>,
    /// The laws that an act of [`LawState::Repealing`] repeals, in the words of its sentence; empty
    /// otherwise.
    pub repeals: String,
}

/// State of a law according to its source (상태, 제개정구분, 현행여부).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum LawState {
    /// 시행, 시행예정, 현행, or no state given: the dates decide.
    #[default]
    Enacted,
    /// 폐지, 타법폐지.
    Repealed,
    /// 실효: its period ended, or a court ended it.
    Lapsed,
    /// 연혁: a later version has replaced it.
    Historical,
    /// An act whose only content is the repeal of others ("방송법은 이를 폐지한다."). It cannot be cited.
    Repealing,
}

impl LawState {
    /// Name of the state in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            LawState::Enacted => "enacted",
            LawState::Repealed => "repealed",
            LawState::Lapsed => "lapsed",
            LawState::Historical => "historical",
            LawState::Repealing => "repealing",
        }
    }

    /// All states.
    pub const ALL: [LawState; 5] = [
        LawState::Enacted,
        LawState::Repealed,
        LawState::Lapsed,
        LawState::Historical,
        LawState::Repealing,
    ];

    /// Whether the law has ended by repeal or by lapse.
    pub fn is_over(self) -> bool {
        matches!(self, LawState::Repealed | LawState::Lapsed | LawState::Repealing)
    }
}

/// The part of a document that an article belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum ArticlePart {
    /// 본문.
    Main,
    /// 부칙: its articles start again at 제1조 and are never mixed with those of the main text.
    Supplementary,
    /// 별표·별지.
    Annex,
    /// A section of a decision or guideline.
    Section,
}

impl ArticlePart {
    /// Name of the part in the database.
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
    /// Key, unique in the document: `제4조의2`, `부칙(2018. 3. 27. 제15540호) 제1조`, `판결요지[1]`.
    pub key: String,
    /// 편·장·절·관 above it, outermost first.
    pub breadcrumb: Vec<String>,
    /// 조문제목: `의료광고의 금지 등`.
    pub title: String,
    /// Offset of its first character in the document's `body`, in Unicode scalar values.
    pub start: usize,
    /// Offset after its last character.
    pub end: usize,
    /// Whether the whole article reads 삭제.
    pub deleted: bool,
    /// 조문시행일자: first day on which it is in force. A reader leaves it `None` if it is the document's 시행일자;
    /// in the database it is always set.
    #[ts(type = "string | null")]
    #[serde(default)]
    pub effective_from: Option<Date>,
    /// Last day on which it is in force; `None` while nothing ends it. It stays in force until the
    /// article with its number in a later version begins. Derived like the document's.
    #[ts(type = "string | null")]
    #[serde(default)]
    pub effective_to: Option<Date>,
    /// 항·호·목 in reading order, the article itself first.
    pub provisions: Vec<Provision>,
}

/// 조·항·호·목: the smallest unit that a citation can name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Provision {
    /// Path, for example `제56조제2항제8호`.
    pub path: ProvisionPath,
    /// Its own text without number, 개정 note and lower levels.
    pub text: String,
    /// 개정·신설·삭제 notes, stored but not searched.
    pub note: String,
    /// Offset of the first character of the unit, lower levels included, in `body`.
    pub start: usize,
    /// Offset after the last character.
    pub end: usize,
    /// Whether it reads 삭제.
    pub deleted: bool,
    /// First day on which it is in force, if later than its article's: `[시행일: 2027. 1. 1.] 제4조제2항`.
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
    /// `제56조`, or `제56조제2항` if a long article was divided.
    pub label: String,
    /// The searched text: no 개정 notes, no numbers of deleted items.
    pub text: String,
    /// Offset of the first character in the document's `body`.
    pub start: usize,
    /// Offset after the last character.
    pub end: usize,
}

/// A part of a file that a reader could not import. It is neither dropped nor guessed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct QuarantineEntry {
    /// Path of the file.
    pub path: String,
    /// Place in the file: `line 120`, `제12조제3항`.
    #[serde(rename = "where")]
    pub place: String,
    /// Why it could not be imported, and how to resolve that.
    pub reason: String,
}

/// One entry of the 신의료기술평가 list (the exception of V1).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Technology {
    /// 기술명.
    pub name: String,
    /// Other names of the technology.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// 고시번호.
    #[serde(default)]
    pub notice: String,
    /// 고시일: first day from which it counts as evaluated.
    #[ts(type = "string | null")]
    #[serde(default)]
    pub evaluated_on: Option<Date>,
    /// 사용대상: the patients for whom it was evaluated; empty where the list does not say.
    #[serde(default)]
    pub indication: String,
    /// 평가결과.
    #[serde(default)]
    pub standing: TechnologyStanding,
}

/// 평가결과: how a technology stands in the notices under 의료법 제53조.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum TechnologyStanding {
    /// 안전성·유효성 인정.
    #[default]
    Recognised,
    /// 평가 유예: it may be used before it is evaluated.
    Deferred,
    /// 제한적 의료기술: it may be used in named institutions.
    Limited,
    /// 혁신의료기술: it may be used while evidence is gathered.
    Innovative,
}

impl TechnologyStanding {
    /// Every standing.
    pub const ALL: [Self; 4] = [Self::Recognised, Self::Deferred, Self::Limited, Self::Innovative];

    /// Returns the name in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Recognised => "recognised",
            Self::Deferred => "deferred",
            Self::Limited => "limited",
            Self::Innovative => "innovative",
        }
    }

    /// Returns the name in Korean, as lists and trials write it.
    pub fn label(self) -> &'static str {
        match self {
            Self::Recognised => "안전성·유효성 인정",
            Self::Deferred => "평가 유예",
            Self::Limited => "제한적 의료기술",
            Self::Innovative => "혁신의료기술",
        }
    }

    /// Reads a name, the Korean ones of notices among them; `None` for any other. No name counts as
    /// recognised, as in lists from before there was a column for it.
    pub fn read(text: &str) -> Option<Self> {
        let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let begins = |words: &[&str]| words.iter().any(|word| text.starts_with(word));
        Self::ALL.into_iter().find(|it| it.as_str() == text).or_else(|| match text.as_str() {
            "" | "인정" | "신의료기술" => Some(Self::Recognised),
            _ if begins(&["안전성"]) => Some(Self::Recognised),
            _ if begins(&["평가유예", "유예"]) => Some(Self::Deferred),
            _ if begins(&["제한적"]) => Some(Self::Limited),
            _ if begins(&["혁신"]) => Some(Self::Innovative),
            _ => None,
        })
    }
}
