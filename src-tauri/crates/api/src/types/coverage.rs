//! Requests and responses of 보장 비교: imports, questions, reports and pages.

use serde::{Deserialize, Serialize};
use simui_domain::QuarantineEntry;
use ts_rs::TS;

pub use simui_coverage::{
    Anchor as CoverageAnchor, Confidence as SlotConfidence, CoverageAnswer,
    Evidence as CoverageEvidence, ListedAmount, Question as CoverageQuestion, Slot as CoverageSlot,
    SlotValue as CoverageSlotValue,
};

use super::ReportFormat;

/// Imports a folder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CoverageImport {
    /// The folder that contains `insurers.csv`.
    pub path: String,
}

/// What an import stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CoverageImportReport {
    /// Number of companies.
    pub insurers: u32,
    /// Number of standard coverages.
    pub coverages: u32,
    /// Number of names of coverages.
    pub aliases: u32,
    /// Number of documents.
    pub documents: u32,
    /// Number of their pages.
    pub pages: u32,
    /// What was left out.
    pub quarantined: Vec<QuarantineEntry>,
    /// Milliseconds that the import took.
    pub took_ms: f64,
}

/// What is imported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CoverageStatus {
    /// Companies in the order of their table.
    pub insurers: Vec<ImportedInsurer>,
    /// Number of standard coverages.
    pub coverages: u32,
    /// Number of names of coverages.
    pub aliases: u32,
}

/// An imported company.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ImportedInsurer {
    /// The code: `N08`.
    pub code: String,
    /// The name: 삼성화재.
    pub name: String,
    /// Number of its documents.
    pub documents: u32,
    /// Number of their pages.
    pub pages: u32,
}

/// Requests a comparison as a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CoverageReportRequest {
    /// The question.
    pub question: CoverageQuestion,
    /// The format.
    pub format: ReportFormat,
}

/// Requests the text of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CoveragePageRequest {
    /// The code of the company.
    pub insurer_code: String,
    /// The file name of the document.
    pub document: String,
    /// Page, from 1.
    pub page: u32,
}

/// The text of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CoveragePageText {
    /// The text. Offsets of evidence count its Unicode scalar values.
    pub text: String,
}

/// Names a company.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CoverageOf {
    /// The code of the company.
    pub insurer_code: String,
}

/// The amounts in a company's tables.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CoverageAmounts {
    /// The amounts in the order of the pages.
    pub amounts: Vec<ListedAmount>,
}
