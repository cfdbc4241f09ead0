//! References to law and decisions in any text, with their quotes, checked against the stored sources.
//!
//! [`references`] finds what a draft, a model's answer or an imported opinion cites;
//! [`LawBook::check_citations`](crate::LawBook::check_citations) looks each reference up as of a day and
//! compares its quote by the same rules as all citations of the desk.

mod article_title;
mod extract;
mod quotes;
mod spelling;

use jiff::civil::Date;
use serde::Serialize;
use simui_domain::{CitationStatus, ProvisionPath};

pub use self::extract::references;

/// A span of a text. Offsets count Unicode scalar values; `words` is exactly the text between them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Words {
    /// Offset of the first character.
    pub start: usize,
    /// Offset after the last character.
    pub end: usize,
    /// The text as written.
    pub words: String,
}

/// A reference in a text with its quote.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Reference {
    /// Span of the reference.
    #[serde(flatten)]
    pub place: Words,
    /// Law, provision or decision that it names.
    pub names: Named,
    /// The quote without its quotation marks.
    pub quote: Option<Words>,
}

/// The source that a reference names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Named {
    /// A law as a whole: 「의료법」.
    Law {
        /// Title of the law.
        title: String,
    },
    /// 조·항·호·목 of a law.
    Provision {
        /// Full title of the law, also for `같은 법`, `이 법` and short names; empty where no law is named.
        title: String,
        /// The provision.
        path: ProvisionPath,
        /// Last provision of a range: 제3조부터 제5조까지.
        until: Option<ProvisionPath>,
        /// 조문제목 in brackets after the article's number.
        article_title: Option<String>,
        /// Whether 본문 or 전단 is written, which means the sentence before the exception.
        main_sentence: bool,
        /// Whether former wording is meant (구 법).
        former: bool,
        /// Day before which the wording was in force: `(2007. 4. 11. 법률 제8366호로 개정되기 전의 것)`.
        before: Option<Date>,
        /// Whether the path continues in a way that cannot be read: 제2항의2, 제1호갸목, 가목1).
        unreadable_end: bool,
    },
    /// A decision.
    Decision {
        /// Case number: `2006도9083`.
        case_number: String,
        /// Court, if the text names it.
        court: Option<String>,
        /// 선고일, if the text has it.
        day: Option<Date>,
        /// Whether the written day does not exist in the calendar.
        impossible_day: bool,
    },
}

/// A reference with the result of its check.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CheckedReference {
    /// The reference as written.
    #[serde(flatten)]
    pub reference: Reference,
    /// The source: `의료법 제56조제2항제8호`, or the title of a decision.
    pub article: Option<String>,
    /// Version of the law that was compared: `법률 제21524호`.
    pub version: Option<String>,
    /// Result of the comparison.
    pub status: CitationStatus,
    /// Reason in Korean; empty when verified.
    pub note: String,
    /// Wording of the source where the quote differs in white space or punctuation.
    pub stored: Option<String>,
}
