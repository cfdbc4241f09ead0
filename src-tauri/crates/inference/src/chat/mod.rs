//! Chat models: behind the OpenAI-compatible protocol (OpenAI, Ollama, llama.cpp's server, vLLM, LM Studio and what speaks
//! like them), or in this process ([`crate::gguf`]). Without tools: a model is told something and says something.
//!
//! [`ChatClient::say`] is the only way to a model. It masks personal identifiers in every message, goes through
//! [`crate::outbound`], and bounds time, bytes and the number of calls at once. [`ChatClient::structured`] asks for an
//! answer of a JSON schema and hands out only what fits it.

mod client;
mod completion;
mod endpoint;
mod extract;
mod grammar;
mod probe;
mod reading;
mod schema;
mod sse;
mod structured;
mod tokens;

pub use client::{ChatClient, ChatLimits, Spoken};
pub use completion::{Completion, Message, Speaker};
pub use endpoint::{Endpoint, Preset};
pub use grammar::grammar;
pub use probe::{Feature, Probe};
pub use reading::{Finish, Usage};
pub use schema::Schema;
pub use structured::Structured;
pub use tokens::estimated_tokens;
