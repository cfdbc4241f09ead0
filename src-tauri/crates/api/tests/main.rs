//! What the crate promises its clients, through its public API.

mod types_fresh;
