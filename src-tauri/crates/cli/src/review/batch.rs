//! `simui review run`: a line in, a line out, in the order of the input.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use futures::{StreamExt, stream};
use serde_json::{Value, json};
use simui_api::Desk;
use simui_api::types::{Engine, SubmitRequest};
use simui_domain::{Ad, ReviewResult};

use crate::error::CliError;
use crate::output::{Output, complain};

/// One input line and what came of it.
enum Reviewed {
    Done(Box<ReviewResult>),
    Failed { line: usize, id: Option<String>, message: String },
}

/// Reviews every line of `path`. A line that fails is reported and the rest goes on; at most `jobs` lines
/// are held at once, so that a file of any length needs the same memory.
pub async fn run(
    desk: &Desk,
    path: &Path,
    engine: Engine,
    jobs: usize,
    out: Output,
) -> Result<(), CliError> {
    let jobs = jobs.clamp(1, 64);
    let reviews = stream::iter(lines(path)?.enumerate())
        .filter(|(_, line)| {
            let blank = line.as_ref().is_ok_and(|line| line.iter().all(u8::is_ascii_whitespace));
            std::future::ready(!blank)
        })
        .map(|(at, line)| review_line(desk, engine, at + 1, line))
        .buffered(jobs);
    let (mut total, mut failed) = (0, 0);
    futures::pin_mut!(reviews);
    while let Some(reviewed) = reviews.next().await {
        total += 1;
        match reviewed {
            Reviewed::Done(result) => out.result(&result, |result| words(result)),
            Reviewed::Failed { line, id, message } => {
                failed += 1;
                complain(&format!("line {line}: {message}"));
                out.line(&json!({ "id": id, "line": line, "status": "failed", "error": message }));
            }
        }
    }
    if failed > 0 { Err(CliError::Batch { failed, total }) } else { Ok(()) }
}

async fn review_line(
    desk: &Desk,
    engine: Engine,
    line: usize,
    bytes: io::Result<Vec<u8>>,
) -> Reviewed {
    let failed = |id, message| Reviewed::Failed { line, id, message };
    let bytes = match bytes {
        Ok(bytes) => bytes,
        Err(error) => return failed(None, format!("{error}; check the file")),
    };
    let ad = match serde_json::from_slice::<Ad>(&bytes) {
        Ok(ad) => ad,
        Err(error) => {
            return failed(
                id_of(&bytes),
                format!("{error}; write one JSON object a line with at least \"text\""),
            );
        }
    };
    let id = ad.id.clone();
    match desk.review(SubmitRequest { ad, engine }).await {
        Ok(result) => Reviewed::Done(Box::new(result)),
        Err(error) => failed(id, error.to_string()),
    }
}

/// The number of an object that is no advertisement, so that its sender recognises it.
fn id_of(bytes: &[u8]) -> Option<String> {
    let value: Value = serde_json::from_slice(bytes).ok()?;
    value.get("id")?.as_str().map(ToOwned::to_owned)
}

/// Lines as bytes: one that is not UTF-8 fails alone.
fn lines(path: &Path) -> Result<Box<dyn Iterator<Item = io::Result<Vec<u8>>>>, CliError> {
    let reader: Box<dyn BufRead> = match path.to_str() {
        Some("-") => Box::new(BufReader::new(io::stdin())),
        _ => Box::new(BufReader::new(File::open(path).map_err(|e| CliError::file(path, e))?)),
    };
    Ok(Box::new(reader.split(b'\n')))
}

fn words(result: &ReviewResult) -> String {
    let kinds: Vec<String> = result.violations.iter().map(|v| v.kind.to_string()).collect();
    format!(
        "{}\t{}\t{:.2}\t{}",
        result.id.as_deref().unwrap_or(result.case_id.as_str()),
        result.verdict,
        result.confidence.0,
        kinds.join(",")
    )
}
