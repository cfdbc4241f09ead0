//! The invariants of ARCHITECTURE.md, read off manifests and sources.
//!
//! Every rule is a function from a tree to the list of what breaks it. Each is run on this repository
//! and on a small tree that breaks it, so that no rule can quietly stop seeing anything.
#![allow(clippy::expect_used, clippy::panic, reason = "a test stops at the first surprise")]

mod attributes;
mod circles;
mod determinism;
mod exclusive;
mod interface;
mod layers;
mod manifests;
mod migrations;
mod names;
mod shell;
mod sizes;
mod top_level;
mod traits;
mod tree;
