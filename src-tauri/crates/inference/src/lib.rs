//! Models and outbound calls: ONNX encoders and rerankers, chat models, the model registry, and all HTTP that
//! leaves the machine.
//!
//! [`registry`] lists known and installed models; [`onnx`] runs encoders and rerankers. [`chat`] asks chat
//! models, also in this process ([`gguf`]), with the texts of [`prompts`] and with personal identifiers
//! masked ([`masking`]). [`outbound`] is the only HTTP client, closed unless a [`outbound::Policy`] allows a
//! host; [`lawgokr`] fetches new versions of laws, [`datagokr`] drug data and [`websearch`] links through it.
//! [`keys`] stores keys in the system's keyring.

pub mod chat;
mod conversation;
pub mod datagokr;
mod digest;
mod element;
mod error;
mod fetched;
pub mod gguf;
pub mod keys;
pub mod lawgokr;
pub mod masking;
pub mod onnx;
pub mod outbound;
pub mod prompts;
pub mod registry;
pub mod websearch;

pub use digest::Digest;
pub use error::{DataFault, InferenceError, KeyFileFault, Refusal};
pub use fetched::Step;
