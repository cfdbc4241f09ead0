//! 보장 비교: `simui coverage …`.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use simui_api::Desk;
use simui_api::incoming_text::from_json;
use simui_api::types::{
    CoverageAnswer, CoverageImport, CoverageImportReport, CoverageOf, CoverageQuestion,
    CoverageReportRequest, CoverageStatus, ReportFormat,
};

use crate::args::coverage::{CompareCommand, CoverageCommand};
use crate::error::CliError;
use crate::output::{Output, complain};
use crate::words;

#[derive(Deserialize)]
struct BatchQuestion {
    id: Value,
    #[serde(flatten)]
    question: CoverageQuestion,
}

#[derive(Serialize)]
struct BatchAnswer {
    id: Value,
    #[serde(flatten)]
    answer: CoverageAnswer,
}

pub async fn run(desk: &Desk, command: CoverageCommand, out: Output) -> Result<(), CliError> {
    match command {
        CoverageCommand::Import { folder } => {
            let path = folder.display().to_string();
            out.result(&desk.coverage_import(CoverageImport { path }).await?, describe_import);
        }
        CoverageCommand::Compare(CompareCommand {
            query,
            insurers,
            coverage,
            out: file,
            batch,
        }) => {
            let question = CoverageQuestion {
                query: query.unwrap_or_default(),
                insurers,
                coverage_code: coverage,
                anchor: None,
            };
            if let Some(file) = file {
                return write_report(desk, &file, question).await;
            }
            match batch {
                Some(file) => return run_batch(desk, &file, &question, out).await,
                None => out.result(&desk.coverage_compare(question).await?, describe_answer),
            }
        }
        CoverageCommand::Amounts { insurer } => {
            let amounts = desk.coverage_amounts(CoverageOf { insurer_code: insurer }).await?;
            out.result(&amounts, |found| {
                let line = |it: &simui_api::types::ListedAmount| {
                    format!(
                        "{}\t{}\t{} {}쪽\n",
                        it.name, it.amount_won, it.evidence.document, it.evidence.page
                    )
                };
                found.amounts.iter().map(line).collect()
            });
        }
        CoverageCommand::Status => out.result(&desk.coverage_status().await?, describe_status),
    }
    Ok(())
}

/// Writes a comparison to a file, in the format that its name asks for.
async fn write_report(
    desk: &Desk,
    path: &Path,
    question: CoverageQuestion,
) -> Result<(), CliError> {
    if path.extension().is_some_and(|it| it == "csv") {
        let bytes = desk.coverage_csv(question).await?;
        return std::fs::write(path, bytes).map_err(|error| CliError::file(path, error));
    }
    let format = match path.extension().and_then(|it| it.to_str()) {
        Some("html") => ReportFormat::Html,
        Some("pdf") => ReportFormat::Pdf,
        Some("json") => ReportFormat::Json,
        _ => {
            return Err(CliError::Json {
                place: path.display().to_string(),
                reason: "the file's name says what it becomes".to_owned(),
                remedy: "end it in .csv, .html, .pdf or .json",
            });
        }
    };
    let bytes = desk.coverage_report_bytes(CoverageReportRequest { question, format }).await?;
    std::fs::write(path, bytes).map_err(|error| CliError::file(path, error))
}

async fn run_batch(
    desk: &Desk,
    path: &Path,
    defaults: &CoverageQuestion,
    out: Output,
) -> Result<(), CliError> {
    let (mut total, mut failed) = (0, 0);
    for line in crate::incoming::lines(path)? {
        let line = line?;
        total += 1;
        let question = line.text.and_then(|text| {
            from_json::<BatchQuestion>(&text)
                .map_err(|error| format!("{error}; write {{\"id\",\"query\"}}"))
        });
        let answered = match question {
            Ok(BatchQuestion { id, mut question }) => {
                question.insurers.extend(defaults.insurers.iter().cloned());
                if question.coverage_code.is_none() {
                    question.coverage_code.clone_from(&defaults.coverage_code);
                }
                desk.coverage_compare(question)
                    .await
                    .map(|answer| BatchAnswer { id, answer })
                    .map_err(|it| words::of_desk(&it))
            }
            Err(error) => Err(error),
        };
        match answered {
            Ok(answer) => out.line(&answer),
            Err(reason) => {
                failed += 1;
                complain(&format!("{}:{}: {reason}", path.display(), line.number));
            }
        }
    }
    if failed > 0 { Err(CliError::Batch { failed, total }) } else { Ok(()) }
}

fn describe_import(report: &CoverageImportReport) -> String {
    let mut text = format!(
        "보험사 {}곳, 표준담보 {}개, 담보명 {}개, 문서 {}건({}쪽)을 가져왔습니다.\n",
        report.insurers, report.coverages, report.aliases, report.documents, report.pages
    );
    for entry in &report.quarantined {
        text += &format!("격리: {} {} {}\n", entry.path, entry.place, entry.reason);
    }
    text
}

fn describe_status(status: &CoverageStatus) -> String {
    let mut text = format!("표준담보 {}개, 담보명 {}개\n", status.coverages, status.aliases);
    for it in &status.insurers {
        text += &format!("{}\t{}\t문서 {}건\t{}쪽\n", it.code, it.name, it.documents, it.pages);
    }
    text
}

fn describe_answer(answer: &CoverageAnswer) -> String {
    let mut text = format!("{}\n", answer.user_summary);
    for it in &answer.suggested_coverages {
        if answer.resolved_coverage_code.is_none() {
            text += &format!("  {}\t{}\n", it.coverage_code, it.coverage_name);
        }
    }
    for slot in &answer.slots {
        text += &format!("{}\n", slot.label);
        for value in &slot.insurers {
            text +=
                &format!("  {}\t{}\n", value.insurer_code, value.value.as_deref().unwrap_or("-"));
            for it in value.evidence.iter().take(1) {
                text += &format!(
                    "    {} {} {}쪽: {}\n",
                    it.doc_type,
                    it.document,
                    it.page,
                    it.quote.replace('\n', " ")
                );
            }
        }
    }
    text
}
