//! What each stretch of an advertisement does (claims, asks, warns, refuses, …) and who speaks in it.
//!
//! Decided once for an advertisement, before rules judge it, from the cues of `rules/stances.toml`; rules say
//! for which stances they hold. A stretch without a cue claims, and the clinic speaks.

mod decide;
mod heads;
mod lines;
mod quotations;
mod stretch;
mod table;

use serde::Deserialize;

pub use stretch::{DecidedBy, Stances, Stretch};
pub(crate) use table::Cues;

/// What a stretch of text does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stance {
    /// Praises, promises or offers: what rules are about, and what a stretch without a cue does.
    Claims,
    /// Asks: 부작용은 없나요?
    Asks,
    /// Warns of wording, of an act or of harm: 완치라는 광고는 의심하세요.
    Warns,
    /// Says that the clinic does not do something: 후기를 싣지 않습니다.
    Refuses,
    /// Calls something untrue: 완치된다는 말은 사실이 아닙니다.
    Refutes,
    /// Passes on what somebody says.
    Reports,
    /// Quotes a law or a standard of review.
    QuotesLaw,
    /// Looks for staff.
    Recruits,
    /// Explains an illness, an examination or a course.
    Informs,
}

/// Who speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Speaker {
    /// The advertiser.
    Clinic,
    /// A patient, or somebody who was one.
    Patient,
    /// Somebody else, such as a reporter or a company.
    ThirdParty,
    /// A ministry, an agency or a court.
    PublicBody,
}
