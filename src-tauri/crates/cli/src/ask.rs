use std::io::BufRead;

use serde::{Deserialize, Serialize};
use simui_api::Desk;
use simui_api::types::{AskRequest, AskResponse, DeskEvent};

use crate::args_counsel::AskCommand;
use crate::error::CliError;
use crate::output::{Output, complain, remark};
use crate::progress::watching;

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

/// For people: the answer, then its documents.
fn shown(response: &AskResponse) -> String {
    let cited = response.citations.iter().map(|it| {
        let digest = if it.digest { " (요지)" } else { "" };
        format!("[문서 {}] {} › {}{digest}\n", it.n, it.title, it.section)
    });
    format!("{}\n\n{}", response.answer, cited.collect::<String>())
}

/// A step, for `--stream`.
fn step(event: DeskEvent) {
    if let DeskEvent::AskStep { node, ms, .. } = event {
        remark(&serde_json::json!({ "node": node, "ms": ms }).to_string());
    }
}

pub async fn run(desk: &Desk, command: AskCommand, out: Output) -> Result<(), CliError> {
    let Some(path) = command.batch else {
        let question = command.question.unwrap_or_default();
        let ask_id = command.stream.then(|| "cli".to_owned());
        let watched = command.stream.then(|| watching(desk, step));
        let response = desk.ask(AskRequest { question, ask_id }).await;
        if let Some(watched) = watched {
            tokio::task::yield_now().await;
            watched.abort();
        }
        out.result(&response?, shown);
        return Ok(());
    };
    let file = std::fs::File::open(&path).map_err(|error| CliError::file(&path, error))?;
    let (mut total, mut failed) = (0, 0);
    for line in std::io::BufReader::new(file).lines() {
        let line = line.map_err(|error| CliError::file(&path, error))?;
        if line.trim().is_empty() {
            continue;
        }
        total += 1;
        let place = format!("{} line {total}", path.display());
        let answer = match serde_json::from_str::<BatchQuestion>(&line) {
            Ok(BatchQuestion { id, text }) => {
                match desk.ask(AskRequest { question: text, ask_id: None }).await {
                    Ok(answer) => Ok(BatchAnswer { id, answer }),
                    Err(error) => Err(format!("{place}: {error}")),
                }
            }
            Err(error) => Err(format!("{place}: {error}; write {{\"id\",\"text\"}}")),
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
