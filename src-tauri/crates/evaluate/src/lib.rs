//! Measures of the desk itself: what it does on texts whose answer is known, or known not to change.

pub mod consistency;
pub mod consultation;
mod error;
mod rate;
mod rehearsal;

pub use error::EvaluateError;
pub use rate::Rate;
pub use rehearsal::Rehearsal;
