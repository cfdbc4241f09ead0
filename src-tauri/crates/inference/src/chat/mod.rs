//! Chat models: at servers with an OpenAI-compatible interface (OpenAI, Ollama, llama.cpp's server, vLLM, LM
//! Studio), or in this process ([`crate::gguf`]). Models get no tools: text goes in, text comes out.
//!
//! [`ChatClient::complete`] is the only way to call a model. It masks personal identifiers in every message,
//! goes through [`crate::outbound`], and limits time, bytes and concurrent calls. [`ChatClient::structured`]
//! requests an answer that follows a JSON schema and returns it only if it does.

mod client;
mod completion;
mod endpoint;
mod extract;
mod grammar;
mod incoming;
mod probe;
mod schema;
mod sse;
mod structured;
mod tokens;

pub use client::{ChatAnswer, ChatClient, ChatLimits};
pub use completion::Completion;
pub use endpoint::{Endpoint, Preset};
pub use grammar::grammar;
pub use probe::{Feature, Probe};
pub use schema::Schema;
pub use structured::Structured;
pub use tokens::estimated_tokens;

pub use crate::conversation::{Finish, Message, Speaker, Usage};
