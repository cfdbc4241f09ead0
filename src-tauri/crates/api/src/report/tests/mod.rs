#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a test stops at the first surprise and says what it skips"
)]

mod fixture;
mod page;
mod paper;
