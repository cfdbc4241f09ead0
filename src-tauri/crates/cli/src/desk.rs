use simui_api::Desk;
use simui_api::types::DoctorState;

use crate::error::CliError;
use crate::output::Output;

pub async fn demo(desk: &Desk, out: Output) -> Result<(), CliError> {
    let status = desk.demo().await?;
    out.result(&status, |status| {
        format!("예시 준비 완료: 문서 {}건, 대기 사건 {}건", status.documents, status.waiting)
    });
    Ok(())
}

pub async fn doctor(desk: &Desk, out: Output) -> Result<(), CliError> {
    let report = desk.doctor().await?;
    out.result(&report, |report| {
        let mut text = format!("simui {}\n{}\n", report.version, report.data_dir);
        for check in &report.checks {
            let mark = match check.state {
                DoctorState::Ok => "✓",
                DoctorState::Degraded => "△",
                DoctorState::Missing => "✕",
            };
            text += &format!("{mark} {}: {}\n", check.name, check.detail);
            if !check.remedy.is_empty() {
                text += &format!("    → {}\n", check.remedy);
            }
        }
        text
    });
    Ok(())
}
