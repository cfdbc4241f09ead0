use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use simui_api::Desk;
use simui_api::incoming_text::from_json;
use simui_api::types::{Hit, SearchRequest, SearchResponse, UsedProfile};

use crate::args::search::{SearchCommand, SearchSubcommand};
use crate::error::CliError;
use crate::hits::{describe_hit, did_you_mean, nothing_known};
use crate::output::{Output, complain, remark};
use crate::search_profiles::{self, used_profile};

#[derive(Deserialize)]
struct BatchQuery {
    id: String,
    text: String,
}

#[derive(Serialize)]
struct BatchAnswer {
    id: String,
    hits: Vec<Hit>,
    profile: UsedProfile,
    took_ms: BTreeMap<String, f64>,
}

/// Returns the installed models that took part in a search, one a line.
fn models_used(response: &SearchResponse) -> String {
    let roles = [("인코더", &response.encoder), ("순위 모델", &response.reranker)];
    let named = roles.iter().filter_map(|(role, id)| Some(format!("{role} {}\n", id.as_ref()?)));
    named.collect()
}

pub async fn run(desk: &Desk, command: SearchCommand, out: Output) -> Result<(), CliError> {
    if let Some(SearchSubcommand::Profiles(command)) = command.other {
        return search_profiles::run(desk, command, out).await;
    }
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
        let mut response = desk.search(request.clone()).await?;
        if !response.known {
            response.notice = [response.notice.as_str(), &nothing_known(&request.query)].join(" ");
            response.notice = response.notice.trim_start().to_owned();
        }
        if !response.notice.is_empty() {
            remark(&response.notice);
        }
        if let Some(suggestion) = &response.suggestion {
            remark(&did_you_mean(&suggestion.query));
        }
        out.result(&response, |response| {
            let by = match command.why {
                true => used_profile(&response.profile) + &models_used(response),
                false => String::new(),
            };
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
                let SearchResponse { hits, profile, took_ms, .. } = response;
                out.line(&BatchAnswer { id, hits, profile, took_ms });
            }
            Err(error) => {
                failed += 1;
                complain(&format!("{}:{}: {error}", path.display(), line.number));
            }
        }
    }
    if failed > 0 { Err(CliError::Batch { failed, total }) } else { Ok(()) }
}
