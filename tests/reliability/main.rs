//! Reliability campaigns: what the program acknowledged stays done, exactly once, even if it is
//! killed, its directory or disk disappears, the clock jumps, or somebody edits the database. Each
//! file is a campaign.
//!
//! `README.md` describes how to run the long campaign and how to read its results.
#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a test stops at the first surprise, and says what it skips"
)]

mod campaign;
mod clock;
#[path = "../cli/common/mod.rs"]
mod common;
mod consultations;
mod coverage;
mod decisions;
mod directory;
#[cfg(target_os = "linux")]
mod disk;
mod everything;
mod imports;
mod keys;
mod letters;
mod privileges;
mod reviews;
mod server;
mod tables;
mod tampering;
