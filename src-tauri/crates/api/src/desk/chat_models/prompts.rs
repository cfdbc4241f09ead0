//! The prompts in use, and trials of a prompt with a model.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::time::{Duration, Instant};

use simui_inference::InferenceError;
use simui_inference::chat::{Completion, Message, Speaker};
use simui_inference::prompts::{Prompts, Rendered};

use super::{ChatModels, SUBJECT};
use crate::ApiError;
use crate::desk::settings::settings_in;
use crate::faults::ErrorCode;
use crate::types::{ChatRole, ChatSettings, OwnPrompts, PromptAnswer};

/// The subject of the settings with an office's own prompts.
pub(crate) const PROMPTS: &str = "prompts";
/// Most characters of an answer that a trial returns.
const MAX_ANSWER_CHARACTERS: usize = 8000;

impl ChatModels {
    /// Returns the prompts in use, and by name the reason why an own prompt is not used.
    pub(crate) async fn prompts(&self) -> Result<(Prompts, BTreeMap<String, String>), ApiError> {
        let own = settings_in::<OwnPrompts>(&self.database, PROMPTS).await?.settings;
        let (prompts, left_out) = self.shipped.with_own_words(&own.texts);
        for (name, why) in &left_out {
            tracing::warn!(name, why, "a prompt in the office's own words is left out");
        }
        Ok((prompts, left_out))
    }

    /// Asks the model of a role with a prompt rendered on an example.
    pub(crate) async fn try_model(&self, role: &ChatRole, rendered: &Rendered) -> PromptAnswer {
        let begun = Instant::now();
        let asked = tokio::time::timeout(
            Duration::from_secs(u64::from(role.timeout_s)),
            self.complete(role, rendered),
        );
        let (response, fault) = match asked.await {
            Ok(Ok(text)) => (text, None),
            Ok(Err(error)) => (String::new(), Some(error.body())),
            Err(_) => {
                let message = format!("no answer in {} s", role.timeout_s);
                let seconds: [(_, &dyn Display); 1] = [("seconds", &role.timeout_s)];
                let late = ApiError::invalid(ErrorCode::ChatTimeout, &seconds, message);
                (String::new(), Some(late.body()))
            }
        };
        let problem = fault.as_ref().map(|it| it.message.clone()).unwrap_or_default();
        PromptAnswer {
            model: role.choice.model.clone(),
            ms: (begun.elapsed().as_secs_f64() * 1e4).round() / 10.0,
            response: response.chars().take(MAX_ANSWER_CHARACTERS).collect(),
            problem,
            fault,
        }
    }

    async fn complete(&self, role: &ChatRole, rendered: &Rendered) -> Result<String, ApiError> {
        let settings = settings_in::<ChatSettings>(&self.database, SUBJECT).await?.settings;
        let completion = Completion {
            model: role.choice.model.clone(),
            messages: vec![
                Message::new(Speaker::System, rendered.system.trim()),
                Message::new(Speaker::User, rendered.user.trim()),
            ],
            temperature: role.temperature,
            most_tokens: role.most_tokens,
        };
        let (client, calls) =
            self.client(&settings, &role.choice.endpoint, role.timeout_s, Some(role.role)).await?;
        let day = simui_domain::korean_day(self.clock.now());
        let reserved = self.reserve(&settings, role, client.tokens(&completion), day).await?;
        let outcome = client.complete(&completion, &mut |_| {}).await;
        drop(client);
        let taken = match &outcome {
            Ok(spoken) => spoken.usage.prompt_tokens + spoken.usage.completion_tokens,
            Err(InferenceError::Refused { .. }) => 0,
            Err(_) => reserved,
        };
        self.database.settle_chat_tokens(day, role.role.as_str(), reserved, taken).await?;
        if let Some(calls) = calls {
            calls.finish().await?;
        }
        Ok(outcome?.text)
    }
}
