use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::json;

use super::link::{FoundLink, link};
use crate::InferenceError;
use crate::masking::{Identifier, KnownNames, Mask};
use crate::outbound::{Expect, Outbound, Request, Secret};

/// Links that are returned at most.
const MOST: usize = 5;
/// Longest query that the service takes, in characters.
const QUERY: usize = 400;
/// Largest answer: ten results with their texts have a tenth of it.
const MOST_BYTES: u64 = 512 << 10;

/// The search service, asked through [`Outbound`].
pub struct WebSearch {
    outbound: Outbound,
    base: String,
    key: Option<Secret>,
    /// Names that are left out wherever they stand.
    known: Arc<KnownNames>,
}

/// What a search brought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchedWeb {
    /// At most five.
    pub links: Vec<FoundLink>,
    /// Bytes that were sent.
    pub sent: u64,
    /// How many identifiers of each kind were left out of the query.
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
    /// What stands before `/search` at the service itself.
    pub const BASE: &str = "https://api.tavily.com";

    /// A service at `base`, with its key where it wants one.
    pub fn new(outbound: Outbound, base: &str, key: Option<Secret>) -> Self {
        let base = base.trim_end_matches('/').to_owned();
        Self { outbound, base, key, known: Arc::default() }
    }

    /// The same service; these names are left out of what it is asked.
    pub fn knowing(self, known: Arc<KnownNames>) -> Self {
        Self { known, ..self }
    }

    /// Pages for a question, without the personal identifiers in it. Nothing is sent when nothing else is in it.
    ///
    /// # Errors
    /// Those of [`Outbound::fetch`]; [`InferenceError::Answer`] for an answer without a list of results.
    pub async fn links(&self, question: &str) -> Result<SearchedWeb, InferenceError> {
        let (query, masked) = without_identifiers(question, self.known.clone());
        if query.is_empty() {
            return Ok(SearchedWeb { links: Vec::new(), sent: 0, masked });
        }
        let body = json!({
            "query": query,
            "search_depth": "basic",
            "max_results": MOST,
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
            if links.len() < MOST && !links.iter().any(|it| it.url == found.url) {
                links.push(found);
            }
        }
        Ok(SearchedWeb { links, sent, masked })
    }
}

/// A question without identifiers. A placeholder would say nothing to a search service, so none is left.
fn without_identifiers(
    question: &str,
    known: Arc<KnownNames>,
) -> (String, BTreeMap<Identifier, usize>) {
    let mut mask = Mask::over([question]).knowing(known);
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
    (words.join(" ").chars().take(QUERY).collect(), mask.counts())
}
