//! 보장 비교: `simui coverage …`.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use simui_api::incoming_text::from_json;
use simui_api::types::{
    CoverageAnswer, CoverageFact, CoverageFactsRequest, CoverageImport, CoverageImportReport,
    CoverageQuestion, CoverageReportRequest, CoverageSaved, CoverageSlot, CoverageStage,
    CoverageStatus, DeskEvent, ForgetCoverage, ReportFormat, SaveCoverage,
};
use simui_api::{ApiError, Desk};

use crate::args::coverage::{CompareCommand, CoverageCommand};
use crate::error::CliError;
use crate::output::{Output, complain};
use crate::progress::{bar, cancelled_by_ctrl_c, watching};
use crate::words;
use crate::{coverage_page, coverage_rules};

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
            let report = import(desk, CoverageImport { path }).await?;
            out.result(&report, describe_import);
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
        CoverageCommand::Facts { insurer, coverage } => {
            let request = CoverageFactsRequest { insurer_code: insurer, coverage_code: coverage };
            let found = desk.coverage_facts(request).await?;
            found.facts.iter().for_each(|it| out.result(it, describe_fact));
        }
        CoverageCommand::Page(command) => coverage_page::run(desk, command, out).await?,
        CoverageCommand::Save { name, query, insurers, coverage } => {
            let question =
                CoverageQuestion { query, insurers, coverage_code: coverage, anchor: None };
            let request = SaveCoverage { name, questions: vec![question] };
            out.result(&desk.coverage_save(request).await?, describe_saved);
        }
        CoverageCommand::Saved { name } => saved(desk, name, out).await?,
        CoverageCommand::Forget { name } => {
            desk.coverage_forget(ForgetCoverage { name: name.clone() }).await?;
            out.result(&serde_json::json!({ "forgotten": name }), |_| "지웠습니다.".to_owned());
        }
        CoverageCommand::Rules(command) => coverage_rules::run(desk, command, out).await?,
        CoverageCommand::Status => out.result(&desk.coverage_status().await?, describe_status),
    }
    Ok(())
}

/// Lists the saved comparisons, or asks the questions of one again.
async fn saved(desk: &Desk, name: Option<String>, out: Output) -> Result<(), CliError> {
    let all = desk.coverage_saved().await?.saved;
    let Some(name) = name else {
        all.iter().for_each(|it| out.result(it, describe_saved));
        return Ok(());
    };
    let Some(chosen) = all.into_iter().find(|it| it.name == name) else {
        return Err(ApiError::Missing {
            what: "saved comparison",
            id: name.chars().take(80).collect(),
            remedy: "use a name of `simui coverage saved`",
        }
        .into());
    };
    for question in chosen.questions {
        out.result(&desk.coverage_compare(question).await?, describe_answer);
    }
    Ok(())
}

/// Imports a folder with a bar that counts documents, then coverages.
async fn import(desk: &Desk, request: CoverageImport) -> Result<CoverageImportReport, CliError> {
    let bar = bar("{bar:30} {pos}/{len} {wide_msg}");
    let watched_bar = bar.clone();
    let watch = watching(desk, move |event| {
        if let DeskEvent::CoverageImport { progress } = event {
            watched_bar.set_length(progress.total.into());
            watched_bar.set_position(progress.done.into());
            watched_bar.set_message(match progress.stage {
                CoverageStage::Documents => "문서",
                CoverageStage::Facts => "담보별 사실",
            });
        }
    });
    let work = desk.coverage_import(request);
    let done = cancelled_by_ctrl_c(work, || desk.cancel_import()).await;
    watch.abort();
    bar.finish_and_clear();
    Ok(done?)
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

fn describe_saved(saved: &CoverageSaved) -> String {
    let changed = if saved.is_current { "" } else { "\t(그 뒤 자료를 다시 가져옴)" };
    let queries: Vec<&str> = saved.questions.iter().map(|it| it.query.as_str()).collect();
    format!("{}\t{}\t{}{changed}\n", saved.name, saved.saved_at, queries.join(" / "))
}

fn describe_answer(answer: &CoverageAnswer) -> String {
    let mut text = format!("{}\n", answer.user_summary);
    for it in &answer.suggested_coverages {
        if answer.resolved_coverage_code.is_none() {
            text += &format!("  {}\t{}\n", it.coverage_code, it.coverage_name);
        }
    }
    for (about, slot) in slots(answer) {
        text += &format!("{about}{}\n", slot.label);
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

/// Returns the slots of all coverages of an answer, each with the coverage's name where there are several.
fn slots(answer: &CoverageAnswer) -> impl Iterator<Item = (String, &CoverageSlot)> {
    let about = |entry: &CoverageAnswer| {
        let name = entry.resolved_coverage_name.as_ref().filter(|_| !answer.others.is_empty());
        name.map_or_else(String::new, |it| format!("{it} · "))
    };
    let all = std::iter::once(answer).chain(&answer.others);
    all.flat_map(move |it| it.slots.iter().map(move |slot| (about(it), slot)))
}

fn describe_fact(fact: &CoverageFact) -> String {
    let name = fact.coverage_name.as_ref().or(fact.name.as_ref()).map_or("", String::as_str);
    let applies_to = fact.applies_to.as_deref().unwrap_or_default();
    format!(
        "{name}\t{}\t{applies_to}\t{}\t{} {}쪽\t{}\n",
        fact.rule,
        fact.value,
        fact.evidence.document,
        fact.evidence.page,
        fact.evidence.quote.replace('\n', " ")
    )
}
