//! 보장 비교: imported, asked, read.

use serde::{Deserialize, Serialize};
use simui_domain::QuarantineEntry;
use ts_rs::TS;

pub use simui_coverage::{
    Anchor as CoverageAnchor, Confidence as SlotConfidence, CoverageAnswer,
    Evidence as CoverageEvidence, ListedAmount, Question as CoverageQuestion, Slot as CoverageSlot,
    SlotValue as CoverageSlotValue,
};

use super::ReportFormat;

/// A folder to import.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CoverageImport {
    /// The folder that holds `insurers.csv`.
    pub path: String,
}

/// What an import took in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CoverageImportReport {
    /// Companies.
    pub insurers: u32,
    /// Standard coverages.
    pub coverages: u32,
    /// Names of coverages.
    pub aliases: u32,
    /// Documents.
    pub documents: u32,
    /// Their pages.
    pub pages: u32,
    /// What was left out.
    pub quarantined: Vec<QuarantineEntry>,
    /// Milliseconds.
    pub took_ms: f64,
}

/// What is imported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CoverageStatus {
    /// Companies in the order of their table.
    pub insurers: Vec<ImportedInsurer>,
    /// Standard coverages.
    pub coverages: u32,
    /// Names of coverages.
    pub aliases: u32,
}

/// A company.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ImportedInsurer {
    /// `N08`.
    pub code: String,
    /// 삼성화재.
    pub name: String,
    /// Its documents.
    pub documents: u32,
    /// Their pages.
    pub pages: u32,
}

/// A comparison to hand over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CoverageReportRequest {
    /// What is asked.
    pub question: CoverageQuestion,
    /// How.
    pub format: ReportFormat,
}

/// A page to show.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CoveragePageRequest {
    /// Whose.
    pub insurer_code: String,
    /// The file's name.
    pub document: String,
    /// From 1.
    pub page: u32,
}

/// Its text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CoveragePageText {
    /// Offsets of evidence count its Unicode scalar values.
    pub text: String,
}

/// A company.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CoverageOf {
    /// Its code.
    pub insurer_code: String,
}

/// The amounts of its tables.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CoverageAmounts {
    /// In the order of the pages.
    pub amounts: Vec<ListedAmount>,
}
