//! The room that the models of some roles have for a prompt and its answer.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use simui_domain::ThinkingRole;

use super::{ChatModels, SUBJECT, endpoint_named};
use crate::ApiError;
use crate::desk::settings::settings_in;
use crate::types::{ChatChoice, ChatSettings};

/// Longest time that a turn waits for a server to report its model's context, in seconds.
const TIMEOUT_S: u32 = 3;

/// Lengths of contexts in tokens by address and model, found since the start of the process; `None` for a
/// server that does not report it.
pub(super) type Contexts = Mutex<BTreeMap<(String, String), Option<u64>>>;

/// The room for a prompt and its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Room {
    /// The smallest context of the models, in tokens.
    pub window: u32,
    /// The most tokens that one of them may answer with.
    pub answer: u32,
}

impl ChatModels {
    /// Returns the room that all models of these roles have, fallbacks included. `otherwise` is the window
    /// of a model whose context is not reported.
    pub(crate) async fn room(
        &self,
        roles: &[ThinkingRole],
        otherwise: u32,
    ) -> Result<Room, ApiError> {
        let settings = settings_in::<ChatSettings>(&self.database, SUBJECT).await?.settings;
        let mut room = Room { window: u32::MAX, answer: 0 };
        for role in settings.roles.iter().filter(|it| roles.contains(&it.role)) {
            room.answer = room.answer.max(role.most_tokens);
            for choice in std::iter::once(&role.choice).chain(&role.fallback) {
                let context = self.context(&settings, choice).await;
                let tokens = context.map(|it| u32::try_from(it).unwrap_or(u32::MAX));
                room.window = room.window.min(tokens.unwrap_or(otherwise));
            }
        }
        if room.window == u32::MAX {
            room.window = otherwise;
        }
        Ok(room)
    }

    /// Returns the length of a model's context; `None` where it is not reported. A server that does not
    /// answer is asked again at the next turn.
    async fn context(&self, settings: &ChatSettings, choice: &ChatChoice) -> Option<u64> {
        let address = endpoint_named(settings, &choice.endpoint).ok()?.address.clone();
        let key = (address, choice.model.clone());
        let known = self.contexts.lock().unwrap_or_else(PoisonError::into_inner).get(&key).copied();
        if let Some(known) = known {
            return known;
        }
        let limit = Duration::from_secs(u64::from(TIMEOUT_S));
        let found =
            tokio::time::timeout(limit, self.reported(settings, choice)).await.ok()?.ok()?;
        self.contexts.lock().unwrap_or_else(PoisonError::into_inner).insert(key, found);
        found
    }

    async fn reported(
        &self,
        settings: &ChatSettings,
        choice: &ChatChoice,
    ) -> Result<Option<u64>, ApiError> {
        let (client, calls) = self.client(settings, &choice.endpoint, TIMEOUT_S, None).await?;
        let found = client.context_tokens(&choice.model).await;
        drop(client);
        if let Some(calls) = calls {
            calls.finish().await?;
        }
        Ok(found?)
    }
}
