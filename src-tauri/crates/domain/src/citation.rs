//! Citations and the results of checking them.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{ChunkId, DocumentKind};

/// 인용: a quote with its source.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Citation {
    /// The chunk that the quote was taken from.
    pub chunk_id: ChunkId,
    /// Statute, guideline or precedent.
    pub kind: DocumentKind,
    /// Title and place: `의료법 제56조제2항제8호`, `대법원 2010도1763 판결요지`.
    pub article: String,
    /// A substring of the stored source.
    pub quote: String,
    /// 시행일 of the quoted version; for a court decision its date.
    #[ts(type = "string | null")]
    pub effective_from: Option<Date>,
    /// Result of checking the quote against the stored text.
    pub status: CitationStatus,
    /// Whether the source is a digest of our own (요지) and no official text.
    #[serde(default)]
    pub digest: bool,
    /// Version of the source for people: 법률 제21524호, or the court.
    #[serde(default)]
    pub version: String,
    /// Reason for the status, if it needs one.
    #[serde(default)]
    pub note: String,
}

/// 인용 확인 결과: result of checking a citation. Only `Verified` and `Repaired` are shown as confirmed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum CitationStatus {
    /// The quote is a substring of that provision, in force on the date.
    Verified,
    /// The quote is a substring once white space and punctuation are ignored.
    Repaired,
    /// The words exist, but in another provision.
    Misattributed,
    /// The provision does not exist, or the words exist nowhere.
    NotFound,
    /// The provision was deleted or is not in force on the date.
    Repealed,
    /// The provision exists under another title.
    TitleMismatch,
    /// The citation could not be checked; the note gives the reason.
    Unchecked,
}

impl CitationStatus {
    /// Whether a person may sign a decision that rests on the citation.
    pub fn is_confirmed(self) -> bool {
        matches!(self, CitationStatus::Verified | CitationStatus::Repaired)
    }
}
