use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::json;

use super::link::{FoundLink, link};
use crate::InferenceError;
use crate::masking::{Identifier, KnownNames, Mask};
use crate::outbound::{Expect, Outbound, Request, Secret};

/// Most links of a search.
const MAX_LINKS: usize = 5;
/// Longest query in characters that the service accepts.
const MAX_QUERY: usize = 400;
/// Largest answer in bytes, about ten times that of ten results with texts.
const MOST_BYTES: u64 = 512 << 10;

/// Client of the search service, through [`Outbound`].
pub struct WebSearch {
    outbound: Outbound,
    base: String,
    key: Option<Secret>,
    /// Names that are removed from queries.
    known: Arc<KnownNames>,
}

/// Result of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchedWeb {
    /// At most five links.
    pub links: Vec<FoundLink>,
    /// Size of the request's body in bytes.
    pub sent: u64,
    /// Number of identifiers of each kind that were removed from the query.
    pub masked: BTreeMap<Identifier, usize>,
}

#[derive(Deserialize)]
struct Found {
    #[serde(default)]
    results: Vec<OneResult>,
}

#[derive(Deserialize)]
struct OneResult {
    #[serde(default)]
    title: String,
    #[serde(default)]
    url: String,
}

impl WebSearch {
    /// Part of the URL before `/search` at the service itself.
    pub const BASE: &str = "https://api.tavily.com";

    /// Makes a client of the service at `base`, with a key if it requires one.
    pub fn new(outbound: Outbound, base: &str, key: Option<Secret>) -> Self {
        let base = base.trim_end_matches('/').to_owned();
        Self { outbound, base, key, known: Arc::default() }
    }

    /// Returns the client with names that are removed from queries.
    pub fn with_known_names(self, known: Arc<KnownNames>) -> Self {
        Self { known, ..self }
    }

    /// Searches pages for a question after removing personal identifiers. Nothing is sent if nothing else
    /// remains.
    ///
    /// # Errors
    /// The errors of [`Outbound::fetch`]; [`InferenceError::Answer`] for an answer without a list of results.
    pub async fn links(&self, question: &str) -> Result<SearchedWeb, InferenceError> {
        let (query, masked) = without_identifiers(question, self.known.clone());
        if query.is_empty() {
            return Ok(SearchedWeb { links: Vec::new(), sent: 0, masked });
        }
        let body = json!({
            "query": query,
            "search_depth": "basic",
            "max_results": MAX_LINKS,
            "include_answer": false,
            "include_raw_content": false,
            "include_images": false,
        });
        let body = body.to_string().into_bytes();
        let sent = body.len() as u64;
        let request = Request::post_json(&format!("{}/search", self.base), body)?
            .expecting(Expect::Json)
            .at_most(MOST_BYTES);
        let request = match &self.key {
            Some(key) => request.bearer(key),
            None => request,
        };
        let answer = self.outbound.fetch(&request).await?;
        let found: Found = serde_json::from_slice(&answer.body).map_err(|_| {
            request.answer("its answer has no list of results; check the address of the service")
        })?;
        let mut links: Vec<FoundLink> = Vec::new();
        for found in found.results.iter().filter_map(|it| link(&it.title, &it.url)) {
            if links.len() < MAX_LINKS && !links.iter().any(|it| it.url == found.url) {
                links.push(found);
            }
        }
        Ok(SearchedWeb { links, sent, masked })
    }
}

/// Removes identifiers from a question, including placeholders, which mean nothing to a search service.
fn without_identifiers(
    question: &str,
    known: Arc<KnownNames>,
) -> (String, BTreeMap<Identifier, usize>) {
    let mut mask = Mask::over([question]).with_known_names(known);
    let hidden = mask.hide(question);
    let mut query = String::new();
    let mut inside = false;
    for letter in hidden.chars() {
        match letter {
            '⟦' => inside = true,
            '⟧' => inside = false,
            _ if inside => {}
            _ => query.push(if letter.is_control() { ' ' } else { letter }),
        }
    }
    let words: Vec<&str> = query.split_whitespace().collect();
    (words.join(" ").chars().take(MAX_QUERY).collect(), mask.counts())
}
