//! Requests and responses of 보장 비교: imports, questions, reports and pages.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use simui_domain::QuarantineEntry;
use ts_rs::TS;

pub use simui_coverage::{
    Anchor as CoverageAnchor, Confidence as SlotConfidence, CoverageAnswer,
    Evidence as CoverageEvidence, Fact as CoverageFact, PaidElsewhere as CoveragePaidElsewhere,
    Question as CoverageQuestion, Slot as CoverageSlot, SlotValue as CoverageSlotValue,
};

use super::{ReportFormat, RuleProblem};

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
    /// The type of the document, where two of the company have the same name.
    #[serde(default)]
    pub doc_type: Option<String>,
    /// Page, from 1.
    pub page: u32,
}

/// The text of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CoveragePageText {
    /// The text. Offsets of evidence count its Unicode scalar values.
    pub text: String,
    /// Whether the document is a PDF file of the imported folder, whose pages can be drawn.
    pub is_pdf: bool,
}

/// Requests a page of a PDF as it looks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CoveragePagePictureRequest {
    /// The code of the company.
    pub insurer_code: String,
    /// The file name of the document.
    pub document: String,
    /// The type of the document, where two of the company have the same name.
    #[serde(default)]
    pub doc_type: Option<String>,
    /// Page, from 1.
    pub page: u32,
    /// Width in pixels; below 400 it counts as 400, above 2,400 as 2,400.
    pub width: u32,
    /// Start of a quote to be marked, in Unicode scalar values of the page's text.
    #[serde(default)]
    pub start: u32,
    /// End of the quote (exclusive). Nothing is marked if it is not behind the start.
    #[serde(default)]
    pub end: u32,
}

/// A page of a PDF as it looks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CoveragePagePicture {
    /// The picture as PNG, in Base64.
    pub base64: String,
    /// Width in pixels, less than asked for where the page is very long.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Where the quote stands, one mark for each piece of a line; empty where that is not certain.
    pub marks: Vec<CoveragePictureMark>,
}

/// A rectangle of a picture, in shares of its width and height from the upper left corner, 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, TS)]
pub struct CoveragePictureMark {
    /// Left edge.
    pub left: f32,
    /// Upper edge.
    pub top: f32,
    /// Width of the rectangle.
    pub width: f32,
    /// Height of the rectangle.
    pub height: f32,
}

/// Asks for what was read of a company's documents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CoverageFactsRequest {
    /// The code of the company.
    pub insurer_code: String,
    /// The code of a coverage; all of them and the rows that belong to none where it is absent.
    #[serde(default)]
    pub coverage_code: Option<String>,
}

/// What was read of a company's documents.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CoverageFacts {
    /// The facts, coverage by coverage. Those that a name, plan or kind of cancer changes follow those
    /// that hold in general.
    pub facts: Vec<CoverageFact>,
    /// Korean names of the kinds of cancer that facts apply to, by their keys.
    pub kinds: BTreeMap<String, String>,
    /// The readings that found the facts: what each reads, as a Korean sentence, by its id.
    pub readings: BTreeMap<String, String>,
}

/// Saves a comparison by name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SaveCoverage {
    /// A name that no other saved comparison has.
    pub name: String,
    /// The questions, each with its insurers and coverage. Anchors are not kept.
    pub questions: Vec<CoverageQuestion>,
}

/// A comparison that was saved by name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CoverageSaved {
    /// The name, with identifiers masked.
    pub name: String,
    /// The questions to ask again, with identifiers masked.
    pub questions: Vec<CoverageQuestion>,
    /// When it was saved (RFC 3339).
    pub saved_at: String,
    /// Whether nothing was imported since, so that the answers are the same.
    pub is_current: bool,
}

/// The saved comparisons.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SavedCoverages {
    /// The comparisons, the last one first.
    pub saved: Vec<CoverageSaved>,
}

/// Deletes a saved comparison.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ForgetCoverage {
    /// Its name.
    pub name: String,
}

/// The rule files of the comparison.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CoverageRules {
    /// The files, those that an office adjusts first.
    pub files: Vec<CoverageRuleFile>,
    /// Why the files cannot be used together, so that nothing is compared; of a file that an earlier
    /// version of the program took.
    pub problem: Option<String>,
}

/// A rule file of the comparison.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CoverageRuleFile {
    /// The name: `cues.toml`.
    pub name: String,
    /// What it is about, in Korean.
    pub about: String,
    /// Name of the administrator whose text holds; absent where the program's own does.
    pub replaced_by: Option<String>,
    /// When it was replaced (RFC 3339).
    pub replaced_at: Option<String>,
}

/// Asks for the text of a rule file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CoverageRuleTextRequest {
    /// The name: `cues.toml`.
    pub name: String,
}

/// The text of a rule file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CoverageRuleText {
    /// The name.
    pub name: String,
    /// The text that holds now.
    pub text: String,
    /// The program's own text.
    pub shipped: String,
}

/// Asks what a text would change in place of a rule file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CoverageRulesCheck {
    /// The name of the file.
    pub name: String,
    /// The text.
    pub text: String,
}

/// What a text would change in place of a rule file.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct CoverageRuleCheck {
    /// What is wrong with it; nothing is compared then.
    pub problem: Option<RuleProblem>,
    /// Number of facts that the rules of now read from the imported documents.
    pub facts: u32,
    /// Number of those that would not be read any more.
    pub gone: u32,
    /// Number of facts that would be read for the first time.
    pub new: u32,
    /// The first of those facts.
    pub changes: Vec<CoverageRuleChange>,
}

/// A fact that other rules would or would not read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CoverageRuleChange {
    /// Whether the fact would not be read any more.
    pub gone: bool,
    /// The fact.
    pub fact: CoverageFact,
}

/// Puts a text in place of a rule file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ReplaceCoverageRules {
    /// The name of the file.
    pub name: String,
    /// The text; without one the program's own holds again.
    pub text: Option<String>,
    /// Id or name of the administrator.
    pub reviewer: String,
}

/// Progress of an import of coverage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CoverageProgress {
    /// What is being read.
    pub stage: CoverageStage,
    /// Number of documents or coverages done.
    pub done: u32,
    /// Number of them in all.
    pub total: u32,
}

/// A stage of an import of coverage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum CoverageStage {
    /// The pages of the documents.
    Documents,
    /// What the documents state about each coverage.
    Facts,
}
