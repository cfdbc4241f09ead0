//! Writes letters, notices and case files to files.

use simui_api::types::{CaseFileRequest, PaperRequest};
use simui_api::{Desk, PaperKind};
use simui_domain::CaseId;

use crate::args::papers::{CaseFileCommand, PaperCommand};
use crate::error::CliError;

pub async fn paper(desk: &Desk, kind: PaperKind, command: PaperCommand) -> Result<(), CliError> {
    let PaperCommand { case, format, out, to } = command;
    let request = PaperRequest { case_id: CaseId(case), kind, format, to };
    let bytes = desk.paper_bytes(&request).await?;
    std::fs::write(&out, bytes).map_err(|error| CliError::file(&out, error))
}

pub async fn case_file(desk: &Desk, command: CaseFileCommand) -> Result<(), CliError> {
    let CaseFileCommand { case, format, out } = command;
    let request = CaseFileRequest { case_id: CaseId(case), format };
    let bytes = desk.case_file_bytes(&request).await?;
    std::fs::write(&out, bytes).map_err(|error| CliError::file(&out, error))
}
