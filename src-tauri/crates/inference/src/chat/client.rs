use std::collections::BTreeMap;
use std::sync::Arc;

use tokio::sync::Semaphore;

use super::completion::{Completion, Message, sha256};
use super::endpoint::Endpoint;
use super::reading::{Finish, Reading, Usage};
use super::schema::Schema;
use super::tokens::estimated_tokens;
use crate::InferenceError;
use crate::masking::{Identifier, Mask};
use crate::outbound::{Arriving, Outbound};

/// Bounds of a call beyond those of [`crate::outbound::Limits`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChatLimits {
    /// Largest answer, in bytes on the wire.
    pub most_bytes: u64,
    /// Longest request, in characters of all messages: a model's context is no place for a book.
    pub most_characters: usize,
}

impl Default for ChatLimits {
    fn default() -> Self {
        Self { most_bytes: 2 << 20, most_characters: 60_000 }
    }
}

/// What a model said, identifiers still masked.
#[derive(Debug, Clone, PartialEq)]
pub struct Spoken {
    /// It.
    pub text: String,
    /// Tokens.
    pub usage: Usage,
    /// SHA-256 of the request's body, hexadecimal.
    pub request_sha256: String,
    /// Bytes of the request's body.
    pub sent: u64,
    /// How many identifiers of each kind were masked.
    pub masked: BTreeMap<Identifier, usize>,
}

/// One endpoint, asked through [`Outbound`].
#[derive(Clone)]
pub struct ChatClient {
    pub(super) outbound: Outbound,
    pub(super) endpoint: Endpoint,
    limits: ChatLimits,
    /// A place for each call that may run at a time; shared by all clients of a desk.
    places: Arc<Semaphore>,
}

impl ChatClient {
    /// A client; `places` bounds how many calls run at a time.
    pub fn new(
        outbound: Outbound,
        endpoint: Endpoint,
        limits: ChatLimits,
        places: Arc<Semaphore>,
    ) -> Self {
        Self { outbound, endpoint, limits, places }
    }

    /// Asks, and returns the whole answer with the identifiers put back. `said` is told each piece as it comes, with the
    /// placeholders. Drop the future to cancel.
    ///
    /// # Errors
    /// Those of [`Outbound::fetch`]; [`InferenceError::Chat`] for a refusal, an answer that was cut off, or a request that
    /// is too long.
    pub async fn say(
        &self,
        completion: &Completion,
        said: &mut (dyn FnMut(&str) + Send),
    ) -> Result<Spoken, InferenceError> {
        let mut mask = self.mask(completion);
        let spoken = self.exchange(completion, None, &mut mask, said).await?;
        Ok(Spoken { text: mask.restore(&spoken.text), ..spoken })
    }

    /// A mask over everything that will be said.
    pub(super) fn mask(&self, completion: &Completion) -> Mask {
        Mask::over(completion.messages.iter().map(|message| message.content.as_str()))
    }

    /// One call: masked, sent, read to its end.
    pub(super) async fn exchange(
        &self,
        completion: &Completion,
        schema: Option<&Schema>,
        mask: &mut Mask,
        said: &mut (dyn FnMut(&str) + Send),
    ) -> Result<Spoken, InferenceError> {
        let model = &completion.model;
        // Before anything is looked for in it: a hostile megabyte must not hold the desk up.
        let length: usize = completion.messages.iter().map(|it| it.content.chars().count()).sum();
        if length > self.limits.most_characters {
            let most = self.limits.most_characters;
            return Err(InferenceError::chat(
                model,
                format!("the request has {length} characters, more than {most}; nothing was sent"),
            ));
        }
        let masked = Completion {
            messages: completion
                .messages
                .iter()
                .map(|message| Message { content: mask.hide(&message.content), ..message.clone() })
                .collect(),
            ..completion.clone()
        };
        let body = masked.body(self.endpoint.preset, schema);
        let (request_sha256, sent) = (sha256(&body), body.len() as u64);
        let request =
            self.endpoint.request("/chat/completions", Some(body))?.at_most(self.limits.most_bytes);
        self.outbound.check(&request)?;
        let place = self.places.acquire().await;
        let _place = place.map_err(|_| InferenceError::chat(model, "the program is ending"))?;
        let mut reading = Reading::default();
        self.outbound
            .stream(&request, &mut |arriving| match arriving {
                Arriving::Begin { content_type } => {
                    reading = Reading::of(content_type);
                    Ok(true)
                }
                Arriving::Bytes(bytes) => reading.take(bytes, said),
                Arriving::End => reading.end(said).map(|()| false),
            })
            .await?;
        match reading.finish {
            Some(Finish::Refused) => {
                Err(InferenceError::chat(model, "it refuses to answer; the rules go on without it"))
            }
            Some(Finish::Length) => Err(InferenceError::chat(
                model,
                format!(
                    "its answer was cut off at {} tokens; allow more in the role's settings",
                    completion.most_tokens
                ),
            )),
            _ => {
                let asked: u64 =
                    masked.messages.iter().map(|it| estimated_tokens(&it.content)).sum();
                let usage = reading.usage.unwrap_or(Usage {
                    prompt_tokens: asked,
                    completion_tokens: estimated_tokens(&reading.text),
                    estimated: true,
                });
                let masked = mask.counts();
                Ok(Spoken { text: reading.text, usage, request_sha256, sent, masked })
            }
        }
    }
}
