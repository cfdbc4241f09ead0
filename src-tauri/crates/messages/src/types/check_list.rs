use serde::{Deserialize, Serialize};
use simui_consult::prescription::{DoseCheck, DrugWarning, Duplication, Interaction};
use simui_pharmacy::calculate::Calculation;
use ts_rs::TS;

/// A prescription to check (처방 검토).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct CheckListRequest {
    /// The prescription, one drug a line. Lines may describe the patient: `72세 여자 60kg 크레아티닌 1.4`.
    pub text: String,
    /// The patient in words, beside the lines.
    pub about: Option<String>,
    /// Id or complete name of a patient whose record is used, too. Nothing is stored in it.
    pub patient: Option<String>,
    /// Name or id of the person who asks.
    pub reviewer: Option<String>,
}

/// A checked prescription. Every list is gravest first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CheckListResponse {
    /// The patient, as far as the checks used it, in Korean; empty where nothing is known.
    pub person: String,
    /// The drugs, in the order of their lines.
    pub drugs: Vec<ListedDrug>,
    /// 금기·주의 for the person.
    pub warnings: Vec<DrugWarning>,
    /// 상호작용 of pairs.
    pub interactions: Vec<Interaction>,
    /// 중복.
    pub duplications: Vec<Duplication>,
    /// 용량: totals of a day, doses for the kidneys and for a child.
    pub doses: Vec<DoseCheck>,
    /// Calculations about the person.
    pub calculations: Vec<Calculation>,
    /// Lines that name no drug of the desk. Nothing else answers for them.
    pub unknown: Vec<UnknownLine>,
    /// What was not checked, and why, in Korean.
    pub not_checked: Vec<String>,
}

/// A drug of a prescription.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ListedDrug {
    /// The line, from 1; 0 for a drug of the patient's record.
    pub line: u32,
    /// The line as written; empty for a drug of the record.
    pub text: String,
    /// The name, as the line writes it.
    pub written: String,
    /// 성분, in Korean.
    pub ingredients: Vec<String>,
    /// 함량 that the calculations used, in Korean; empty where none is known.
    pub strengths: Vec<String>,
    /// The dose as it was read from the line, in Korean; empty where the line states none.
    pub dose: String,
    /// Titles of the documents that were read.
    pub documents: Vec<String>,
}

/// A line that names no drug of the desk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct UnknownLine {
    /// The line, from 1.
    pub line: u32,
    /// The line as written.
    pub text: String,
    /// The reason, in Korean.
    pub reason: String,
    /// A name that it resembles, for the person to decide.
    pub perhaps: Option<String>,
}
