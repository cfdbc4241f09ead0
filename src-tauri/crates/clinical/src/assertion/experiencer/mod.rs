//! Whose a concept is.

mod owner;
