use serde::Serialize;
use ts_rs::TS;

/// How a mentioned concept stands to the patient: the one vocabulary of all slots.
///
/// Only [`Status::Active`] items are the patient's own and present. Where several apply the first of this order is taken:
/// somebody else's, allergy, negated, stopped or past, planned, asked, hypothetical, active.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "ClinicalStatus")]
pub enum Status {
    /// The patient has it, feels it, takes it.
    Active,
    /// Said not to be so: 당뇨는 없어요, denies fever.
    Negated,
    /// Was so once: 예전에 결핵을 앓았어요, s/p.
    Past,
    /// A drug that is no longer taken: 끊었어요.
    Stopped,
    /// Intended: 내일부터 먹을 예정.
    Planned,
    /// A drug that is asked about or wanted, not taken: 먹어도 되나요?
    Asked,
    /// Feared, suspected, supposed: 당뇨면, 혹시 암일까요, r/o.
    Hypothetical,
    /// A blood relative's: 어머니가 당뇨예요.
    Family,
    /// Somebody else's: 남편이 열이 나요.
    OtherPerson,
    /// A substance that is not tolerated: 페니실린 알레르기.
    Allergy,
}

impl Status {
    /// As in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Negated => "negated",
            Self::Past => "past",
            Self::Stopped => "stopped",
            Self::Planned => "planned",
            Self::Asked => "asked",
            Self::Hypothetical => "hypothetical",
            Self::Family => "family",
            Self::OtherPerson => "other_person",
            Self::Allergy => "allergy",
        }
    }
}
