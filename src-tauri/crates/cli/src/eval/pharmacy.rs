//! `simui eval pharmacy`: agreement with the feedback of people.

use std::path::Path;

use simui_api::Desk;
use simui_api::types::{AgreementReport, JudgedQuestion};

use super::rate::describe_rate;
use crate::error::CliError;
use crate::output::Output;
use crate::progress::bar;

/// `simui eval pharmacy`: answers again the questions that people gave feedback on.
pub async fn run(desk: &Desk, file: Option<&Path>, out: Output) -> Result<(), CliError> {
    let judged = match file {
        Some(path) => read(path)?,
        None => desk.judged_questions().await?,
    };
    let bar = bar("{bar:30} {pos}/{len} questions {eta}");
    bar.set_length(judged.len() as u64);
    let report = desk.agreement(&judged, |done| bar.set_position(done as u64)).await?;
    bar.finish_and_clear();
    out.result(&report, describe);
    Ok(())
}

fn read(path: &Path) -> Result<Vec<JudgedQuestion>, CliError> {
    let text = crate::incoming::file(path)?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let question = |(at, line): (usize, &str)| {
        simui_api::incoming_text::from_json(line).map_err(|error| CliError::Json {
            place: format!("{} line {}", path.display(), at + 1),
            reason: error.to_string(),
            remedy: "write it as `simui ask --export-feedback` does",
        })
    };
    lines.map(question).collect()
}

fn describe(report: &AgreementReport) -> String {
    let mut text = format!("의견과 맞는 답변\t{}\n", describe_rate(&report.agreement));
    for (verdict, rate) in report.by_verdict.iter().filter(|(_, rate)| rate.of > 0) {
        text += &format!("  {}\t{}\n", verdict.as_str(), describe_rate(rate));
    }
    for open in &report.open {
        let (title, section) = &open.first;
        let verdict = open.verdict.as_str();
        text += &format!(
            "{}\t{verdict}\t{} {title} › {section}\t{}\n",
            open.id, open.status, open.text
        );
    }
    text
}
