//! Requests and responses of letters, notices and case files, and of the office that sends them.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use simui_domain::CaseId;
use simui_store::PaperKind;
use ts_rs::TS;

/// 기관 정보: the sender's data on every letter. Without a name, letters are drafts without a number.
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
    /// 전자우편: the sender of `.eml` files.
    pub email: String,
    /// 발신 명의: the signature of a letter; the office's name when empty.
    pub signer: String,
    /// 문서번호 규칙: `{year}` and `{number}`, or `{number:4}` for at least four digits, with any words around
    /// them.
    pub numbering: String,
    /// 불복 절차, printed word for word on decision letters. Left out when empty.
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

/// The format of a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum PaperForm {
    /// A self-contained HTML page.
    Html,
    /// A tagged PDF with embedded fonts.
    Pdf,
    /// A message with the PDF attached, ready to be sent from a mail program.
    Eml,
}

/// Requests a letter or a notice. The first request issues it under the next number of the year; later ones
/// print the same paper again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PaperRequest {
    /// The case.
    pub case_id: CaseId,
    /// The kind of paper.
    pub kind: PaperKind,
    /// The format.
    pub format: PaperForm,
    /// For `eml`: the recipient.
    #[serde(default)]
    pub to: Option<String>,
}

/// An issued paper in a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PaperView {
    /// The kind of paper.
    pub kind: PaperKind,
    /// 문서번호.
    pub number: String,
    /// When it was issued.
    #[ts(type = "string")]
    pub issued_at: Timestamp,
}

/// Requests the complete file of one case as one document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CaseFileRequest {
    /// The case.
    pub case_id: CaseId,
    /// `html` or `pdf`.
    pub format: PaperForm,
}
