use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use simui_domain::CitationStatus;
use ts_rs::TS;

/// Requests all citations of a text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CitationsRequest {
    /// Any text: a draft, an answer, an opinion.
    pub text: String,
    /// The day whose law applies; today when absent.
    #[ts(type = "string | null")]
    pub as_of: Option<Date>,
}

/// All citations of a text, in their order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CheckedText {
    /// The day for which they were checked.
    #[ts(type = "string")]
    pub as_of: Date,
    /// The citations.
    pub citations: Vec<CheckedCitation>,
    /// Whether every citation is a confirmed quote: verified, or repaired.
    pub confirmed: bool,
}

/// A citation as the text has it, and the result of checking it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CheckedCitation {
    /// Start of the reference in Unicode scalar values.
    pub start: usize,
    /// End of the reference, exclusive.
    pub end: usize,
    /// The reference as written.
    pub words: String,
    /// The quoted words.
    pub quote: Option<QuotedWords>,
    /// The article referred to: `의료법 제56조제2항제8호`, or the one that actually contains the words.
    pub article: Option<String>,
    /// The version compared with.
    pub version: Option<String>,
    /// The result of the comparison.
    pub status: CitationStatus,
    /// The reason for the result, in Korean.
    pub note: String,
    /// The source's own words, where the quote differs in white space or punctuation.
    pub stored: Option<String>,
}

/// The words that a reference quotes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct QuotedWords {
    /// Start of the words in Unicode scalar values.
    pub start: usize,
    /// End of the words, exclusive.
    pub end: usize,
    /// The words without quotation marks.
    pub words: String,
}
