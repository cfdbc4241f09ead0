//! Operations of administrators on chat models.

use std::time::Duration;

use simui_domain::ThinkingRole;
use simui_inference::InferenceError;

use super::settings::normalise;
use crate::desk::chat_models::{SUBJECT, endpoint_named, is_local, key_name, obstacle};
use crate::desk::outbound::policy;
use crate::faults::ErrorCode;
use crate::types::{
    ChangeSettings, ChatEndpoint, ChatEndpointView, ChatFeature, ChatPreset, ChatSettings,
    ChatState, ChatTest, ChatUsageView, KeyState, OutboundSettings, SettingsView, TestChat,
};
use crate::{ApiError, Desk};
use simui_domain::korean_day;

/// Longest time that a test of an endpoint takes.
const TEST: Duration = Duration::from_secs(90);

impl Desk {
    /// Returns the settings of chat models.
    pub async fn chat_settings(&self) -> Result<SettingsView<ChatSettings>, ApiError> {
        self.settings(SUBJECT).await
    }

    /// Changes the settings, signed by an administrator.
    pub async fn set_chat_settings(
        &self,
        mut change: ChangeSettings<ChatSettings>,
    ) -> Result<SettingsView<ChatSettings>, ApiError> {
        change.settings = normalise(change.settings)?;
        self.change_settings(SUBJECT, change).await
    }

    /// Returns why each endpoint cannot be asked, if so, and today's usage. Sends nothing.
    pub async fn chat_state(&self) -> Result<ChatState, ApiError> {
        let settings = self.chat_settings().await?.settings;
        let outbound = self.outbound_settings().await?.settings;
        let mut endpoints = Vec::new();
        for endpoint in &settings.endpoints {
            endpoints.push(ChatEndpointView {
                name: endpoint.name.clone(),
                local: is_local(endpoint),
                obstacle: self.obstacle(endpoint, &outbound).await?,
            });
        }
        let used = self.database.chat_usage(korean_day(self.clock.now())).await?;
        let used_today = used
            .into_iter()
            .map(|it| ChatUsageView { role: it.role, calls: it.calls, tokens: it.tokens })
            .collect();
        Ok(ChatState { endpoints, used_today })
    }

    async fn obstacle(
        &self,
        endpoint: &ChatEndpoint,
        outbound: &OutboundSettings,
    ) -> Result<String, ApiError> {
        if endpoint.preset == ChatPreset::Gguf {
            return Ok(obstacle(endpoint, &self.chat.models).await);
        }
        if !is_local(endpoint) {
            if !outbound.enabled {
                return Ok(
                    "calls that leave this machine are off: `simui outbound on --as NAME`".into()
                );
            }
            let request = simui_inference::outbound::Request::get(&endpoint.address)?;
            if !policy(outbound)?.allows(&request) {
                return Ok("its host is not allowed: `simui outbound allow HOST --as NAME`".into());
            }
        }
        if !endpoint.key {
            return Ok(String::new());
        }
        let key = self.has_key(&key_name(&endpoint.name)).await?;
        Ok(match key.state {
            KeyState::Stored => String::new(),
            KeyState::Absent => {
                format!("no key is stored: `simui keys set {} --as NAME`", key.name)
            }
            KeyState::Unknown => key.problem,
        })
    }

    /// Requests an endpoint's list of models and asks it two small questions.
    pub async fn test_chat(&self, request: TestChat) -> Result<ChatTest, ApiError> {
        self.actor(request.reviewer.as_deref()).await?;
        let settings = self.chat_settings().await?.settings;
        let endpoint = endpoint_named(&settings, &request.endpoint)?.name.clone();
        let model = request.model.or_else(|| model_at(&settings, &endpoint));
        let model = model.ok_or_else(|| {
            ApiError::invalid(
                ErrorCode::ChatEndpointUnused,
                &[("name", &endpoint)],
                format!("chat endpoint {endpoint}: no role uses it; name a model"),
            )
        })?;
        let (client, calls) = self.chat.client(&settings, &endpoint, 30, None).await?;
        let probed = tokio::time::timeout(TEST, client.probe(&model, &self.chat.shipped)).await;
        drop(client);
        if let Some(calls) = calls {
            calls.finish().await?;
        }
        let probe = probed.map_err(|_| InferenceError::Chat {
            model: model.clone(),
            problem: format!("the test took longer than {TEST:?}; the endpoint is too slow"),
        })??;
        let feature =
            |it: simui_inference::chat::Feature| ChatFeature { works: it.works, detail: it.detail };
        Ok(ChatTest {
            endpoint,
            model,
            latency_ms: probe.latency_ms,
            models: probe.models,
            streaming: feature(probe.streaming),
            structured: feature(probe.structured),
            context_tokens: probe.context_tokens,
        })
    }

    /// An error with a remedy when no chat model plays any of these roles. `done` completes the message
    /// "nothing was …".
    pub(crate) async fn check_chat_roles(
        &self,
        wanted: &[ThinkingRole],
        done: &str,
    ) -> Result<(), ApiError> {
        let roles = self.chat_settings().await?.settings.roles;
        match roles.iter().any(|it| wanted.contains(&it.role)) {
            true => Ok(()),
            false => Err(ApiError::invalid(
                ErrorCode::ChatRoleUnplayed,
                &[],
                format!(
                    "engine chat: no role is played by a chat model, nothing was {done}; set one with `simui models \
                 chat role`, or use --engine rules"
                ),
            )),
        }
    }
}

/// Returns the first model of an endpoint that a role uses.
fn model_at(settings: &ChatSettings, endpoint: &str) -> Option<String> {
    let mut choices =
        settings.roles.iter().flat_map(|role| std::iter::once(&role.choice).chain(&role.fallback));
    choices.find(|choice| choice.endpoint == endpoint).map(|choice| choice.model.clone())
}
