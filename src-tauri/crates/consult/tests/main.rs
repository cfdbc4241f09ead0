//! Whole consultations, their warnings and what is kept of earlier turns, through the crate's public API.

mod consultation;
mod earlier_values;
mod safety;
