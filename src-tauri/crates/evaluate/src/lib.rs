//! Measures of the desk itself: what it does on texts whose answer is known, or known not to change; and the people who say them.

pub mod consistency;
pub mod consultation;
mod error;
pub mod patients;
mod rate;
mod rehearsal;

pub use error::EvaluateError;
pub use rate::Rate;
pub use rehearsal::Rehearsal;
