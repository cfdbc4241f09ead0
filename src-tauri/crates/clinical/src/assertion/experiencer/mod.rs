//! Finds the person a mention belongs to.

mod owner;
