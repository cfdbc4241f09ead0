use std::collections::BTreeMap;
use std::sync::Arc;

use tokio::sync::{Semaphore, SemaphorePermit};

use super::completion::{Completion, sha256};
use super::endpoint::{Endpoint, Preset};
use super::incoming::IncomingAnswer;
use super::schema::Schema;
use super::tokens::estimated_tokens;
use crate::InferenceError;
use crate::conversation::{Finish, Message, Usage};
use crate::gguf::{Ask, Gguf};
use crate::masking::{Identifier, KnownNames, Mask};
use crate::outbound::{Arriving, Outbound};

/// Limits of a chat call in addition to [`crate::outbound::Limits`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChatLimits {
    /// Largest answer in bytes on the wire.
    pub most_bytes: u64,
    /// Longest request in characters of all messages.
    pub most_characters: usize,
}

impl Default for ChatLimits {
    fn default() -> Self {
        Self { most_bytes: 2 << 20, most_characters: 60_000 }
    }
}

/// Answer of a model with identifiers still masked.
#[derive(Debug, Clone, PartialEq)]
pub struct ChatAnswer {
    /// Text of the answer.
    pub text: String,
    /// Tokens of question and answer.
    pub usage: Usage,
    /// SHA-256 of the request's body in hexadecimal.
    pub request_sha256: String,
    /// Size of the request's body in bytes; 0 for a model in this process.
    pub sent: u64,
    /// Number of masked identifiers of each kind.
    pub masked: BTreeMap<Identifier, usize>,
}

/// Location of a model.
#[derive(Clone)]
pub(super) enum Backend {
    /// A server, called through [`Outbound`].
    Server { outbound: Outbound, endpoint: Endpoint },
    /// A model in this process.
    InProcess(Gguf),
}

/// Client of one endpoint, or of one model in this process.
#[derive(Clone)]
pub struct ChatClient {
    pub(super) backend: Backend,
    limits: ChatLimits,
    /// Permits for concurrent calls, shared by all clients of a desk.
    permits: Arc<Semaphore>,
    /// Names that are masked wherever they occur.
    known: Arc<KnownNames>,
}

impl ChatClient {
    /// Makes a client of an endpoint; `permits` limits the number of concurrent calls.
    pub fn new(
        outbound: Outbound,
        endpoint: Endpoint,
        limits: ChatLimits,
        permits: Arc<Semaphore>,
    ) -> Self {
        Self {
            backend: Backend::Server { outbound, endpoint },
            limits,
            permits,
            known: Arc::default(),
        }
    }

    /// Makes a client of a model in this process, with the same prompts and masking.
    pub fn in_process(model: Gguf, limits: ChatLimits, permits: Arc<Semaphore>) -> Self {
        Self { backend: Backend::InProcess(model), limits, permits, known: Arc::default() }
    }

    /// Returns the client with names that are masked wherever they occur.
    pub fn with_known_names(self, known: Arc<KnownNames>) -> Self {
        Self { known, ..self }
    }

    /// Returns the tokens of a question: counted for a model in this process, else estimated.
    pub fn tokens(&self, completion: &Completion) -> u64 {
        let contents = completion.messages.iter().map(|message| message.content.as_str());
        match &self.backend {
            Backend::Server { .. } => contents.map(estimated_tokens).sum(),
            Backend::InProcess(model) => contents.map(|content| model.tokens(content)).sum(),
        }
    }

    /// Asks the model and returns the complete answer with identifiers restored. `on_piece` receives each
    /// piece as it arrives, with placeholders. Drop the future to cancel.
    ///
    /// # Errors
    /// The errors of [`Outbound::fetch`]; [`InferenceError::Chat`] for a refusal, an answer that was cut off,
    /// or a request that is too long.
    pub async fn complete(
        &self,
        completion: &Completion,
        on_piece: &mut (dyn FnMut(&str) + Send),
    ) -> Result<ChatAnswer, InferenceError> {
        let mut mask = self.mask(completion);
        let spoken = self.exchange(completion, None, &mut mask, on_piece).await?;
        Ok(ChatAnswer { text: mask.restore(&spoken.text), ..spoken })
    }

