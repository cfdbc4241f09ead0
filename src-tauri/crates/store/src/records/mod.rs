//! What binds the desk's rows to its audit log.
//!
//! The audit log says what people did; the record log says what the rows were made by it. Every transaction that changes a
//! bound row adds one entry to `record_log` in the same transaction: for each group of rows that it changed, the keyed digest of
//! the group as it stands now, or that it is gone. Which tables, columns and groups there are is the [`catalogue`]; which ones a
//! transaction changed is noted by SQLite itself, with triggers of the connection ([`pending`]), so that no statement can be
//! forgotten. The entries are a chain of HMACs like those of the audit log; each names the last entry of the other log, and
//! `audit.head` outside the database names the last entry of both.
//!
//! Verification ([`reconcile`]) folds the chain into the last digest of each group and compares it with the rows, both ways.

mod bind;
mod catalogue;
mod chain;
mod layout;
mod pending;
mod reconcile;
mod sql;
#[cfg(test)]
mod tests;
mod verified;

pub(crate) use bind::bind_touched;
pub(crate) use chain::Chain;
pub(crate) use layout::{layout_fault, layout_version};
pub(crate) use pending::{Pending, watch};
pub(crate) use reconcile::MOST_FAULTS;
pub use reconcile::RecordName;
pub(crate) use verified::Verified;

use sqlx::{AssertSqlSafe, SqliteConnection};

use crate::StoreError;

/// The record number under which a group stands since it last changed, as an SQL expression: what came first has the smaller one,
/// whatever the clock said. Rows of before the record log have the number of when they were bound.
pub(crate) fn recorded(kind: &str, group: &str) -> String {
    format!("(SELECT seq FROM record_digests WHERE kind = '{kind}' AND grp = {group})")
}

/// What of the database no check compares with the log: tables, and columns as `table.column`, each with the reason.
pub fn unbound() -> Vec<(String, &'static str)> {
    let mut all: Vec<(String, &'static str)> =
        catalogue::UNBOUND.iter().map(|(table, why)| ((*table).to_owned(), *why)).collect();
    for table in catalogue::KINDS.iter().flat_map(|kind| kind.tables) {
        let columns = table.unbound.iter();
        all.extend(columns.map(|(column, why)| (format!("{}.{column}", table.name), *why)));
    }
    all
}

/// Whether nothing is stored that is bound or audited: the database of a new desk.
pub(crate) async fn nothing_stored(connection: &mut SqliteConnection) -> Result<bool, StoreError> {
    let bound = catalogue::KINDS.iter().flat_map(|kind| kind.tables).map(|table| table.name);
    let tables = bound.chain(["audit_log", "record_log", "record_digests"]);
    let any = tables.map(|name| format!("EXISTS (SELECT 1 FROM {name})"));
    let sql = format!("SELECT NOT ({})", any.collect::<Vec<_>>().join(" OR "));
    Ok(sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(connection).await?)
}
