//! What the crate promises its clients, through its public API.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod typescript;
