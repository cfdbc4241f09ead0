//! What the engine promises about graphs, runs and restarts, through the crate's public API.

mod common;
mod engine;
mod graph;
mod restart;
