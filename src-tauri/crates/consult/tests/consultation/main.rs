//! Consultations over a handful of passages of our own: who is remembered, what is said first, why a turn ends, and that nobody is
//! told what is known of another.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod desk;
mod interleaved;
mod models;
mod turns;
