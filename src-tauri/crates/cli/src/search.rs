use std::collections::BTreeMap;
use std::io::BufRead;

use serde::{Deserialize, Serialize};
use simui_api::Desk;
use simui_api::types::{Hit, SearchRequest};

use crate::args::SearchCommand;
use crate::error::CliError;
use crate::output::{Output, complain};

#[derive(Deserialize)]
struct BatchQuery {
    id: String,
    text: String,
}

#[derive(Serialize)]
struct BatchAnswer {
    id: String,
    hits: Vec<Hit>,
    took_ms: BTreeMap<String, f64>,
}

pub async fn run(desk: &Desk, command: SearchCommand, out: Output) -> Result<(), CliError> {
    let request = SearchRequest {
        query: command.query.unwrap_or_default(),
        kinds: command.kinds,
        k: Some(command.k),
        mode: command.mode,
        as_of: command.as_of,
    };
    let Some(path) = command.batch else {
        let response = desk.search(request).await?;
        out.result(&response, |response| {
            response
                .hits
                .iter()
                .map(|hit| {
                    format!("{:.3}  {} {}\n    {}\n", hit.score, hit.title, hit.article, hit.text)
                })
                .collect()
        });
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
        match serde_json::from_str::<BatchQuery>(&line) {
            Ok(BatchQuery { id, text }) => {
                let response =
                    desk.search(SearchRequest { query: text, ..request.clone() }).await?;
                out.line(&BatchAnswer { id, hits: response.hits, took_ms: response.took_ms });
            }
            Err(error) => {
                failed += 1;
                complain(&format!(
                    "{} line {total}: {error}; write {{\"id\",\"text\"}}",
                    path.display()
                ));
            }
        }
    }
    if failed > 0 { Err(CliError::Batch { failed, total }) } else { Ok(()) }
}