    /// Makes a mask for all messages.
    pub(super) fn mask(&self, completion: &Completion) -> Mask {
        Mask::over(completion.messages.iter().map(|message| message.content.as_str()))
            .with_known_names(self.known.clone())
    }

    /// Makes one call: masks the messages, sends them, and reads the complete answer.
    pub(super) async fn exchange(
        &self,
        completion: &Completion,
        schema: Option<&Schema>,
        mask: &mut Mask,
        on_piece: &mut (dyn FnMut(&str) + Send),
    ) -> Result<ChatAnswer, InferenceError> {
        let model = &completion.model;
        // Checked before masking, so that a hostile long text cannot block the desk.
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
        let raw = match &self.backend {
            Backend::Server { outbound, endpoint } => {
                self.ask_server(outbound, endpoint, &masked, schema, on_piece).await?
            }
            Backend::InProcess(model) => {
                self.ask_in_process(model, &masked, schema, on_piece).await?
            }
        };
        let RawAnswer { text, usage, finish, request_sha256, sent } = raw;
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
                Ok(ChatAnswer { text, usage, request_sha256, sent, masked: mask.counts() })
            }
        }
    }

    async fn ask_server(
        &self,
        outbound: &Outbound,
        endpoint: &Endpoint,
        masked: &Completion,
        schema: Option<&Schema>,
        on_piece: &mut (dyn FnMut(&str) + Send),
    ) -> Result<RawAnswer, InferenceError> {
        let body = masked.body(endpoint.preset, schema);
        let (request_sha256, sent) = (sha256(&body), body.len() as u64);
        let request =
            endpoint.request("/chat/completions", Some(body))?.at_most(self.limits.most_bytes);
        outbound.check(&request)?;
        let _permit = self.take_permit(&masked.model).await?;
        let mut reading = IncomingAnswer::default();
        outbound
            .stream(&request, &mut |arriving| match arriving {
                Arriving::Begin { content_type } => {
                    reading = IncomingAnswer::of(content_type);
                    Ok(true)
                }
                Arriving::Bytes(bytes) => reading.take(bytes, on_piece),
                Arriving::End => reading.end(on_piece).map(|()| false),
            })
            .await?;
        let IncomingAnswer { text, usage, finish, .. } = reading;
        Ok(RawAnswer { text, usage, finish, request_sha256, sent })
    }

    /// Asks a model in this process. The digest is that of the body that a server would have received.
    async fn ask_in_process(
        &self,
        model: &Gguf,
        masked: &Completion,
        schema: Option<&Schema>,
        on_piece: &mut (dyn FnMut(&str) + Send),
    ) -> Result<RawAnswer, InferenceError> {
        let request_sha256 = sha256(&masked.body(Preset::Gguf, schema));
        let grammar = schema.and_then(Schema::grammar);
        let _permit = self.take_permit(&masked.model).await?;
        let ask = Ask {
            messages: &masked.messages,
            temperature: masked.temperature.unwrap_or(0.0),
            most_tokens: masked.most_tokens,
            grammar: grammar.as_deref(),
        };
        let raw = model.complete(ask, on_piece).await?;
        let (usage, finish) = (Some(raw.usage), Some(raw.finish));
        Ok(RawAnswer { text: raw.text, usage, finish, request_sha256, sent: 0 })
    }

    async fn take_permit(&self, model: &str) -> Result<SemaphorePermit<'_>, InferenceError> {
        let permit = self.permits.acquire().await;
        permit.map_err(|_| InferenceError::chat(model, "the program is ending"))
    }

    /// Returns whether `schema` can be enforced while the model answers. Assumed for a server, which reports
    /// an unknown option when called.
    pub(super) fn holds_to(&self, schema: &Schema) -> bool {
        match &self.backend {
            Backend::Server { .. } => true,
            Backend::InProcess(_) => schema.grammar().is_some(),
        }
    }
}

/// Answer of a server or of a model in this process.
struct RawAnswer {
    text: String,
    usage: Option<Usage>,
    finish: Option<Finish>,
    request_sha256: String,
    sent: u64,
}
