use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use simui_api::Desk;
use simui_api::incoming_text::from_json;
use simui_api::types::{Hit, SearchRequest, SearchResponse};

use crate::args::search::SearchCommand;
use crate::error::CliError;
use crate::output::{Output, complain, remark};

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

/// Describes one hit for people; with `why`, also the stages of its score.
fn describe_hit(hit: &Hit, why: bool) -> String {
    let mut text = format!("{:.3}  {} {}\n    {}\n", hit.score, hit.title, hit.article, hit.text);
    if why {
        let stages = [
            ("낱말", hit.ranks.bm25, hit.why.bm25),
            ("의미", hit.ranks.dense, hit.why.dense),
            ("합침", hit.ranks.fused, hit.why.fused),
            ("재정렬", hit.ranks.rerank, hit.why.rerank),
        ];
        for (stage, rank, score) in stages {
            if let (Some(rank), Some(score)) = (rank, score) {
                text += &format!(
                    "    {stage} {rank}위, 점수 {:.4}, 기여 {:.4}\n",
                    score.score, score.contribution
                );
            }
        }
    }
    text
}

/// Returns the installed models that took part in a search, one a line.
fn models_used(response: &SearchResponse) -> String {
    let roles = [("인코더", &response.encoder), ("순위 모델", &response.reranker)];
    let named = roles.iter().filter_map(|(role, id)| Some(format!("{role} {}\n", id.as_ref()?)));
    named.collect()
}

pub async fn run(desk: &Desk, command: SearchCommand, out: Output) -> Result<(), CliError> {
    let request = SearchRequest {
        query: command.query.unwrap_or_default(),
        kinds: command.kinds,
        k: command.k,
        mode: command.mode,
        profile: command.profile,
        no_rerank: command.no_rerank,
        as_of: command.as_of,
    };
    let Some(path) = command.batch else {
        let response = desk.search(request).await?;
        if !response.notice.is_empty() {
            remark(&response.notice);
        }
        out.result(&response, |response| {
            let by = if command.why { models_used(response) } else { String::new() };
            by + &response.hits.iter().map(|hit| describe_hit(hit, command.why)).collect::<String>()
        });
        return Ok(());
    };
    let (mut total, mut failed) = (0, 0);
    for line in crate::incoming::lines(&path)? {
        let line = line?;
        total += 1;
        let query = line.text.and_then(|text| {
            from_json::<BatchQuery>(&text)
                .map_err(|error| format!("{error}; write {{\"id\",\"text\"}}"))
        });
        match query {
            Ok(BatchQuery { id, text }) => {
                let response =
                    desk.search(SearchRequest { query: text, ..request.clone() }).await?;
                out.line(&BatchAnswer { id, hits: response.hits, took_ms: response.took_ms });
            }
            Err(error) => {
                failed += 1;
                complain(&format!("{}:{}: {error}", path.display(), line.number));
            }
        }
    }
    if failed > 0 { Err(CliError::Batch { failed, total }) } else { Ok(()) }
}
