//! Checks the invariants of ARCHITECTURE.md in manifests and sources.
//!
//! Every rule is a function from a tree to the list of violations. Each is run on this repository and on
//! a small tree that violates it, so that no rule can stop working unnoticed.
#![allow(clippy::expect_used, clippy::panic, reason = "a test stops at the first surprise")]

mod attributes;
mod circles;
mod determinism;
mod exclusive;
mod interface;
mod jobs;
mod language;
mod layers;
mod manifests;
mod migrations;
mod names;
mod shell;
mod sizes;
mod top_level;
mod traits;
mod tree;
