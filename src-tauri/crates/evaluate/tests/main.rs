//! What evaluations report, through the crate's public API.

mod consistency;
mod patients;
