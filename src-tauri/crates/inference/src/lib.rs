//! Models and the outside: ONNX encoders and rerankers, chat models, the model registry, and all HTTP that leaves the
//! machine.
//!
//! [`registry`] says which models there are and which are installed; [`onnx`] runs them; [`outbound`] is the one
//! way out of the machine, closed unless a [`outbound::Policy`] opens it; [`keys`] are held by the operating
//! system's keyring; [`chat`] asks chat models, also in this process ([`gguf`]), in the words of [`prompts`], with personal
//! identifiers masked ([`masking`]); [`lawgokr`] fetches new versions of laws and [`websearch`] links to pages, both through
//! `outbound`.

pub mod chat;
mod error;
pub mod gguf;
pub mod keys;
pub mod lawgokr;
pub mod masking;
pub mod onnx;
pub mod outbound;
pub mod prompts;
pub mod registry;
pub mod websearch;

pub use error::InferenceError;
