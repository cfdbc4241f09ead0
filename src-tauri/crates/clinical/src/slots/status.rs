//! The status of a mentioned concept.

use serde::Serialize;
use ts_rs::TS;

use super::{PATIENT, Slots};

/// Status of a mentioned concept in relation to the patient; the same for all slots.
///
/// Only [`Status::Active`] items are the patient's own and present. Where several apply, the first of
/// this order counts: somebody else's, allergy, negated, stopped or past, planned, asked, hypothetical,
/// active.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "ClinicalStatus")]
pub enum Status {
    /// The patient has it, feels it, takes it.
    Active,
    /// The text denies it: 당뇨는 없어요, denies fever.
    Negated,
    /// It was so once: 예전에 결핵을 앓았어요, s/p.
    Past,
    /// A drug that is no longer taken: 끊었어요.
    Stopped,
    /// A drug or operation that is intended: 내일부터 먹을 예정.
    Planned,
    /// A drug that is asked about or wanted, but not taken: 먹어도 되나요?
    Asked,
    /// Feared, suspected or supposed: 당뇨면, 혹시 암일까요, r/o.
    Hypothetical,
    /// A blood relative has it: 어머니가 당뇨예요.
    Family,
    /// Another person has it: 남편이 열이 나요.
    OtherPerson,
    /// A substance that the patient does not tolerate: 페니실린 알레르기.
    Allergy,
}

impl Status {
    /// The name of the status in JSON.
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

impl Slots {
    /// Whether all drugs that a text names are of other persons than the one whom it is about: 저는 임신
    /// 중인데 남편이 로아큐탄을 먹어요. What is known of that one concerns none of them.
    pub fn names_only_drugs_of_others(&self) -> bool {
        let who = self.subject.as_ref().map_or(PATIENT, |it| it.person.as_str());
        !self.medications.is_empty() && self.medications.iter().all(|it| it.experiencer != who)
    }
}
