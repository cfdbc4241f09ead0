//! The omissions of an import, by kind of resource and reason, with the names a person would look for.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Greatest number of distinct names kept for each kind and reason; the count is not bounded.
const MOST_NAMES: usize = 20;
/// Greatest length of a name in characters; longer ones are descriptions and are cut.
const LONGEST_NAME: usize = 120;

/// Why an entry, or a value of it, was left out of a patient's profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum OmissionReason {
    /// The kind of resource is not read.
    UnsupportedResource,
    /// The resource does not have the form of its kind.
    Malformed,
    /// It is about another person, or about somebody whom the record does not name.
    OtherSubject,
    /// It is marked as entered in error.
    EnteredInError,
    /// A proposal, a plan, a draft, or an order that was cancelled before it was carried out.
    NotOrdered,
    /// It is an order not to give a drug.
    DoNotPerform,
    /// It is marked as refuted.
    Refuted,
    /// Its status is unknown, or is not a code of FHIR R4.
    UnknownStatus,
    /// It states absence, such as "no known allergies".
    SaidAbsent,
    /// It names no drug, illness or substance.
    NoName,
    /// A finding that the lexicon does not know; most are social.
    UnknownFinding,
    /// It has no number, but an answer in words or a reason for its absence.
    NoNumber,
    /// A measurement of a kind that is not read.
    UnknownMeasure,
    /// A number without a unit.
    NoUnit,
    /// A unit that is not converted, or one that contradicts its code.
    UnknownUnit,
    /// A bound that cannot be kept: of one side of a blood pressure, or with an unknown comparator.
    Bound,
    /// A value that no living person can have.
    NotPlausible,
    /// The patient has died, so there is no present age.
    Deceased,
    /// A newer or surer entry about the same drug or illness was taken, or enough newer values of the
    /// measurement.
    Superseded,
}

impl OmissionReason {
    /// Text for the user who imported the record, in Korean.
    pub fn korean(self) -> &'static str {
        match self {
            Self::UnsupportedResource => "읽지 않는 종류의 자료입니다",
            Self::Malformed => "FHIR R4의 형식이 아닙니다",
            Self::OtherSubject => "이 환자가 아닌 사람의 기록입니다",
            Self::EnteredInError => "잘못 입력했다고 표시된 기록입니다",
            Self::NotOrdered => "제안·계획·초안이거나 취소되어 실제 처방·시행이 아닙니다",
            Self::DoNotPerform => "투여하지 말라는 지시입니다",
            Self::Refuted => "아닌 것으로 확인된 기록입니다",
            Self::UnknownStatus => "상태를 알 수 없는 기록입니다",
            Self::SaidAbsent => "없다는 기록이라 항목으로 넣지 않았습니다",
            Self::NoName => "이름이 없습니다",
            Self::UnknownFinding => "사전에 없는 소견입니다",
            Self::NoNumber => "수치가 없습니다",
            Self::UnknownMeasure => "다루지 않는 검사 항목입니다",
            Self::NoUnit => "단위가 없는 수치입니다",
            Self::UnknownUnit => "바꿀 수 없는 단위이거나 단위와 코드가 서로 다릅니다",
            Self::Bound => "정확한 값이 아니라 범위(<, >, ≤, ≥)입니다",
            Self::NotPlausible => "사람에게 있을 수 없는 값입니다",
            Self::Deceased => "사망한 환자라 현재 나이를 세지 않았습니다",
            Self::Superseded => "같은 항목의 더 새롭거나 확실한 기록을 옮겼습니다",
        }
    }
}

/// The omissions of one kind of resource for one reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Omission {
    /// Kind of resource: `MedicationRequest`, …
    pub resource: String,
    /// The reason.
    pub reason: OmissionReason,
    /// Number of entries or values.
    pub count: usize,
    /// The names of the entries, each once, at most 20; values with number and unit.
    pub names: Vec<String>,
}

/// Collects omissions.
#[derive(Debug, Default)]
pub(super) struct Omissions(BTreeMap<(String, OmissionReason), (usize, Vec<String>)>);

impl Omissions {
    /// Counts an omission. An empty name is not listed.
    pub fn add(&mut self, resource: &str, reason: OmissionReason, name: &str) {
        let (count, names) = self.0.entry((resource.to_owned(), reason)).or_default();
        *count += 1;
        let name: String = name.trim().chars().take(LONGEST_NAME).collect();
        if !name.is_empty() && names.len() < MOST_NAMES && !names.contains(&name) {
            names.push(name);
        }
    }

    /// All omissions, ordered by resource and reason.
    pub fn finish(self) -> Vec<Omission> {
        let omission =
            |((resource, reason), (count, names))| Omission { resource, reason, count, names };
        self.0.into_iter().map(omission).collect()
    }
}
