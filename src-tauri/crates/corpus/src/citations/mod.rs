//! References to law and decisions in any text, with what they are said to say, checked against the stored sources.
//!
//! A draft, a model's answer, an imported opinion: [`references`] finds what such a text cites, character by character;
//! [`LawBook::check_citations`](crate::LawBook::check_citations) looks each one up as of a day and compares the quote
//! by the same rules as every other citation of the desk.

mod article_title;
mod check;
mod extract;
mod quotes;
mod spelling;
mod titles;

use jiff::civil::Date;
use serde::Serialize;
use simui_domain::{CitationStatus, ProvisionPath};

pub use self::extract::references;
pub use self::titles::Titles;

/// A place in a text. Offsets count characters (Unicode scalar values); `words` are exactly those between them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Words {
    /// Its first character.
    pub start: usize,
    /// One past its last.
    pub end: usize,
    /// As written.
    pub words: String,
}

/// A reference as a text writes it, and the words that it is quoted for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Reference {
    /// The reference itself.
    #[serde(flatten)]
    pub place: Words,
    /// What it names.
    pub names: Named,
    /// What it is said to say, without its quotation marks.
    pub quote: Option<Words>,
}

/// What a reference names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Named {
    /// A law as a whole: 「의료법」.
    Law {
        /// Its title.
        title: String,
    },
    /// 조·항·호·목 of a law.
    Provision {
        /// The law's title, spelt out (`같은 법`, `이 법` and short names too); empty where nobody named one.
        title: String,
        /// The provision.
        path: ProvisionPath,
        /// The last one of a range: 제3조부터 제5조까지.
        until: Option<ProvisionPath>,
        /// 조문제목 in brackets behind the article's number.
        article_title: Option<String>,
        /// 본문 or 전단: the sentence before the exception is meant.
        main_sentence: bool,
        /// 구 법: wording that was in force before.
        former: bool,
        /// `(2007. 4. 11. 법률 제8366호로 개정되기 전의 것)`: before this day.
        before: Option<Date>,
        /// The words go on with what no path has here: 제2항의2, 제1호갸목, 가목1).
        unreadable_end: bool,
    },
    /// A decision.
    Decision {
        /// `2006도9083`.
        case_number: String,
        /// Which court, where the text says so.
        court: Option<String>,
        /// 선고일, where the text gives one.
        day: Option<Date>,
        /// It gives a day that no calendar has.
        impossible_day: bool,
    },
}

/// A reference with what was found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CheckedReference {
    /// As written.
    #[serde(flatten)]
    pub reference: Reference,
    /// Where it points: `의료법 제56조제2항제8호`, or the title of a decision.
    pub article: Option<String>,
    /// The version looked at: `법률 제21524호`.
    pub version: Option<String>,
    /// What the comparison found.
    pub status: CitationStatus,
    /// Why, in Korean; empty when verified.
    pub note: String,
    /// The source's own words where the quote stands with other white space or punctuation.
    pub stored: Option<String>,
}
