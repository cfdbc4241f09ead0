//! Tests of the public interface: a real ONNX Runtime if it is available, and a real HTTP server on loopback.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "a test stops at what it did not expect, and says why it is skipped"
)]

mod chat;
mod datagokr;
mod download;
mod encoder;
mod fixture;
mod gguf;
mod grammar;
mod keys;
mod lawgokr;
mod masking;
mod masking_spellings;
mod models;
mod outbound;
mod registry;
mod reranker;
mod websearch;
