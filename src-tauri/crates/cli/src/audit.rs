use std::path::{Path, PathBuf};

use simui_api::types::{AuditReport, MoveAuditKey, PackRequest};
use simui_api::{Desk, KeyPlace, OpenDesk};
use simui_domain::CaseId;

use crate::args::papers::AuditCommand;
use crate::error::CliError;
use crate::output::{Output, remark};

/// Runs an audit command. `audit verify` also reports on a directory whose desk cannot be opened.
pub async fn run_opened(
    opened: Result<Desk, CliError>,
    data_dir: PathBuf,
    command: AuditCommand,
    out: Output,
) -> Result<(), CliError> {
    match (opened, &command) {
        (Ok(desk), _) => run(&desk, command, out).await,
        (Err(error), AuditCommand::Verify { head, .. }) => {
            let opening = OpenDesk { data_dir: Some(data_dir), ..OpenDesk::from_environment() };
            // If the database cannot be opened either, the first error says more.
            match Desk::audit_unopened(opening, head.as_deref()).await {
                Ok(report) if !report.intact => print_report(&report, out),
                _ => Err(error),
            }
        }
        (Err(error), _) => Err(error),
    }
}

/// Prints a report; a fault in it is an error of the command.
fn print_report(report: &AuditReport, out: Output) -> Result<(), CliError> {
    out.result(report, describe_report);
    if report.intact { Ok(()) } else { Err(CliError::Check(report.reason.clone())) }
}

async fn run(desk: &Desk, command: AuditCommand, out: Output) -> Result<(), CliError> {
    match command {
        AuditCommand::Verify { head, new } => {
            let report = match new {
                true => desk.audit_new().await?,
                false => desk.audit_against(head.as_deref()).await?,
            };
            print_report(&report, out)
        }
        AuditCommand::Export { file } => export(desk, &file).await,
        AuditCommand::MoveKey { to, signed } => {
            let report =
                desk.move_audit_key(MoveAuditKey { to, reviewer: signed.reviewer }).await?;
            out.result(&report, describe_report);
            Ok(())
        }
        AuditCommand::Pack { cases, out: path } => {
            let cases = cases.into_iter().map(CaseId).collect();
            let pack = desk.audit_pack_bytes(&PackRequest { cases }).await?;
            std::fs::write(&path, pack).map_err(|error| CliError::file(&path, error))
        }
    }
}

async fn export(desk: &Desk, file: &Path) -> Result<(), CliError> {
    let text = desk.audit_export().await?;
    let seal = desk.seal_export(&text);
    if seal.signature.is_none() {
        remark("the audit key is not at hand: the export is not signed");
    }
    let seal_path = PathBuf::from(format!("{}.seal.json", file.display()));
    let json = serde_json::to_string_pretty(&seal).unwrap_or_default() + "\n";
    std::fs::write(file, text).map_err(|error| CliError::file(file, error))?;
    std::fs::write(&seal_path, json).map_err(|error| CliError::file(&seal_path, error))
}

fn describe_report(report: &AuditReport) -> String {
    let mut text = match report.intact {
        true => format!(
            "감사 기록 {}건, 기록에 묶인 것 {}건: 이상 없음\n",
            report.entries, report.bound
        ),
        false => report.faults.iter().map(|fault| format!("{fault}\n")).collect(),
    };
    if !report.intact && report.faults.is_empty() {
        text += &format!("{}\n", report.reason);
    }
    if report.checked_from > 0 {
        text += &format!("감사 기록 {}번 뒤에 온 것만 대조했습니다.\n", report.checked_from);
    }
    match report.bound_since {
        None => text += "저장된 행은 아직 기록에 묶이지 않았습니다.\n",
        Some(0) => {}
        Some(seq) => {
            text += &format!(
                "저장된 행은 감사 기록 {seq}번부터 묶여 있습니다: 그 전에 고친 것은 결정과 통지서 말고는 찾을 수 없습니다.\n"
            );
        }
    }
    match (report.anchored, report.anchored_at) {
        (Some(seq), Some(at)) => text += &format!("데이터베이스 밖의 머리: {seq}번 ({at:.0})\n"),
        (Some(seq), None) => text += &format!("데이터베이스 밖의 머리: {seq}번\n"),
        (None, _) => text += "데이터베이스 밖의 머리: 없음\n",
    }
    if report.intact {
        text += &format!("끝 (따로 적어 두고 --head로 대조): {}\n", report.head);
    }
    let place = match report.key.place {
        KeyPlace::Keyring => "운영 체제의 키링",
        KeyPlace::File => "keys/audit.key 파일",
        KeyPlace::Missing => "없음",
    };
    text += &format!("열쇠: {place}\n");
    if let Some(key) = &report.public_key {
        text += &format!("서명 확인용 공개 열쇠: {key}\n");
    }
    if !report.key_warning.is_empty() {
        text += &format!("주의: {}\n", report.key_warning);
    }
    text += &format!("{}\n", report.limits);
    text
}
