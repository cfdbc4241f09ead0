use simui_api::Desk;

use crate::args::AuditCommand;
use crate::error::CliError;
use crate::output::Output;

pub async fn run(desk: &Desk, command: AuditCommand, out: Output) -> Result<(), CliError> {
    match command {
        AuditCommand::Verify => {
            let report = desk.audit().await?;
            out.result(&report, |report| match report.intact {
                true => format!("감사 기록 {}건: 이상 없음", report.entries),
                false => report.reason.clone(),
            });
            if report.intact { Ok(()) } else { Err(CliError::Check(report.reason)) }
        }
        AuditCommand::Export { file } => {
            let text = desk.audit_export().await?;
            std::fs::write(&file, text).map_err(|error| CliError::file(&file, error))
        }
    }
}
