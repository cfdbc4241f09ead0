//! Stores keys in the operating system's keyring, or in the file of keys, and removes them.

use serde_json::json;
use simui_inference::InferenceError;
use simui_inference::outbound::Secret;

use crate::counsel::{SUBJECT, WEB_KEY};
use crate::desk::chat_models::key_name;
use crate::desk::keys::{DRUG_KEY, Keys, LAW_KEY};
use crate::desk::settings::settings_in;
use crate::faults::ErrorCode;
use crate::types::{AskSettings, KeyState, KeyView, RemoveKey, SetKey};
use crate::{ApiError, Desk};

impl Desk {
    /// Lists the keys that the desk uses, and whether each is stored.
    pub async fn keys(&self) -> Result<Vec<KeyView>, ApiError> {
        let mut keys = Vec::new();
        for name in self.key_names().await? {
            keys.push(self.has_key(&name).await?);
        }
        Ok(keys)
    }

    /// Returns whether a key is stored.
    pub async fn has_key(&self, name: &str) -> Result<KeyView, ApiError> {
        let name = Box::pin(self.check_key_name(name)).await?;
        let asked = name.clone();
        let (state, fault) = match self.with_keys(move |keys| keys.get(&asked)).await {
            Ok(_) => (KeyState::Stored, None),
            Err(ApiError::Inference(InferenceError::NoKey { .. })) => (KeyState::Absent, None),
            Err(error) => (KeyState::Unknown, Some(error.body())),
        };
        let problem = fault.as_ref().map(|it| it.message.clone()).unwrap_or_default();
        Ok(KeyView { name, state, problem, fault })
    }

    /// Stores a key, replacing a present one, signed by an administrator.
    pub async fn set_key(&self, request: SetKey) -> Result<KeyView, ApiError> {
        let SetKey { name, value, reviewer } = request;
        let name = Box::pin(self.check_key_name(&name)).await?;
        let by = self.signing_administrator(&reviewer).await?;
        let value = Secret::new(value.reveal());
        let stored = name.clone();
        self.with_keys(move |keys| keys.set(&stored, &value)).await?;
        self.database
            .audit(self.clock.now(), by.id.as_str(), "key_stored", &name, json!({}))
            .await?;
        Ok(KeyView { name, state: KeyState::Stored, problem: String::new(), fault: None })
    }

    /// Removes a key, signed by an administrator.
    pub async fn remove_key(&self, request: RemoveKey) -> Result<KeyView, ApiError> {
        let name = Box::pin(self.check_key_name(&request.name)).await?;
        let by = self.signing_administrator(&request.reviewer).await?;
        let removed = name.clone();
        self.with_keys(move |keys| keys.remove(&removed)).await?;
        self.database
            .audit(self.clock.now(), by.id.as_str(), "key_removed", &name, json!({}))
            .await?;
        Ok(KeyView { name, state: KeyState::Absent, problem: String::new(), fault: None })
    }

    /// Returns the text of a key for a request to its service.
    pub(crate) async fn key(&self, name: &'static str) -> Result<Secret, ApiError> {
        self.with_keys(move |keys| keys.get(name)).await
    }

    /// Runs `ask` on a blocking thread: the keyring may prompt the person at the screen.
    async fn with_keys<T: Send + 'static>(
        &self,
        ask: impl FnOnce(Keys) -> Result<T, InferenceError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let keys = self.administration.keys.clone();
        let asked = tokio::task::spawn_blocking(move || ask(keys)).await;
        Ok(asked.map_err(|error| {
            ApiError::invalid(ErrorCode::Internal, &[], format!("keys: {error}; report this"))
        })??)
    }

    /// Names of the keys that the desk uses: of law.go.kr, of data.go.kr, of each chat endpoint that requires
    /// one, and of web links.
    async fn key_names(&self) -> Result<Vec<String>, ApiError> {
        // On the heap: every operation on keys awaits this, and one future contains all of them.
        let endpoints = Box::pin(self.chat_settings()).await?.settings.endpoints;
        let chat_keys = endpoints.iter().filter(|it| it.key).map(|it| key_name(&it.name));
        let asking = settings_in::<AskSettings>(&self.database, SUBJECT).await?.settings;
        let web_links_key = (asking.web_links && asking.web_key).then(|| WEB_KEY.to_owned());
        let public = [LAW_KEY, DRUG_KEY].map(str::to_owned).into_iter();
        Ok(public.chain(chat_keys).chain(web_links_key).collect())
    }

    /// Returns the trimmed name if the desk uses a key of this name. A mistyped name would store a key that
    /// is never used.
    async fn check_key_name(&self, name: &str) -> Result<String, ApiError> {
        let mut names = self.key_names().await?.into_iter();
        names.find(|it| it == name.trim()).ok_or_else(|| ApiError::Missing {
            what: "key",
            // The caller may have given the key itself instead of its name.
            id: "(not shown)".to_owned(),
            remedy: "the desk uses the keys law.go.kr and data.go.kr, chat.NAME for each chat endpoint that wants one, and tavily while web links are on",
        })
    }
}
