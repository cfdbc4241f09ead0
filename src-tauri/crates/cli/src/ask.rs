use std::path::Path;

use serde::{Deserialize, Serialize};
use simui_api::Desk;
use simui_api::incoming_text::from_json;
use simui_api::types::{AskRequest, AskResponse, DeskEvent, Engine};

use crate::args::counsel::AskCommand;
use crate::ask_history;
use crate::error::CliError;
use crate::output::{Output, complain, remark};
use crate::progress::watching;
use crate::words;

#[derive(Deserialize)]
struct BatchQuestion {
    id: String,
    text: String,
}

#[derive(Serialize)]
struct BatchAnswer {
    id: String,
    #[serde(flatten)]
    answer: AskResponse,
}

/// Describes the answer for people: its text, then its documents.
fn describe_response(response: &AskResponse) -> String {
    let cited = response.citations.iter().map(|citation| {
        let digest = if citation.digest { " (요지)" } else { "" };
        format!("[문서 {}] {} › {}{digest}\n", citation.n, citation.title, citation.section)
    });
    let mut text = format!("{}\n\n{}", response.answer, cited.collect::<String>());
    if !response.web_links.is_empty() {
        text += "\n웹 참고 링크 (답변에 쓰이지 않았습니다)\n";
        text.extend(response.web_links.iter().map(|it| format!("{}\n  {}\n", it.title, it.url)));
    }
    text.extend(response.notices.iter().map(|it| format!("△ {it}\n")));
    text
}

/// Writes a step, or a piece of a model's answer, for `--stream`.
fn step(event: DeskEvent) {
    let record = match event {
        DeskEvent::AskStep { node, ms, .. } => serde_json::json!({ "node": node, "ms": ms }),
        DeskEvent::AskToken { text, .. } => serde_json::json!({ "token": text }),
        _ => return,
    };
    remark(&record.to_string());
}

/// `simui ask …`: answers a question or a batch, or works on earlier questions.
pub async fn run(
    desk: &Desk,
    command: AskCommand,
    engine: Engine,
    out: Output,
) -> Result<(), CliError> {
    match &command {
        AskCommand { batch: Some(path), .. } => batch(desk, path, engine, out).await,
        AskCommand { question: Some(_), .. } => one(desk, command, engine, out).await,
        _ => ask_history::run(desk, command, out).await,
    }
}

async fn one(
    desk: &Desk,
    command: AskCommand,
    engine: Engine,
    out: Output,
) -> Result<(), CliError> {
    let AskCommand { question, stream, not_kept, reviewer, .. } = command;
    let question = question.unwrap_or_default();
    let ask_id = stream.then(|| "cli".to_owned());
    let watched = stream.then(|| watching(desk, step));
    let response = desk.ask(AskRequest { question, ask_id, engine, reviewer, not_kept }).await;
    if let Some(watched) = watched {
        tokio::task::yield_now().await;
        watched.abort();
    }
    out.result(&response?, describe_response);
    Ok(())
}

async fn batch(desk: &Desk, path: &Path, engine: Engine, out: Output) -> Result<(), CliError> {
    let (mut total, mut failed) = (0, 0);
    for line in crate::incoming::lines(path)? {
        let line = line?;
        total += 1;
        let place = format!("{}:{}", path.display(), line.number);
        let question = line.text.and_then(|text| {
            from_json::<BatchQuestion>(&text)
                .map_err(|error| format!("{error}; write {{\"id\",\"text\"}}"))
        });
        let answer = match question {
            Ok(BatchQuestion { id, text }) => {
                let request =
                    AskRequest { question: text, engine, not_kept: true, ..AskRequest::default() };
                match desk.ask(request).await {
                    Ok(answer) => Ok(BatchAnswer { id, answer }),
                    Err(error) => Err(format!("{place}: {}", words::of_desk(&error))),
                }
            }
            Err(error) => Err(format!("{place}: {error}")),
        };
        match answer {
            Ok(answer) => out.line(&answer),
            Err(problem) => {
                failed += 1;
                complain(&problem);
            }
        }
    }
    if failed > 0 { Err(CliError::Batch { failed, total }) } else { Ok(()) }
}
