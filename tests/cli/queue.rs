//! Several reviewers on one desk, through the program.
#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod common;
