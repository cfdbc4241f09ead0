//! `simui review run`: one result line for each input line, in the order of the input.

use std::path::Path;

use futures::{StreamExt, stream};
use serde_json::{Value, json};
use simui_api::Desk;
use simui_api::types::{Engine, SubmitRequest};
use simui_domain::{Ad, ReviewResult};

use crate::error::CliError;
use crate::incoming::{self, Line};
use crate::output::{Output, complain};
use crate::words;

/// The result of one input line.
enum Reviewed {
    Done(Box<ReviewResult>),
    Failed { line: usize, id: Option<String>, message: String, words: String },
}

/// Reviews every line of `path`. A line that fails is reported, and the others are still reviewed. At most
/// `jobs` lines are held at once, so that memory does not grow with the file.
pub async fn run(
    desk: &Desk,
    path: &Path,
    engine: Engine,
    jobs: usize,
    out: Output,
) -> Result<(), CliError> {
    let jobs = jobs.clamp(1, 64);
    let reviews = stream::iter(incoming::lines_as_written(path)?)
        .map(|line| review_line(desk, engine, line))
        .buffered(jobs);
    let (mut total, mut failed) = (0, 0);
    futures::pin_mut!(reviews);
    while let Some(reviewed) = reviews.next().await {
        total += 1;
        match reviewed {
            Reviewed::Done(result) => out.result(&result, |result| describe(result)),
            Reviewed::Failed { line, id, message, words } => {
                failed += 1;
                complain(&format!("line {line}: {words}"));
                out.line(&json!({ "id": id, "line": line, "status": "failed", "error": message }));
            }
        }
    }
    if failed > 0 { Err(CliError::Batch { failed, total }) } else { Ok(()) }
}

async fn review_line(desk: &Desk, engine: Engine, line: Result<Line, CliError>) -> Reviewed {
    let Line { number: line, text } = match line {
        Ok(line) => line,
        Err(error) => {
            let (message, words) = (error.to_string(), words::of(&error));
            return Reviewed::Failed { line: 0, id: None, message, words };
        }
    };
    let failed =
        |id, message: String| Reviewed::Failed { line, id, words: message.clone(), message };
    let text = match text {
        Ok(text) => text,
        Err(problem) => return failed(None, problem),
    };
    let ad = match serde_json::from_str::<Ad>(&text) {
        Ok(ad) => ad,
        Err(error) => {
            return failed(
                id_of(&text),
                format!("{error}; write one JSON object a line with at least \"text\""),
            );
        }
    };
    let id = ad.id.clone();
    match desk.review(SubmitRequest { ad, engine }).await {
        Ok(result) => Reviewed::Done(Box::new(result)),
        Err(error) => {
            Reviewed::Failed { line, id, words: words::of_desk(&error), message: error.to_string() }
        }
    }
}

/// Returns the id of an object that is no advertisement, so that its sender recognises it.
fn id_of(text: &str) -> Option<String> {
    let value: Value = serde_json::from_str(text).ok()?;
    value.get("id")?.as_str().map(ToOwned::to_owned)
}

fn describe(result: &ReviewResult) -> String {
    let kinds: Vec<String> = result.violations.iter().map(|v| v.kind.to_string()).collect();
    format!(
        "{}\t{}\t{:.2}\t{}",
        result.id.as_deref().unwrap_or(result.case_id.as_str()),
        result.verdict,
        result.confidence.0,
        kinds.join(",")
    )
}
