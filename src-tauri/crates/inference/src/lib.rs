//! Models and the outside: ONNX encoders and rerankers, the model registry, and all HTTP that leaves the machine.
//!
//! [`registry`] says which models there are and which are installed; [`onnx`] runs them; [`outbound`] is the one
//! way out of the machine, closed unless a [`outbound::Policy`] opens it; [`keys`] are held by the operating
//! system's keyring; [`lawgokr`] fetches new versions of laws through `outbound`.

mod error;
pub mod keys;
pub mod lawgokr;
pub mod onnx;
pub mod outbound;
pub mod registry;

pub use error::InferenceError;
