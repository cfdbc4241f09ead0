//! Tests that every table and column of the schema is bound, or left out with a reason, and that changes
//! of bound values by plain SQL are found.
#![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::collections::BTreeSet;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Row, SqliteConnection};

use super::catalogue::{KINDS, Kind, Table, UNBOUND};
use crate::AuditFault;
use crate::Database;

/// A column with the value that every row of these tests has, and a different value.
struct Column {
    name: String,
    value: &'static str,
    other: &'static str,
}

async fn columns(connection: &mut SqliteConnection, table: &str) -> Vec<Column> {
    let sql = format!("SELECT name, type FROM pragma_table_info('{table}')");
    let rows = sqlx::query(AssertSqlSafe(sql)).fetch_all(connection).await.unwrap();
    let column = |row: &sqlx::sqlite::SqliteRow| {
        // One value for every text and number, so that every foreign key finds its row.
        let (value, other) = match row.get("type") {
            "TEXT" => ("'x'", "'y'"),
            "INTEGER" => ("1", "2"),
            "REAL" => ("1.5", "2.5"),
            "BLOB" => ("x'01'", "x'02'"),
            other => unreachable!("{other}"),
        };
        Column { name: row.get("name"), value, other }
    };
    rows.iter().map(column).collect()
}

/// A connection as any other program would open it.
async fn plain(db: &Database) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(db.dir().join("simui.db"));
    let options = options.foreign_keys(false).pragma("ignore_check_constraints", "ON");
    options.connect().await.unwrap()
}

