//! Rows that a person signed: their digest, and what it covers.

use sha2::{Digest, Sha256};
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use crate::owner::hex;

/// The SHA-256 of a row, each value preceded by its length. It ties a decision, a signature or a paper to
/// its entry in the audit log.
pub(crate) fn signed_digest(row: &SqliteRow) -> String {
    let mut digest = Sha256::new();
    for column in 0..row.len() {
        let value: &str = row.get(column);
        digest.update((value.len() as u64).to_be_bytes());
        digest.update(value);
    }
    hex(&digest.finalize())
}

/// Names and values of the columns that [`signed_digest`] covers.
pub(crate) fn signed_columns(row: &SqliteRow) -> Vec<(String, String)> {
    use sqlx::Column;
    let names = row.columns().iter().map(|column| column.name().to_owned());
    names.enumerate().map(|(at, name)| (name, row.get(at))).collect()
}
