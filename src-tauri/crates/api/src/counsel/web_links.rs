//! 웹 참고 링크. What is found goes beside the answer and nowhere else: the graph that answers has ended, or
//! never hears of it.

use std::time::{Duration, Instant};

use serde_json::json;
use simui_inference::InferenceError;
use simui_inference::outbound::{Limits, Outbound, Policy};
use simui_inference::websearch::{SearchedWeb, WebSearch};

use super::settings::WEB_KEY;
use crate::administration::{Calls, jitter, policy};
use crate::chat::is_local_address;
use crate::patients::KnownPatients;
use crate::types::{AskResponse, AskSettings, WebLink, WebLinkState};
use crate::{ApiError, Desk};

/// Time limit of the whole lookup, reading the key from the keyring included.
const LIMIT: Duration = Duration::from_secs(5);
/// A locked keyring asks the person at the screen; a question does not wait for the answer.
const KEYRING: Duration = Duration::from_secs(2);

/// What a search for links came to.
pub(super) struct Links(Result<Vec<WebLink>, String>);

impl Links {
    /// Puts them beside an answer.
    pub(super) fn beside(self, response: &mut AskResponse) {
        match self.0 {
            Ok(links) => {
                response.web_links = links;
                response.web_state = WebLinkState::Asked;
            }
            Err(problem) => {
                response.web_state = WebLinkState::Failed;
                response.notices.push(format!("웹 참고 링크를 받지 못했습니다: {problem}"));
            }
        }
    }
}

impl Desk {
    /// Looks for pages about a question. It always ends, within the limit.
    pub(super) async fn web_links(&self, settings: &AskSettings, question: &str) -> Links {
        Links(self.searched(settings, question).await.map_err(|error| error.to_string()))
    }

    async fn searched(
        &self,
        settings: &AskSettings,
        question: &str,
    ) -> Result<Vec<WebLink>, ApiError> {
        let begun = Instant::now();
        let base = settings.web_service.as_deref().unwrap_or(WebSearch::BASE);
        let policy = self.way_out(base).await?;
        let key = match settings.web_key {
            true => Some(self.web_key().await?),
            false => None,
        };
        let whole = LIMIT.saturating_sub(begun.elapsed());
        let limits =
            Limits { connect: 2 * LIMIT, whole, idle: 2 * LIMIT, attempts: 1, ..Limits::default() };
        let (record, calls) =
            Calls::record(self.database.clone(), self.clock.clone(), "system".to_owned());
        let known = KnownPatients::of(&self.database).await?;
        let search = WebSearch::new(Outbound::new(policy, limits, jitter, record)?, base, key)
            .with_known_names(known.names.clone());
        let found = search.links(question).await;
        drop(search);
        calls.finish().await?;
        let found = found?;
        self.audit_search(base, &found).await?;
        let shown = |it: simui_inference::websearch::FoundLink| WebLink {
            title: it.title,
            url: it.url,
            domain: it.domain,
        };
        Ok(found.links.into_iter().map(shown).collect())
    }

    /// What lets a call to `base` out: this machine always may be called, another only under what an administrator allows.
    async fn way_out(&self, base: &str) -> Result<Policy, ApiError> {
        let outbound = self.outbound_settings().await?.settings;
        match outbound.enabled {
            true => policy(&outbound),
            false if is_local_address(base) => Ok(Policy::default()),
            false => Err(ApiError::Invalid(
                "web links: calls that leave this machine are switched off, nothing was sent; an administrator can \
                 switch them on with `simui outbound on --as NAME`"
                    .to_owned(),
            )),
        }
    }

    async fn web_key(&self) -> Result<simui_inference::outbound::Secret, ApiError> {
        let late = |_| {
            ApiError::Inference(InferenceError::Keyring {
                problem: "it does not answer".to_owned(),
            })
        };
        tokio::time::timeout(KEYRING, self.key(WEB_KEY)).await.map_err(late)?
    }

    /// What the outbound log says of it: how much was asked for, never the words.
    async fn audit_search(&self, base: &str, found: &SearchedWeb) -> Result<(), ApiError> {
        let masked: serde_json::Map<String, serde_json::Value> =
            found.masked.iter().map(|(kind, n)| (kind.as_str().to_owned(), json!(n))).collect();
        let details = json!({ "sent": found.sent, "links": found.links.len(), "masked": masked });
        Ok(self.database.audit(self.clock.now(), "system", "web_search", base, details).await?)
    }
}
