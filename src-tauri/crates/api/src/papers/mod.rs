//! Papers that leave the office: the decision letter (심의 결과 통지서), the notice that asks for changes (보완·수정 요청
//! 통지), and the file of a case. The contents of a letter are made once ([`content`]), stored with its number,
//! and printed from there. Their order and wording are data ([`template`]).

mod case_file;
mod compose;
mod content;
mod issue;
mod message;
mod office;
mod template;

use base64::Engine as _;
use simui_store::PaperKind;

use crate::faults::ErrorCode;
use crate::report::document::Document;
use crate::report::{Fonts, html, pdf};
use crate::types::{CaseFileRequest, PaperForm, PaperRequest, ReportFile};
use crate::{ApiError, Desk};

pub(crate) use case_file::{log_of, trail_of};

impl Desk {
    /// Returns a letter or a notice as a file for the interface.
    pub async fn paper(&self, request: PaperRequest) -> Result<ReportFile, ApiError> {
        let name = match request.kind {
            PaperKind::Letter => "심의결과통지",
            PaperKind::Notice => "보완수정요청",
        };
        let name = format!("{name}-{}", request.case_id);
        Ok(file(&name, request.format, self.paper_bytes(&request).await?))
    }

    /// Returns a letter or a notice as bytes.
    pub async fn paper_bytes(&self, request: &PaperRequest) -> Result<Vec<u8>, ApiError> {
        let content = self.content_of(&request.case_id, request.kind).await?;
        let document = compose::document(&content)?;
        match request.format {
            PaperForm::Html => drawn_html(&document),
            PaperForm::Pdf => drawn_pdf(&document),
            PaperForm::Eml => {
                message::message_bytes(&content, request.to.as_deref(), || drawn_pdf(&document))
            }
        }
    }

    /// Returns the file of one case for the interface.
    pub async fn case_file(&self, request: CaseFileRequest) -> Result<ReportFile, ApiError> {
        let name = format!("사건기록-{}", request.case_id);
        Ok(file(&name, request.format, self.case_file_bytes(&request).await?))
    }

    /// Returns the file of one case as bytes.
    pub async fn case_file_bytes(&self, request: &CaseFileRequest) -> Result<Vec<u8>, ApiError> {
        let document = self.case_file_document(&request.case_id).await?;
        match request.format {
            PaperForm::Html => drawn_html(&document),
            PaperForm::Pdf => drawn_pdf(&document),
            PaperForm::Eml => Err(ApiError::invalid(
                ErrorCode::CaseFileNoLetter,
                &[],
                "a case file is no letter: take it as html or pdf".to_owned(),
            )),
        }
    }
}

/// Converts the stored contents of an issued paper to a document.
pub(crate) fn document_of(content: &serde_json::Value) -> Result<Document, ApiError> {
    compose::document(&issue::stored(content.clone())?)
}

fn file(name: &str, form: PaperForm, bytes: Vec<u8>) -> ReportFile {
    let (ending, media_type) = match form {
        PaperForm::Html => ("html", "text/html; charset=utf-8"),
        PaperForm::Pdf => ("pdf", "application/pdf"),
        PaperForm::Eml => ("eml", "message/rfc822"),
    };
    ReportFile {
        name: format!("{name}.{ending}"),
        media_type: media_type.to_owned(),
        base64: base64::engine::general_purpose::STANDARD.encode(bytes),
    }
}

/// Draws a document as an HTML page.
pub(crate) fn drawn_html(document: &Document) -> Result<Vec<u8>, ApiError> {
    Ok(html::render(document).map(String::into_bytes)?)
}

/// Draws a document as a PDF with a font of this machine.
pub(crate) fn drawn_pdf(document: &Document) -> Result<Vec<u8>, ApiError> {
    let fonts = Fonts::locate(None)?;
    Ok(pdf::render(document, &fonts)?)
}
