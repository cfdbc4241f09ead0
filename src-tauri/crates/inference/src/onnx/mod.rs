//! Runs ONNX encoders and cross-encoders; the library of ONNX Runtime is loaded if it is installed.

mod batch;
mod cross_encoder;
mod encoder;
mod graph;
mod library;
mod provider;
mod runtime;
mod tokens;

pub use cross_encoder::{CrossEncoder, EarlyStop, Limits, Scores};
pub use encoder::{Encoder, Side};
pub use library::LibrarySearch;
pub use provider::{Choice, Provider, Trial};
pub use runtime::{Computation, Runtime};
