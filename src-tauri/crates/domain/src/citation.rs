use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{ChunkId, DocumentKind};

/// 인용: a quote with the place it stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Citation {
    /// The chunk the quote was taken from.
    pub chunk_id: ChunkId,
    /// Statute, guideline or precedent.
    pub kind: DocumentKind,
    /// Title and place: `의료법 제56조제2항제8호`, `대법원 2010도1763 판결요지`.
    pub article: String,
    /// A substring of the stored source.
    pub quote: String,
    /// 시행일 of the version quoted (a decision's date for precedents).
    #[ts(type = "string | null")]
    pub effective_from: Option<Date>,
    /// What the check against the stored text found.
    pub status: CitationStatus,
    /// The source is one of our digests (요지), not the official text.
    #[serde(default)]
    pub digest: bool,
    /// 법률 제21524호, or the court; what identifies the version to a reader.
    #[serde(default)]
    pub version: String,
    /// Why the status is what it is, where that needs words.
    #[serde(default)]
    pub note: String,
}

/// 인용 확인 결과. Anything but `Verified` and `Repaired` is never shown as confirmed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum CitationStatus {
    /// The quote is a substring of that provision, in force on the date.
    Verified,
    /// It is, once whitespace and punctuation are ignored.
    Repaired,
    /// The words exist, but in another provision.
    Misattributed,
    /// No such provision, or no such words anywhere.
    NotFound,
    /// The provision was deleted or is not in force on the date.
    Repealed,
    /// The provision exists under another title.
    TitleMismatch,
    /// Could not be checked; the note says why.
    Unchecked,
}

impl CitationStatus {
    /// Whether a person may sign a decision that rests on it.
    pub fn is_confirmed(self) -> bool {
        matches!(self, CitationStatus::Verified | CitationStatus::Repaired)
    }
}
