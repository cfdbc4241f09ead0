//! Consultations over sixteen passages: what is remembered, what comes first, why a turn ends, and that
//! nothing of one patient reaches another.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod desk;
mod interleaved;
mod models;
mod persons;
mod turns;
