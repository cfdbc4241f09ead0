//! Measures the desk on reworded advertisements whose verdict must not change, on invented patients, and on
//! scripted consultations.

pub mod consistency;
pub mod consultation;
mod error;
pub mod patients;
mod rate;
mod rehearsal;

pub use error::EvaluateError;
pub use rate::Rate;
pub use rehearsal::Rehearsal;
