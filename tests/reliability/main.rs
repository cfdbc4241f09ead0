//! The program is killed at random moments of every operation that changes something, and must lose nothing that it said was
//! done, do nothing twice, and leave an audit log that holds.
//!
//! `README.md` says how to run the long campaign and how to read it.
#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a test stops at the first surprise, and says what it skips"
)]

mod campaign;
#[path = "../cli/common/mod.rs"]
mod common;
mod consultations;
mod coverage;
mod decisions;
mod imports;
mod keys;
mod letters;
mod reviews;
