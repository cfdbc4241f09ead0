mod again;
mod batch;
mod intake;
mod quality;
mod similar;
mod unfinished;
mod work;

use std::path::Path;

use serde::de::DeserializeOwned;
use simui_api::incoming_text::from_json;
use simui_api::types::{
    CaseView, DecideRequest, Engine, ForkRequest, QueueRequest, ReportRequest, RetryRequest,
    RevisionRequest,
};
use simui_api::{Desk, PaperKind};
use simui_domain::CaseId;

use crate::args::review::ReviewCommand;
use crate::error::CliError;
use crate::incoming;
use crate::output::{Output, remark};
use crate::papers;

pub async fn run(
    desk: &Desk,
    command: ReviewCommand,
    engine: Engine,
    out: Output,
) -> Result<(), CliError> {
    match command {
        ReviewCommand::Run { file, jobs } => {
            let reviewed = batch::run(desk, &file, engine, jobs, out).await;
            unfinished::resume_behind(desk).await?;
            reviewed?;
        }
        ReviewCommand::Resume => unfinished::resume(desk, out).await?,
        ReviewCommand::Retry { case } => {
            let view = desk.retry_case(RetryRequest { case_id: CaseId(case) }).await?;
            out.result(&view, describe_case);
        }
        ReviewCommand::Queue { state, reviewer, limit } => {
            // A script that reads the list must not take the first page for all of it.
            let limit = Some(limit.unwrap_or(u32::MAX));
            let page = desk.queue(QueueRequest { state, reviewer, text: None, limit }).await?;
            out.result(&page, |page| page.cases.iter().map(queue_line).collect());
            unfinished::remark(desk).await?;
        }
        ReviewCommand::Show { case } => out.result(&desk.case(&CaseId(case)).await?, describe_case),
        ReviewCommand::History { case } => {
            let events = desk.case_events(&CaseId(case)).await?;
            out.result(&events, |events| {
                let steps = events.checkpoints.iter();
                steps
                    .map(|c| format!("{:>3}  {}  {} ({:.1} ms)\n", c.seq, c.at, c.node, c.ms))
                    .collect()
            });
        }
        ReviewCommand::Decide { case, action, reviewer, verdict, note, edit, question_id } => {
            let edit = edit.map(|path| read_json(&path)).transpose()?;
            let case_id = CaseId(case);
            let request =
                DecideRequest { case_id, action, reviewer, verdict, note, edit, question_id };
            let view = desk.decide(request).await?;
            view.warnings.iter().for_each(|warning| remark(warning));
            out.result(&view, describe_case);
        }
        ReviewCommand::Work(command) => work::run(desk, command, out).await?,
        ReviewCommand::Revise { case, file } => {
            let request = RevisionRequest { case_id: CaseId(case), ad: read_json(&file)? };
            out.result(&desk.revise(request).await?, describe_case);
        }
        ReviewCommand::Report { case, format, out: path } => {
            let report =
                desk.report_bytes(&ReportRequest { case_id: CaseId(case), format }).await?;
            std::fs::write(&path, report).map_err(|error| CliError::file(&path, error))?;
        }
        ReviewCommand::Letter(command) => papers::paper(desk, PaperKind::Letter, command).await?,
        ReviewCommand::Notice(command) => papers::paper(desk, PaperKind::Notice, command).await?,
        ReviewCommand::Casefile(command) => papers::case_file(desk, command).await?,
        ReviewCommand::Graph { case } => {
            let graph = desk.graph(case.map(CaseId).as_ref()).await?;
            out.result(&graph, |graph| graph.mermaid.clone());
        }
        ReviewCommand::Similar { case } => similar::similar(desk, &CaseId(case), out).await?,
        ReviewCommand::Affected { law, pack } => again::affected(desk, law, pack, out).await?,
        ReviewCommand::Rerun { cases, affected, as_of } => {
            again::rerun(desk, cases, affected, as_of, out).await?;
        }
        ReviewCommand::Replay { case } => {
            let replay = desk.replay(&CaseId(case)).await?;
            out.result(&replay, |replay| match replay.consistent {
                true => format!("{}단계 재현: 기록과 일치", replay.steps),
                false => replay.mismatches.join("\n"),
            });
        }
        ReviewCommand::Fork { case, at, edit } => {
            let request = ForkRequest { case_id: CaseId(case), at, edit: read_json(&edit)? };
            let compared = desk.fork(request).await?;
            out.result(&compared, |compared| {
                let lines = compared.differences.iter();
                lines.map(|(path, before, after)| format!("{path}: {before} → {after}\n")).collect()
            });
        }
    }
    Ok(())
}

fn queue_line(case: &simui_api::types::CaseSummary) -> String {
    let verdict = case.final_verdict.or(case.verdict).map_or("", |verdict| verdict.as_str());
    let handling = work::describe_handling(case);
    format!("{}\t{verdict}\t{handling}\t{}\n", case.case_id, case.excerpt.replace('\n', " "))
}

fn describe_case(view: &CaseView) -> String {
    let mut text = format!("{}\n{}\n", view.summary.case_id, view.ad.text);
    if let Some(failure) = &view.failure {
        text +=
            &format!("실패 · {failure}\n다시 심의: simui review retry {}\n", view.summary.case_id);
    }
    let Some(result) = view.final_result.as_ref().or(view.result.as_ref()) else { return text };
    text += &format!("판정 {} · 확신도 {:.2}\n", result.verdict, result.confidence.0);
    for violation in &result.violations {
        text += &format!("- {} {}: {}\n", violation.kind, violation.article, violation.rationale);
    }
    for entry in &result.reasoning {
        text += &format!("  {}\n", entry.text);
    }
    for assertion in &result.assertions {
        text += &format!("확인할 것 {}: {}\n", assertion.kind, assertion.what);
    }
    for suspicion in &result.suspicions {
        let (kind, words) = (suspicion.kind, suspicion.text.replace('\n', " "));
        text += &format!("살펴볼 곳 {kind} ({:.2}): {words}\n", suspicion.probability);
    }
    text
}

fn read_json<T: DeserializeOwned>(path: &Path) -> Result<T, CliError> {
    from_json(&incoming::file(path)?).map_err(|error| CliError::Json {
        place: path.display().to_string(),
        reason: error.to_string(),
        remedy: "see `simui review --help` for the fields it may have",
    })
}
