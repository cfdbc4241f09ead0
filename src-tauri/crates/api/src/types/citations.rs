use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use simui_domain::CitationStatus;
use ts_rs::TS;

/// Asks for every citation of a text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CitationsRequest {
    /// Any text: a draft, an answer, an opinion.
    pub text: String,
    /// As of which day; today when absent.
    #[ts(type = "string | null")]
    pub as_of: Option<Date>,
}

/// Every citation of a text, in its order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CheckedText {
    /// The day they were checked for.
    #[ts(type = "string")]
    pub as_of: Date,
    /// They.
    pub citations: Vec<CheckedCitation>,
    /// Each is a confirmed quote: verified, or repaired.
    pub confirmed: bool,
}

/// A citation as a text writes it, and what it comes to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CheckedCitation {
    /// Its first character; Unicode scalar values.
    pub start: usize,
    /// One past its last.
    pub end: usize,
    /// The reference as written.
    pub words: String,
    /// The words it is quoted for.
    pub quote: Option<QuotedWords>,
    /// Where it points: `의료법 제56조제2항제8호`, or where the words really stand.
    pub article: Option<String>,
    /// The version compared with.
    pub version: Option<String>,
    /// What the comparison found.
    pub status: CitationStatus,
    /// Why, in Korean.
    pub note: String,
    /// The source's own words, where the quote has other white space or punctuation.
    pub stored: Option<String>,
}

/// The words that a reference is quoted for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct QuotedWords {
    /// The first character; Unicode scalar values.
    pub start: usize,
    /// One past the last.
    pub end: usize,
    /// Without quotation marks.
    pub words: String,
}
