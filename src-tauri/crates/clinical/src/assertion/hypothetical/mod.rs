//! What is only supposed or asked.

mod condition;
