//! `simui consult`: answers a patient's turn with the patient's record.

use std::path::Path;

use serde::{Deserialize, Serialize};
use simui_api::Desk;
use simui_api::incoming_text::from_json;
use simui_api::types::{ConsultCacheStatus, ConsultRequest, ConsultResponse, Engine};

use crate::args::consult::ConsultCommand;
use crate::error::CliError;
use crate::output::{Output, complain};
use crate::words;

#[derive(Deserialize)]
struct BatchTurn {
    id: String,
    patient: String,
    text: String,
}

#[derive(Serialize)]
struct BatchAnswer {
    id: String,
    patient: String,
    #[serde(flatten)]
    answer: ConsultResponse,
}

/// Runs the command.
pub async fn run(
    desk: &Desk,
    command: ConsultCommand,
    engine: Engine,
    out: Output,
) -> Result<(), CliError> {
    if command.cache_status {
        out.result(&desk.consult_cache().await?, describe_cache);
        return Ok(());
    }
    if let Some(path) = &command.batch {
        return batch(desk, &command, engine, path, out).await;
    }
    let patient = command.patient.clone().unwrap_or_default();
    let text = command.text.clone().unwrap_or_default();
    let response = desk.consult(request(&command, engine, patient, text)).await?;
    out.result(&response, describe_response);
    Ok(())
}

fn request(
    command: &ConsultCommand,
    engine: Engine,
    patient: String,
    text: String,
) -> ConsultRequest {
    let (mode, without) = (command.mode.to_string(), command.without.clone());
    ConsultRequest {
        patient,
        text,
        mode,
        without,
        engine,
        reviewer: command.reviewer.clone(),
        ask_id: None,
    }
}

async fn batch(
    desk: &Desk,
    command: &ConsultCommand,
    engine: Engine,
    path: &Path,
    out: Output,
) -> Result<(), CliError> {
    let (mut total, mut failed) = (0, 0);
    for line in crate::incoming::lines(path)? {
        let line = line?;
        total += 1;
        let turn = line.text.and_then(|text| {
            from_json::<BatchTurn>(&text)
                .map_err(|error| format!("{error}; write {{\"id\",\"patient\",\"text\"}}"))
        });
        let answer = match turn {
            Ok(BatchTurn { id, patient, text }) => {
                let answer = desk.consult(request(command, engine, patient.clone(), text)).await;
                answer
                    .map(|answer| BatchAnswer { id, patient, answer })
                    .map_err(|it| words::of_desk(&it))
            }
            Err(error) => Err(error),
        };
        match answer {
            Ok(answer) => out.line(&answer),
            Err(problem) => {
                failed += 1;
                complain(&format!("{} line {}: {problem}", path.display(), line.number));
            }
        }
    }
    if failed > 0 { Err(CliError::Batch { failed, total }) } else { Ok(()) }
}

/// Describes the answer for people: its text, its documents, and what was remembered.
fn describe_response(response: &ConsultResponse) -> String {
    let mut text = format!("{}\n", response.answer);
    for it in &response.citations {
        let digest = if it.digest { " (요지)" } else { "" };
        text += &format!("\n[문서 {}] {} › {}{digest}", it.n, it.title, it.section);
    }
    if !response.remembered.is_empty() {
        text += &format!("\n기억한 것: {}", response.remembered.join(", "));
    }
    if !response.used.is_empty() {
        text += &format!("\n살핀 기록: {}", response.used.join(", "));
    }
    for notice in &response.notices {
        text += &format!("\n알림: {notice}");
    }
    text
}

fn describe_cache(status: &ConsultCacheStatus) -> String {
    let rate = status.hit_rate.map_or("-".to_owned(), |it| format!("{:.1} %", 100.0 * it));
    format!(
        "보관한 답\t{}/{}\n찾은 횟수\t{}\n적중\t{} ({rate})\n아낀 시간\t{:.0} ms\n자리를 내준 답\t{}\n자료나 기록이 바뀌어 버린 답\t{}",
        status.entries,
        status.most,
        status.asked,
        status.hits,
        status.saved_ms,
        status.evicted,
        status.outdated
    )
}
