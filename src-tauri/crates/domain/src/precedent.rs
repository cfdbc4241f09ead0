//! Court decisions weighed for and against a finding.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{CitationStatus, ClaimId, ViolationKind};

/// How a court judged the conduct at issue, or the Constitutional Court the norm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum CourtOutcome {
    /// 위법: punished, sanctioned, or sent back to be.
    Unlawful,
    /// 적법: acquittal, or a sanction or suspended indictment set aside.
    Lawful,
    /// 위헌: the prohibition itself was struck down.
    Unconstitutional,
    /// 합헌: the prohibition was upheld.
    Constitutional,
}

impl CourtOutcome {
    /// The word for the outcome in digests.
    pub fn word(self) -> &'static str {
        match self {
            CourtOutcome::Unlawful => "위법",
            CourtOutcome::Lawful => "적법",
            CourtOutcome::Unconstitutional => "위헌",
            CourtOutcome::Constitutional => "합헌",
        }
    }
}

/// 주문: the order of a court.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Disposition {
    /// 유죄: a sentence, suspended or not.
    Convicted,
    /// 무죄.
    Acquitted,
    /// 파기환송: sent back to the lower court.
    Remanded,
    /// 면소, 공소기각: ended without judging the conduct.
    Discontinued,
    /// 상소 기각: the judgment below stands.
    AppealDismissed,
    /// 처분 취소.
    Annulled,
    /// 청구 기각.
    ClaimDismissed,
    /// 청구 인용: the claim was granted.
    Granted,
    /// 각하.
    Inadmissible,
    /// 위헌.
    Unconstitutional,
    /// 헌법불합치.
    Incompatible,
    /// 합헌.
    Constitutional,
    /// 일부: parts ended differently.
    Mixed,
}

/// Whether a decision supports a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Stance {
    /// Wording of this kind was held unlawful.
    For,
    /// Wording of this kind was held lawful.
    Against,
    /// The decision no longer counts: it was struck down or overruled, or its article was changed.
    LostGround,
}

/// Effect of a decision on the finding it was weighed against.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum DecisionEffect {
    /// The decision is only shown.
    Shown,
    /// The severity of the finding was lowered.
    Lowered,
    /// A person must weigh the decision.
    Person,
}

/// A decision weighed for or against a finding.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct WeighedDecision {
    /// Claim of the finding.
    pub claim_id: ClaimId,
    /// Kind of the finding.
    pub kind: ViolationKind,
    /// Title of the decision.
    pub decision: String,
    /// Case number, for example `2009두21345`.
    pub case_number: String,
    /// 선고일.
    #[ts(type = "string | null")]
    pub decided_on: Option<Date>,
    /// How the court judged the wording.
    pub outcome: Option<CourtOutcome>,
    /// The court's order, if the text has a 주문.
    pub disposition: Option<Disposition>,
    /// Whether it supports the finding, contradicts it, or no longer counts.
    pub stance: Stance,
    /// The judged wording that is most similar to the claim; empty if none is.
    pub wording: String,
    /// Similarity of that wording to the claim, `0.0..=1.0`.
    pub similarity: f64,
    /// The quoted place, written as in citations.
    pub article: String,
    /// The quote, a substring of the stored text.
    pub quote: String,
    /// Result of checking the quote.
    pub status: CitationStatus,
    /// Whether the stored text is a digest of our own.
    pub digest: bool,
    /// Effect on the finding.
    pub effect: DecisionEffect,
    /// Reason for the effect, in Korean.
    pub why: String,
}
