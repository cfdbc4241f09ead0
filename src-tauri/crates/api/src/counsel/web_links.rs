//! 웹 참고 링크: searches the web for pages about a question. The links are shown beside the answer only: the
//! graph has ended before the search, or never gets its result.

use std::time::{Duration, Instant};

use serde_json::json;
use simui_inference::InferenceError;
use simui_inference::outbound::{Limits, Outbound, Policy};
use simui_inference::websearch::{SearchedWeb, WebSearch};

use super::settings::WEB_KEY;
use crate::desk::chat_models::is_local_address;
use crate::desk::outbound::{Calls, jitter, policy};
use crate::faults::ErrorCode;
use crate::known_names::KnownPatients;
use crate::types::{AskResponse, AskSettings, WebLink, WebLinkState};
use crate::{ApiError, Desk};

/// Time limit of the whole search, reading the key from the keyring included.
const LIMIT: Duration = Duration::from_secs(5);
/// Time limit for the keyring. A locked one prompts the person at the screen, and a question does not wait
/// for that.
const KEYRING_TIMEOUT: Duration = Duration::from_secs(2);

/// The result of a search for links.
pub(super) struct Links(Result<Vec<WebLink>, String>);

impl Links {
    /// Adds the links to an answer.
    pub(super) fn add_to(self, response: &mut AskResponse) {
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
    /// Searches pages about a question. Always returns within the limit.
    pub(super) async fn web_links(&self, settings: &AskSettings, question: &str) -> Links {
        Links(self.search_web(settings, question).await.map_err(|error| error.to_string()))
    }

    async fn search_web(
        &self,
        settings: &AskSettings,
        question: &str,
    ) -> Result<Vec<WebLink>, ApiError> {
        let begun = Instant::now();
        let base = settings.web_service.as_deref().unwrap_or(WebSearch::BASE);
        let policy = self.policy_for(base).await?;
        let key = match settings.web_key {
            true => Some(self.web_key().await?),
            false => None,
        };
        let total = LIMIT.saturating_sub(begun.elapsed());
        let limits =
            Limits { connect: 2 * LIMIT, total, idle: 2 * LIMIT, attempts: 1, ..Limits::default() };
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
        let to_link = |link: simui_inference::websearch::FoundLink| WebLink {
            title: link.title,
            url: link.url,
            domain: link.domain,
        };
        Ok(found.links.into_iter().map(to_link).collect())
    }

    /// Returns the policy for calls to `base`: this machine may always be called, another one only as the
    /// settings allow.
    async fn policy_for(&self, base: &str) -> Result<Policy, ApiError> {
        let outbound = self.outbound_settings().await?.settings;
        match outbound.enabled {
            true => policy(&outbound),
            false if is_local_address(base) => Ok(Policy::default()),
            false => Err(ApiError::invalid(
                ErrorCode::OutboundOff,
                &[],
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
        tokio::time::timeout(KEYRING_TIMEOUT, self.key(WEB_KEY)).await.map_err(late)?
    }

    /// Writes an audit entry about the search: its size, never the words.
    async fn audit_search(&self, base: &str, found: &SearchedWeb) -> Result<(), ApiError> {
        let masked: serde_json::Map<String, serde_json::Value> =
            found.masked.iter().map(|(kind, n)| (kind.as_str().to_owned(), json!(n))).collect();
        let details = json!({ "sent": found.sent, "links": found.links.len(), "masked": masked });
        Ok(self.database.audit(self.clock.now(), "system", "web_search", base, details).await?)
    }
}
