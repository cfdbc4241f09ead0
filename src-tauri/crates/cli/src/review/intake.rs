//! Intake of advertisements: files, folders, and the watched folder.

use simui_api::types::{IntakeReport, WatchStatus};

pub fn describe_report(report: &IntakeReport) -> String {
    let mut text = format!(
        "파일 {} · 사건 {} · 이미 받은 파일 {} · 문제 {}{}\n",
        report.files,
        report.cases,
        report.unchanged,
        report.problems.len(),
        if report.cancelled { " · 멈춤" } else { "" },
    );
    for problem in &report.problems {
        text += &format!("{}: {}\n", problem.path, problem.problem);
    }
    text
}

pub fn describe_watched(status: &WatchStatus) -> String {
    let mut text = match &status.folder {
        Some(folder) => format!("감시 폴더: {folder}\n"),
        None => "감시 폴더: 없음\n".to_owned(),
    };
    for file in &status.files {
        text += &format!("{}\t사건 {}\t{}\n", file.path, file.cases, file.problem);
    }
    text
}