/// Runs statements while the triggers that would refuse them are removed, and puts the triggers back.
async fn tamper(connection: &mut SqliteConnection, sql: &str) {
    let triggers = sqlx::query("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        .fetch_all(&mut *connection)
        .await
        .unwrap();
    let drop = |row: &sqlx::sqlite::SqliteRow| format!("DROP TRIGGER {};", row.get::<&str, _>(0));
    let make = |row: &sqlx::sqlite::SqliteRow| format!("{};", row.get::<&str, _>(1));
    let drops: String = triggers.iter().map(drop).collect();
    let makes: String = triggers.iter().map(make).collect();
    let sql = format!("BEGIN; {drops} {sql}; {makes} COMMIT");
    sqlx::raw_sql(AssertSqlSafe(sql)).execute(connection).await.unwrap();
}

async fn faults(db: &Database) -> Vec<AuditFault> {
    let report = db.audit_verify().await.unwrap();
    report.faults.into_iter().filter(|fault| fault.kind.is_of_records()).collect()
}

async fn assert_faultless(db: &Database, when: &str) {
    let found = faults(db).await;
    assert!(found.is_empty(), "{when}: {found:?}");
}

/// Checks that the change is found, and that the fault names the record and the table.
async fn assert_named(db: &Database, kind: &Kind, table: &Table, when: &str) {
    let found = faults(db).await;
    let named = found.iter().any(|fault| {
        let record = fault.record.as_ref();
        record.is_some_and(|record| record.kind == kind.name) && fault.message.contains(table.name)
    });
    assert!(named, "{when}: {found:?}");
}

/// A desk with one row in every bound table, written through the desk's own connection.
async fn desk_with_everything() -> (tempfile::TempDir, Database) {
    let dir = tempfile::tempdir().unwrap();
    let db = Database::open(dir.path()).await.unwrap();
    let mut write = db.write().await.unwrap();
    sqlx::raw_sql("PRAGMA defer_foreign_keys = ON").execute(&mut *write).await.unwrap();
    for table in KINDS.iter().flat_map(|kind| kind.tables) {
        let columns = columns(&mut write, table.name).await;
        let values: Vec<&str> = columns.iter().map(|column| column.value).collect();
        let sql = format!("INSERT OR IGNORE INTO {} VALUES ({})", table.name, values.join(", "));
        sqlx::query(AssertSqlSafe(sql)).execute(&mut *write).await.unwrap();
    }
    write.commit().await.unwrap();
    (dir, db)
}

#[tokio::test]
async fn every_table_and_column_is_bound_or_left_out_with_a_reason() {
    let dir = tempfile::tempdir().unwrap();
    let db = Database::open(dir.path()).await.unwrap();
    let mut connection = plain(&db).await;
    let tables: BTreeSet<String> =
        sqlx::query_scalar("SELECT name FROM sqlite_master WHERE type = 'table'")
            .fetch_all(&mut connection)
            .await
            .unwrap()
            .into_iter()
            .collect();
    let bound = KINDS.iter().flat_map(|kind| kind.tables).map(|table| table.name);
    let unbound = UNBOUND.iter().map(|(name, _)| *name).filter(|name| !name.contains('.'));
    let known: Vec<&str> = bound.chain(unbound).collect();
    let set: BTreeSet<String> = known.iter().map(|name| (*name).to_owned()).collect();
    assert_eq!(set.len(), known.len(), "a table stands twice");
    assert_eq!(tables, set, "bind new tables in catalogue.rs, or leave them out with a reason");
    assert!(UNBOUND.iter().all(|(_, reason)| reason.len() > 5));
    for table in KINDS.iter().flat_map(|kind| kind.tables) {
        let columns = columns(&mut connection, table.name).await;
        let there: BTreeSet<&str> = columns.iter().map(|column| column.name.as_str()).collect();
        let left_out = table.unbound.iter().map(|(name, _)| name);
        let known: BTreeSet<&str> = table.columns().chain(left_out.copied()).collect();
        assert_eq!(known.len(), table.columns().count() + table.unbound.len(), "{}", table.name);
        assert_eq!(there, known, "columns of {}", table.name);
        assert!(table.unbound.iter().all(|(_, reason)| reason.len() > 5), "{}", table.name);
    }
}

#[tokio::test]
async fn what_plain_sql_changes_adds_or_deletes_is_named() {
    let (_dir, db) = desk_with_everything().await;
    assert_faultless(&db, "as written").await;
    let mut connection = plain(&db).await;
    for kind in KINDS {
        for table in kind.tables {
            let name = table.name;
            let columns = columns(&mut connection, name).await;
            for Column { name: column, value, other } in &columns {
                // The desk's id is random.
                let value = if *value == "'x'" && name == "desk_identity" {
                    format!("'{}'", db.identity.id().unwrap())
                } else {
                    (*value).to_owned()
                };
                tamper(&mut connection, &format!("UPDATE {name} SET {column} = {other}")).await;
                let when = format!("{name}.{column} changed");
                match table.unbound.iter().any(|(free, _)| free == column) {
                    // A derived column, compared with the rows it is derived from.
                    true if column == "steps" => assert!(!faults(&db).await.is_empty(), "{when}"),
                    true => assert_faultless(&db, &when).await,
                    false => assert_named(&db, kind, table, &when).await,
                }
                tamper(&mut connection, &format!("UPDATE {name} SET {column} = {value}")).await;
            }
            let copy = format!("CREATE TEMP TABLE kept AS SELECT * FROM {name}");
            sqlx::raw_sql(AssertSqlSafe(copy)).execute(&mut connection).await.unwrap();
            tamper(&mut connection, &format!("DELETE FROM {name}")).await;
            assert_named(&db, kind, table, &format!("{name} deleted")).await;
            tamper(&mut connection, &format!("INSERT INTO {name} SELECT * FROM kept")).await;
            sqlx::raw_sql("DROP TABLE kept").execute(&mut connection).await.unwrap();
            let others: Vec<&str> = columns.iter().map(|column| column.other).collect();
            let insert = format!("INSERT INTO {name} VALUES ({})", others.join(", "));
            tamper(&mut connection, &insert).await;
            assert_named(&db, kind, table, &format!("a row added to {name}")).await;
            let (column, other) = (&columns[0].name, columns[0].other);
            tamper(&mut connection, &format!("DELETE FROM {name} WHERE {column} = {other}")).await;
        }
    }
    assert_faultless(&db, "put back").await;
}

#[tokio::test]
async fn the_record_log_and_its_index_are_checked_themselves() {
    for (sql, message) in [
        ("UPDATE record_log SET changes = replace(changes, '\"case\"', '\"cast\"')", "record log"),
        ("UPDATE record_log SET audit = 7 WHERE seq = 1", "record log"),
        ("DELETE FROM record_log WHERE seq = 1", "record log"),
        ("DELETE FROM record_log WHERE seq = (SELECT MAX(seq) FROM record_log)", "record log"),
        ("DELETE FROM record_log; DELETE FROM record_digests", "record log"),
        ("UPDATE record_digests SET digest = 'x' WHERE kind = 'case'", "record_digests"),
        ("DELETE FROM record_digests WHERE kind = 'paper'", "record_digests"),
        ("INSERT INTO record_digests VALUES ('case', 'z', 'z', 1, 1)", "record_digests"),
    ] {
        let (dir, db) = desk_with_everything().await;
        // The next process writes the head at the latest.
        drop(db);
        let db = Database::open(dir.path()).await.unwrap();
        tamper(&mut plain(&db).await, sql).await;
        for when in ["open", "opened again"] {
            let db = match when {
                "open" => db.clone(),
                _ => Database::open(dir.path()).await.unwrap(),
            };
            let found = faults(&db).await;
            assert!(
                found.iter().any(|it| it.message.contains(message)),
                "{sql} ({when}): {found:?}"
            );
        }
    }
}

#[tokio::test]
async fn parts_of_the_database_that_are_not_the_programs_are_named_and_nothing_is_written() {
    for (sql, message) in [
        (
            "CREATE TRIGGER helpful AFTER INSERT ON decisions BEGIN \
             UPDATE cases SET final_verdict = '허용'; END",
            "trigger helpful",
        ),
        ("CREATE TABLE notes (text TEXT)", "table notes"),
        ("CREATE VIEW notes AS SELECT 1", "view notes"),
        ("CREATE INDEX helpful ON cases (status)", "index helpful"),
        ("DROP INDEX cases_run", "index cases_run is gone"),
        ("DROP TRIGGER papers_are_not_changed", "trigger papers_are_not_changed is gone"),
        ("ALTER TABLE cases ADD COLUMN helpful TEXT", "table cases"),
        ("UPDATE _sqlx_migrations SET checksum = x'00' WHERE version = 3", "migration 3"),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let db = Database::open(dir.path()).await.unwrap();
        sqlx::raw_sql(sql).execute(&mut plain(&db).await).await.unwrap();
        let found = faults(&db).await;
        assert!(found.iter().any(|it| it.message.contains(message)), "{sql}: {found:?}");
        if message.starts_with("migration") {
            continue;
        }
        // Checked in the open desk, and by the next process.
        let error = db.finish_intake(&clock(), "a", "b", 1, "").await.unwrap_err().to_string();
        assert!(error.contains("바뀌었습니다"), "{sql}: {error}");
        let db = Database::open(dir.path()).await.unwrap();
        let error = db.finish_intake(&clock(), "a", "b", 1, "").await.unwrap_err().to_string();
        assert!(error.contains(message), "{sql}: {error}");
        assert!(!faults(&db).await.is_empty());
    }
}

fn clock() -> simui_domain::Clock {
    simui_domain::Clock::new(|| jiff::Timestamp::UNIX_EPOCH, |_| uuid::Uuid::nil())
}
