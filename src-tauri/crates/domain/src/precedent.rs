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
    /// 적법: acquitted, sanction or suspended indictment set aside.
    Lawful,
    /// 위헌: the prohibition itself fell.
    Unconstitutional,
    /// 합헌: the prohibition stands.
    Constitutional,
}

impl CourtOutcome {
    /// Its word in digests.
    pub fn word(self) -> &'static str {
        match self {
            CourtOutcome::Unlawful => "위법",
            CourtOutcome::Lawful => "적법",
            CourtOutcome::Unconstitutional => "위헌",
            CourtOutcome::Constitutional => "합헌",
        }
    }
}

/// 주문: what a court ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Disposition {
    /// 유죄: a sentence, suspended or not.
    Convicted,
    /// 무죄.
    Acquitted,
    /// 파기환송: sent back.
    Remanded,
    /// 면소, 공소기각: nobody judged the conduct.
    Discontinued,
    /// 상소 기각: the judgment below stands.
    AppealDismissed,
    /// 처분 취소.
    Annulled,
    /// 청구 기각.
    ClaimDismissed,
    /// 청구 인용: what was asked for was ordered.
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

/// Which way a decision speaks about a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Stance {
    /// Wording of this kind was held unlawful.
    For,
    /// Wording of this kind was cleared.
    Against,
    /// It counts for nobody any more: struck down, overruled, or its article is another today.
    LostGround,
}

/// What a decision did to the finding it was weighed against.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum DecisionEffect {
    /// It is only shown.
    Shown,
    /// The finding is milder for it.
    Lowered,
    /// A person must weigh it.
    Person,
}

/// A decision weighed for or against a finding.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct WeighedDecision {
    /// The finding's claim.
    pub claim_id: ClaimId,
    /// The finding's kind.
    pub kind: ViolationKind,
    /// The decision's title.
    pub decision: String,
    /// `2009두21345`.
    pub case_number: String,
    /// 선고일.
    #[ts(type = "string | null")]
    pub decided_on: Option<Date>,
    /// How it judged the wording.
    pub outcome: Option<CourtOutcome>,
    /// What it ordered, where its text has a 주문.
    pub disposition: Option<Disposition>,
    /// For or against the finding, or neither any more.
    pub stance: Stance,
    /// The words judged there that are nearest to the claim; empty where none are.
    pub wording: String,
    /// How near they are, `0.0..=1.0`.
    pub similarity: f64,
    /// The place quoted, as written in citations.
    pub article: String,
    /// What it says there: a substring of the stored text.
    pub quote: String,
    /// What the check of that quote found.
    pub status: CitationStatus,
    /// The stored text is our digest.
    pub digest: bool,
    /// What it did to the finding.
    pub effect: DecisionEffect,
    /// Why it counts as it does, in Korean.
    pub why: String,
}
