//! The room that the models of some roles have for a prompt and its answer.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use futures::future::join_all;
use simui_consult::budget::{Plan, WINDOW};
use simui_domain::ThinkingRole;
use simui_pharmacy::pipeline::roles::PASSAGE_CHARS;

use super::{ChatModels, SUBJECT, endpoint_named};
use crate::ApiError;
use crate::desk::settings::settings_in;
use crate::types::{ChatChoice, ChatSettings};

/// Longest time that a turn waits for a server to report its model's context, in seconds.
const TIMEOUT_S: u32 = 3;
/// Fewest characters of a passage in a prompt: a sentence or two.
const FEWEST_CHARS: usize = 200;
/// Most characters of a passage in a prompt; hardly any passage is longer.
const MOST_CHARS: usize = 8_000;

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

impl Default for Room {
    /// The room for the rules, and for a model whose context is not reported.
    fn default() -> Self {
        Self { window: WINDOW, answer: 0 }
    }
}

impl Room {
    /// Most characters of each passage in a prompt: [`PASSAGE_CHARS`] in the default window, and in another
    /// one in proportion to the tokens that the answer leaves for documents.
    pub(crate) fn passage_chars(self) -> usize {
        let documents = |window| Plan::of(window).with_answer(self.answer).evidence;
        let share = f64::from(documents(self.window)) / f64::from(documents(WINDOW).max(1));
        // The share is finite, and a product beyond the largest number becomes that number.
        ((PASSAGE_CHARS as f64 * share) as usize).clamp(FEWEST_CHARS, MOST_CHARS)
    }
}

impl ChatModels {
    /// Returns the room that all models of these roles have, fallbacks included. A model whose context is not
    /// reported has the default window.
    pub(crate) async fn room(&self, roles: &[ThinkingRole]) -> Result<Room, ApiError> {
        let settings = settings_in::<ChatSettings>(&self.database, SUBJECT).await?.settings;
        let of_roles = || settings.roles.iter().filter(|it| roles.contains(&it.role));
        let mut choices: Vec<&ChatChoice> = Vec::new();
        for choice in of_roles().flat_map(|it| std::iter::once(&it.choice).chain(&it.fallback)) {
            if !choices.contains(&choice) {
                choices.push(choice);
            }
        }
        // Servers that do not answer cost one wait together.
        let contexts = join_all(choices.into_iter().map(|it| self.context(&settings, it))).await;
        let tokens =
            |it: Option<u64>| it.map_or(WINDOW, |it| u32::try_from(it).unwrap_or(u32::MAX));
        Ok(Room {
            window: contexts.into_iter().map(tokens).min().unwrap_or(WINDOW),
            answer: of_roles().map(|it| it.most_tokens).max().unwrap_or_default(),
        })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passages_follow_the_context_and_leave_room_for_the_answer() {
        for (window, answer, expected) in [
            (WINDOW, 0, PASSAGE_CHARS),
            (WINDOW, 1_500, PASSAGE_CHARS),
            (4_096, 1_500, 303),
            (32_768, 1_500, 4_284),
            (1_048_576, 1_500, MOST_CHARS),
            (2_048, 4_000, FEWEST_CHARS),
            (0, u32::MAX, FEWEST_CHARS),
        ] {
            assert_eq!(Room { window, answer }.passage_chars(), expected, "{window} {answer}");
        }
    }
}
