//! Reads a retrieval set in BEIR's format: `queries.jsonl` and `qrels.jsonl` here, while `corpus.jsonl` is
//! imported.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::ApiError;
use crate::faults::ErrorCode;

/// A query whose right documents are known.
pub(super) struct Question {
    pub(super) text: String,
    /// The ids of the right documents.
    pub(super) right: HashSet<String>,
}

#[derive(Deserialize)]
struct QueryLine {
    #[serde(alias = "_id")]
    id: String,
    text: String,
}

#[derive(Deserialize)]
struct RightLine {
    #[serde(alias = "query-id")]
    q: String,
    #[serde(alias = "corpus-id")]
    doc: String,
    /// Relevance; zero or less means judged as wrong.
    #[serde(default = "default_score")]
    score: f64,
}

fn default_score() -> f64 {
    1.0
}

/// Returns the queries of a set that have a right document, in their order.
pub(super) fn questions(set: &Path) -> Result<Vec<Question>, ApiError> {
    let mut right: HashMap<String, HashSet<String>> = HashMap::new();
    for line in lines::<RightLine>(&set.join("qrels.jsonl"))? {
        if line.score > 0.0 {
            right.entry(line.q).or_default().insert(line.doc);
        }
    }
    let queries = lines::<QueryLine>(&set.join("queries.jsonl"))?;
    let known = queries
        .into_iter()
        .filter_map(|query| Some(Question { right: right.remove(&query.id)?, text: query.text }));
    Ok(known.collect())
}

fn lines<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, ApiError> {
    let path_text = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| {
        ApiError::invalid(
            ErrorCode::SetUnreadable,
            &[("path", &path_text)],
            format!("{path_text}: {error}; a set has corpus, queries and qrels.jsonl"),
        )
    })?;
    let parse = |(at, line): (usize, &str)| {
        serde_json::from_str(line).map_err(|error| {
            ApiError::invalid(
                ErrorCode::LineMalformed,
                &[("path", &path_text), ("line", &(at + 1))],
                format!("{path_text} line {}: {error}; mend the line", at + 1),
            )
        })
    };
    text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).map(parse).collect()
}
