use base64::Engine as _;

use crate::faults::ErrorCode;
use crate::report::{self, Fonts};
use crate::types::{ReportFile, ReportFormat, ReportRequest};
use crate::{ApiError, Desk};

impl Desk {
    /// Returns a report of a case as a file for the interface.
    pub async fn report(&self, request: ReportRequest) -> Result<ReportFile, ApiError> {
        let bytes = self.report_bytes(&request).await?;
        let (ending, media_type) = match request.format {
            ReportFormat::Html => ("html", "text/html; charset=utf-8"),
            ReportFormat::Pdf => ("pdf", "application/pdf"),
            ReportFormat::Json => ("json", "application/json"),
        };
        Ok(ReportFile {
            name: format!("심의결과-{}.{ending}", request.case_id),
            media_type: media_type.to_owned(),
            base64: base64::engine::general_purpose::STANDARD.encode(bytes),
        })
    }

    /// Returns a report of a case as bytes.
    pub async fn report_bytes(&self, request: &ReportRequest) -> Result<Vec<u8>, ApiError> {
        self.database.require_reconciled(&request.case_id).await?;
        let case = self.case(&request.case_id).await?;
        let now = self.clock.now();
        match request.format {
            ReportFormat::Html => Ok(report::html(&case, now)?.into_bytes()),
            ReportFormat::Pdf => {
                let fonts = Fonts::locate(None)?;
                Ok(report::pdf(&case, now, &fonts)?)
            }
            ReportFormat::Json => serde_json::to_vec_pretty(&case).map_err(|error| {
                ApiError::invalid(ErrorCode::Internal, &[], format!("report: {error}"))
            }),
        }
    }
}
