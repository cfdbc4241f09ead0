//! Letters, notices, case files, and the office that sends them.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use simui_domain::CaseId;
use simui_store::PaperKind;
use ts_rs::TS;

/// 기관 정보: what stands on every letter. As long as no name is set, letters are drafts without a number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct OfficeSettings {
    /// 기관명.
    pub name: String,
    /// 주소.
    pub address: String,
    /// 담당부서.
    pub department: String,
    /// 전화.
    pub telephone: String,
    /// 전자우편, from which `.eml` files are sent.
    pub email: String,
    /// 발신 명의, as under a letter; the office's name when empty.
    pub signer: String,
    /// 문서번호 규칙: `{year}` and `{number}`, or `{number:4}` for at least four digits, with any words around them.
    pub numbering: String,
    /// 불복 절차, word for word as the office wants it on decision letters. Nothing is said about it when empty.
    pub objection: String,
}

impl Default for OfficeSettings {
    fn default() -> Self {
        let empty = String::new;
        Self {
            name: empty(),
            address: empty(),
            department: empty(),
            telephone: empty(),
            email: empty(),
            signer: empty(),
            numbering: "{year}-{number:4}".to_owned(),
            objection: empty(),
        }
    }
}

/// The form of a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum PaperForm {
    /// A page that stands alone.
    Html,
    /// The same, paged, font embedded.
    Pdf,
    /// A message with the PDF attached, ready to be sent from a mail program.
    Eml,
}

/// Asks for a letter or a notice. The first time it is issued under the next number of the year; afterwards the same
/// paper is printed again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PaperRequest {
    /// Of which case.
    pub case_id: CaseId,
    /// Which.
    pub kind: PaperKind,
    /// In which form.
    pub format: PaperForm,
    /// For `eml`: who it goes to.
    #[serde(default)]
    pub to: Option<String>,
}

/// An issued paper, as lists show it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PaperView {
    /// Which.
    pub kind: PaperKind,
    /// 문서번호.
    pub number: String,
    /// When it was issued.
    #[ts(type = "string")]
    pub issued_at: Timestamp,
}

/// Asks for everything of one case as one document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CaseFileRequest {
    /// The case.
    pub case_id: CaseId,
    /// `html` or `pdf`.
    pub format: PaperForm,
}
