//! The truth of a desk: one SQLite database in its data directory.
//!
//! One writer connection, many readers; write-ahead logging; foreign keys on. Two processes on one
//! data directory are safe: writers queue on SQLite's own lock.

mod corpus;
mod database;
mod error;

pub use corpus::{ChunkRow, ImportedDocument, Saved};
pub use database::Database;
pub use error::StoreError;
