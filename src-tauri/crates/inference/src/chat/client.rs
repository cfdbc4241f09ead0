use std::collections::BTreeMap;
use std::sync::Arc;

use tokio::sync::{Semaphore, SemaphorePermit};

use super::completion::{Completion, Message, sha256};
use super::endpoint::{Endpoint, Preset};
use super::reading::{Finish, Reading, Usage};
use super::schema::Schema;
use super::tokens::estimated_tokens;
use crate::InferenceError;
use crate::gguf::{Ask, Gguf};
use crate::masking::{Identifier, KnownNames, Mask};
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
    /// Bytes of the request's body; none where the model is in this process.
    pub sent: u64,
    /// How many identifiers of each kind were masked.
    pub masked: BTreeMap<Identifier, usize>,
}

/// Where a model is.
#[derive(Clone)]
pub(super) enum Place {
    /// At an endpoint, asked through [`Outbound`].
    Server { outbound: Outbound, endpoint: Endpoint },
    /// In this process.
    Here(Gguf),
}

/// One endpoint, or one model in this process.
#[derive(Clone)]
pub struct ChatClient {
    pub(super) place: Place,
    limits: ChatLimits,
    /// A place for each call that may run at a time; shared by all clients of a desk.
    places: Arc<Semaphore>,
    /// Names that are masked wherever they stand.
    known: Arc<KnownNames>,
}

impl ChatClient {
    /// A client of an endpoint; `places` bounds how many calls run at a time.
    pub fn new(
        outbound: Outbound,
        endpoint: Endpoint,
        limits: ChatLimits,
        places: Arc<Semaphore>,
    ) -> Self {
        Self { place: Place::Server { outbound, endpoint }, limits, places, known: Arc::default() }
    }

    /// A client of a model in this process, asked in the same words and under the same mask.
    pub fn here(model: Gguf, limits: ChatLimits, places: Arc<Semaphore>) -> Self {
        Self { place: Place::Here(model), limits, places, known: Arc::default() }
    }

    /// The same client, which masks these names wherever they stand.
    pub fn knowing(self, known: Arc<KnownNames>) -> Self {
        Self { known, ..self }
    }

    /// Tokens of a question: counted where the model is here, else estimated.
    pub fn tokens(&self, completion: &Completion) -> u64 {
        let contents = completion.messages.iter().map(|message| message.content.as_str());
        match &self.place {
            Place::Server { .. } => contents.map(estimated_tokens).sum(),
            Place::Here(model) => contents.map(|content| model.tokens(content)).sum(),
        }
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
            .knowing(self.known.clone())
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
        let heard = match &self.place {
            Place::Server { outbound, endpoint } => {
                self.ask_server(outbound, endpoint, &masked, schema, said).await?
            }
            Place::Here(model) => self.ask_here(model, &masked, schema, said).await?,
        };
        let Heard { text, usage, finish, request_sha256, sent } = heard;
        match finish {
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
                let usage = usage.unwrap_or_else(|| Usage {
                    prompt_tokens: self.tokens(&masked),
                    completion_tokens: estimated_tokens(&text),
                    estimated: true,
                });
                Ok(Spoken { text, usage, request_sha256, sent, masked: mask.counts() })
            }
        }
    }

    async fn ask_server(
        &self,
        outbound: &Outbound,
        endpoint: &Endpoint,
        masked: &Completion,
        schema: Option<&Schema>,
        said: &mut (dyn FnMut(&str) + Send),
    ) -> Result<Heard, InferenceError> {
        let body = masked.body(endpoint.preset, schema);
        let (request_sha256, sent) = (sha256(&body), body.len() as u64);
        let request =
            endpoint.request("/chat/completions", Some(body))?.at_most(self.limits.most_bytes);
        outbound.check(&request)?;
        let _place = self.take_place(&masked.model).await?;
        let mut reading = Reading::default();
        outbound
            .stream(&request, &mut |arriving| match arriving {
                Arriving::Begin { content_type } => {
                    reading = Reading::of(content_type);
                    Ok(true)
                }
                Arriving::Bytes(bytes) => reading.take(bytes, said),
                Arriving::End => reading.end(said).map(|()| false),
            })
            .await?;
        let Reading { text, usage, finish, .. } = reading;
        Ok(Heard { text, usage, finish, request_sha256, sent })
    }

    /// The same question to a model in this process. The digest is of what a server would have been sent; nothing is sent.
    async fn ask_here(
        &self,
        model: &Gguf,
        masked: &Completion,
        schema: Option<&Schema>,
        said: &mut (dyn FnMut(&str) + Send),
    ) -> Result<Heard, InferenceError> {
        let request_sha256 = sha256(&masked.body(Preset::Gguf, schema));
        let grammar = schema.and_then(Schema::grammar);
        let _place = self.take_place(&masked.model).await?;
        let ask = Ask {
            messages: &masked.messages,
            temperature: masked.temperature.unwrap_or(0.0),
            most_tokens: masked.most_tokens,
            grammar: grammar.as_deref(),
        };
        let heard = model.say(ask, said).await?;
        let (usage, finish) = (Some(heard.usage), Some(heard.finish));
        Ok(Heard { text: heard.text, usage, finish, request_sha256, sent: 0 })
    }

    async fn take_place(&self, model: &str) -> Result<SemaphorePermit<'_>, InferenceError> {
        let place = self.places.acquire().await;
        place.map_err(|_| InferenceError::chat(model, "the program is ending"))
    }

    /// Whether the model can be held to `schema` while it speaks. A server that cannot says so when it is asked.
    pub(super) fn holds_to(&self, schema: &Schema) -> bool {
        match &self.place {
            Place::Server { .. } => true,
            Place::Here(_) => schema.grammar().is_some(),
        }
    }
}

/// What was said, wherever.
struct Heard {
    text: String,
    usage: Option<Usage>,
    finish: Option<Finish>,
    request_sha256: String,
    sent: u64,
}
