//! Earlier questions: `simui ask --history` and the options for them.

use std::io::Write;
use std::path::Path;

use simui_api::Desk;
use simui_api::types::{AskedRequest, AskedSummary, ChangeSettings, GiveFeedback, OfAsked};

use crate::args::counsel::AskCommand;
use crate::error::CliError;
use crate::output::Output;

pub async fn run(desk: &Desk, command: AskCommand, out: Output) -> Result<(), CliError> {
    let AskCommand { words, limit, reviewer, verdict, title, section, note, .. } = command;
    if let Some(id) = command.show {
        let found = desk.asked_question(OfAsked { id, reviewer }).await?;
        out.result(&found, |asked| {
            format!("{}\n{}", describe_question(&asked.summary), asked.response.answer)
        });
    } else if let Some(id) = command.forget {
        desk.forget_question(OfAsked { id: id.clone(), reviewer }).await?;
        out.result(&serde_json::json!({ "forgotten": id }), |_| format!("{id}: 지웠습니다"));
    } else if let (Some(id), Some(verdict)) = (command.feedback, verdict) {
        let request = GiveFeedback { id, verdict, title, section, note, reviewer };
        out.result(&desk.give_feedback(request).await?, describe_question);
    } else if let Some(path) = command.export_feedback {
        export(desk, &path, out).await?;
    } else if let (Some(keep_days), Some(reviewer)) = (command.keep_days, reviewer) {
        let mut view = desk.ask_settings().await?;
        view.settings.keep_days = keep_days;
        let (settings, revision) = (view.settings, view.revision);
        let view = desk.set_ask_settings(ChangeSettings { settings, revision, reviewer }).await?;
        out.result(&view, |it| format!("질문과 답변을 {}일 동안 둡니다", it.settings.keep_days));
    } else {
        let request = AskedRequest { words, limit, ..AskedRequest::default() };
        out.result(&desk.asked(request).await?, |page| {
            let lines = page.questions.iter().map(|it| describe_question(it) + "\n");
            lines.chain([format!("{}건 가운데 {}건", page.total, page.questions.len())]).collect()
        });
    }
    Ok(())
}

async fn export(desk: &Desk, path: &Path, out: Output) -> Result<(), CliError> {
    let judged = desk.judged_questions().await?;
    let mut file = std::fs::File::create(path).map_err(|error| CliError::file(path, error))?;
    for question in &judged {
        let line = serde_json::to_string(question).map_err(|error| CliError::Json {
            place: question.id.clone(),
            reason: error.to_string(),
            remedy: "report this",
        })?;
        writeln!(file, "{line}").map_err(|error| CliError::file(path, error))?;
    }
    out.result(&serde_json::json!({ "questions": judged.len() }), |_| {
        format!("{}건을 적었습니다", judged.len())
    });
    Ok(())
}

fn describe_question(asked: &AskedSummary) -> String {
    let by = asked.by.as_deref().unwrap_or("-");
    let verdict = asked.feedback.as_ref().map_or("-", |it| it.verdict.as_str());
    format!("{}\t{:.0}\t{by}\t{}\t{verdict}\t{}", asked.id, asked.at, asked.status, asked.question)
}
