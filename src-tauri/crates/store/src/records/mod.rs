//! Binds the desk's rows to its audit log.
//!
//! The audit log records what people did; the record log records what the rows became. Every transaction
//! that changes a bound row adds one entry to `record_log` in the same transaction: for each changed
//! group of rows, the keyed digest of its current state, or that it was deleted. The [`catalogue`] lists
//! tables, columns and groups. SQLite itself notes the groups that a transaction changes, with triggers
//! of the connection ([`pending`]), so that no statement can be forgotten. The entries are a chain of
//! HMACs like those of the audit log. Each names the last entry of the other log, and `audit.head`
//! outside the database names the last entry of both.
//!
//! [`crate::verification`] folds the chain into the last digest of each group and compares these
//! with the rows in both directions.

mod bind;
mod catalogue;
mod chain;
mod layout;
mod pending;
mod sql;
#[cfg(test)]
mod tests;

pub(crate) use bind::{GroupState, append, bind_touched, definition, group_states};
pub(crate) use catalogue::{KINDS, Kind, kind};
pub(crate) use chain::{Chain, Change, DEFINITION, Groups, Last};
pub(crate) use layout::layout_fault;
pub(crate) use pending::{Pending, watch};

use sqlx::{AssertSqlSafe, SqliteConnection};

use crate::StoreError;

/// SQL expression for the number of the entry in which a group last changed. Earlier changes have smaller
/// numbers, whatever the clock said. Rows older than the record log have the number of the entry that
/// bound them.
pub(crate) fn recorded(kind: &str, group: &str) -> String {
    format!("(SELECT seq FROM record_digests WHERE kind = '{kind}' AND grp = {group})")
}

/// Tables, and columns as `table.column`, that are not compared with the log, each with the reason.
pub fn unbound() -> Vec<(String, &'static str)> {
    let mut all: Vec<(String, &'static str)> =
        catalogue::UNBOUND.iter().map(|(table, why)| ((*table).to_owned(), *why)).collect();
    for table in catalogue::KINDS.iter().flat_map(|kind| kind.tables) {
        let columns = table.unbound.iter();
        all.extend(columns.map(|(column, why)| (format!("{}.{column}", table.name), *why)));
    }
    all
}

/// Whether no bound or audited row is stored: the database of a new desk.
pub(crate) async fn nothing_stored(connection: &mut SqliteConnection) -> Result<bool, StoreError> {
    let bound = catalogue::KINDS.iter().flat_map(|kind| kind.tables).map(|table| table.name);
    let tables = bound.chain(["audit_log", "record_log", "record_digests"]);
    let any = tables.map(|name| format!("EXISTS (SELECT 1 FROM {name})"));
    let sql = format!("SELECT NOT ({})", any.collect::<Vec<_>>().join(" OR "));
    Ok(sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(connection).await?)
}
