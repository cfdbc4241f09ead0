//! The findings of a checked prescription.

use serde::{Deserialize, Serialize};
use simui_pharmacy::calculate::Calculation;
use ts_rs::TS;

/// How grave a finding is, gravest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum PrescriptionSeverity {
    /// 금기.
    Contraindicated,
    /// 심각: ask the prescriber before it is dispensed.
    Serious,
    /// 주의.
    Caution,
}

/// 근거: the words on which a finding rests.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "PrescriptionGrounds")]
pub struct Finding {
    /// The finding, in Korean.
    pub text: String,
    /// The table, rule or document.
    pub source: String,
    /// The row or sentence, exactly as stored; empty for a rule of the program.
    pub quote: String,
    /// The stored document, where there is one.
    pub doc_id: Option<String>,
}

/// 상호작용: what is known about two drugs together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "PrescriptionInteraction")]
pub struct Interaction {
    /// How grave it is.
    pub severity: PrescriptionSeverity,
    /// Korean names of the two ingredients.
    pub pair: [String; 2],
    /// Their lines, from 1; 0 for a drug of the record.
    pub lines: [u32; 2],
    /// What the row or sentence says.
    #[serde(flatten)]
    pub finding: Finding,
}

/// 중복: an ingredient or a class that several lines have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "PrescriptionDuplication")]
pub struct Duplication {
    /// How grave it is.
    pub severity: PrescriptionSeverity,
    /// `ingredient` or `class`.
    pub kind: String,
    /// The ingredient or class, in Korean.
    pub name: String,
    /// Korean names of the drugs, as their lines write them.
    pub drugs: Vec<String>,
    /// The lines, from 1; 0 for a drug of the record.
    pub lines: Vec<u32>,
    /// The grounds of the finding.
    #[serde(flatten)]
    pub finding: Finding,
}

/// 금기·주의 for the person who takes the drugs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "PrescriptionWarning")]
pub struct DrugWarning {
    /// How grave it is.
    pub severity: PrescriptionSeverity,
    /// `age`, `pregnancy`, `nursing`, `elderly`, `kidney`, `allergy`, `reaction`, `condition`, `effect`,
    /// `duration` or `rule`.
    pub kind: String,
    /// Korean names of the drugs; empty for a warning about the person alone.
    pub drugs: Vec<String>,
    /// The grounds of the finding.
    #[serde(flatten)]
    pub finding: Finding,
}

/// 최대량: an upper limit of a day, in mg.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "PrescriptionDoseLimit")]
pub struct DoseLimit {
    /// The amount in mg.
    pub milligrams: f64,
    /// The table, rule or document.
    pub source: String,
    /// The row or sentence, exactly as stored; empty for a rule of the program.
    pub quote: String,
    /// Whether it is one of adults, which says nothing of a child but that more is too much.
    pub of_adults: bool,
}

/// 용량: a total of a day, or a sentence on the dose for this person.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "PrescriptionDose")]
pub struct DoseCheck {
    /// How grave it is; `None` where nothing is exceeded.
    pub severity: Option<PrescriptionSeverity>,
    /// `total`, `label`, `renal` or `weight`.
    pub kind: String,
    /// Korean name of the ingredient.
    pub ingredient: String,
    /// The lines, from 1; 0 for a drug of the record.
    pub lines: Vec<u32>,
    /// The grounds of the finding.
    #[serde(flatten)]
    pub finding: Finding,
    /// How the total or the limit was calculated.
    pub calculation: Option<Calculation>,
    /// The limits that a total was compared with.
    pub limits: Vec<DoseLimit>,
}
