//! Finds mentions that are only supposed or asked about.

mod condition;
mod general;
