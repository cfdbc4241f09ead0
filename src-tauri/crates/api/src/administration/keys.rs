//! Keys: into the operating system's keyring or the file in its place, and out of it, and nowhere else.

use serde_json::json;
use simui_inference::InferenceError;
use simui_inference::outbound::Secret;

use super::key_store::Keys;
use crate::administration::settings_in;
use crate::chat::key_name;
use crate::counsel::{SUBJECT, WEB_KEY};
use crate::types::{AskSettings, KeyState, KeyView, RemoveKey, SetKey};
use crate::{ApiError, Desk};

/// The key of law.go.kr's open API (`OC`).
pub(crate) const LAW_KEY: &str = "law.go.kr";

impl Desk {
    /// The keys the desk has a use for, and whether each is there.
    pub async fn keys(&self) -> Result<Vec<KeyView>, ApiError> {
        let mut keys = Vec::new();
        for name in self.key_names().await? {
            keys.push(self.has_key(&name).await?);
        }
        Ok(keys)
    }

    /// Whether a key is there.
    pub async fn has_key(&self, name: &str) -> Result<KeyView, ApiError> {
        let name = Box::pin(self.known(name)).await?;
        let asked = name.clone();
        let (state, problem) = match self.in_store(move |keys| keys.get(&asked)).await {
            Ok(_) => (KeyState::Stored, String::new()),
            Err(ApiError::Inference(InferenceError::NoKey { .. })) => {
                (KeyState::Absent, String::new())
            }
            Err(error) => (KeyState::Unknown, error.to_string()),
        };
        Ok(KeyView { name, state, problem })
    }

    /// Stores a key, over one that is there, in the name of an administrator.
    pub async fn set_key(&self, request: SetKey) -> Result<KeyView, ApiError> {
        let SetKey { name, value, reviewer } = request;
        let name = Box::pin(self.known(&name)).await?;
        let by = self.signing_administrator(&reviewer).await?;
        let value = Secret::new(&value.0);
        let stored = name.clone();
        self.in_store(move |keys| keys.set(&stored, &value)).await?;
        self.database
            .audit(self.clock.now(), by.id.as_str(), "key_stored", &name, json!({}))
            .await?;
        Ok(KeyView { name, state: KeyState::Stored, problem: String::new() })
    }

    /// Removes a key, in the name of an administrator.
    pub async fn remove_key(&self, request: RemoveKey) -> Result<KeyView, ApiError> {
        let name = Box::pin(self.known(&request.name)).await?;
        let by = self.signing_administrator(&request.reviewer).await?;
        let removed = name.clone();
        self.in_store(move |keys| keys.remove(&removed)).await?;
        self.database
            .audit(self.clock.now(), by.id.as_str(), "key_removed", &name, json!({}))
            .await?;
        Ok(KeyView { name, state: KeyState::Absent, problem: String::new() })
    }

    /// A key, for the wire.
    pub(crate) async fn key(&self, name: &'static str) -> Result<Secret, ApiError> {
        self.in_store(move |keys| keys.get(name)).await
    }

    /// Asks what keeps the keys where waiting is allowed: it may ask the person at the screen.
    async fn in_store<T: Send + 'static>(
        &self,
        ask: impl FnOnce(Keys) -> Result<T, InferenceError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let keys = self.administration.keys.clone();
        let asked = tokio::task::spawn_blocking(move || ask(keys)).await;
        Ok(asked.map_err(|error| ApiError::Invalid(format!("keys: {error}; report this")))??)
    }

    /// The keys the desk has a use for: that of law.go.kr, one for each chat endpoint that wants one, and that of web links.
    async fn key_names(&self) -> Result<Vec<String>, ApiError> {
        // On the heap: every operation about keys asks this, and one future holds them all.
        let endpoints = Box::pin(self.chat_settings()).await?.settings.endpoints;
        let of_chat = endpoints.iter().filter(|it| it.key).map(|it| key_name(&it.name));
        let asking = settings_in::<AskSettings>(&self.database, SUBJECT).await?.settings;
        let of_links = (asking.web_links && asking.web_key).then(|| WEB_KEY.to_owned());
        Ok(std::iter::once(LAW_KEY.to_owned()).chain(of_chat).chain(of_links).collect())
    }

    /// A mistyped name would store a key that is never used.
    async fn known(&self, name: &str) -> Result<String, ApiError> {
        let mut names = self.key_names().await?.into_iter();
        names.find(|it| it == name.trim()).ok_or_else(|| ApiError::Missing {
            what: "key",
            // Somebody may have given the key itself.
            id: "(not shown)".to_owned(),
            remedy: "the desk uses one key, law.go.kr, chat.NAME for each chat endpoint that wants one, and tavily while web links are on",
        })
    }
}
