//! Compares the tables, indexes, triggers and views of the database with those of this program.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};
use sqlx::{Connection, Row, SqliteConnection};
use tokio::runtime::Handle;
use tokio::sync::OnceCell;
use tokio::task::{JoinError, spawn_blocking};

use crate::StoreError;
use crate::schema::MIGRATIONS;

/// Definition of each part by its type and name, and the digest of each migration.
type Layout = BTreeMap<(String, String), String>;

async fn layout_of(connection: &mut SqliteConnection) -> Result<Layout, StoreError> {
    let parts = sqlx::query(
        "SELECT type, name, tbl_name || ': ' || COALESCE(sql, '') AS sql FROM main.sqlite_master \
         UNION ALL SELECT 'migration', CAST(version AS TEXT), success || hex(checksum) || description \
         FROM _sqlx_migrations",
    )
    .fetch_all(connection)
    .await?;
    Ok(parts.iter().map(|row| ((row.get("type"), row.get("name")), row.get("sql"))).collect())
}

/// The layout that the migrations create, built in memory once a process.
async fn expected() -> Result<&'static Layout, StoreError> {
    static EXPECTED: OnceCell<Layout> = OnceCell::const_new();
    // On a blocking thread, because the future of a migration cannot be shown to be `Send`.
    let runtime = Handle::current();
    EXPECTED
        .get_or_try_init(|| async {
            let made = spawn_blocking(move || runtime.block_on(made_in_memory())).await;
            match made.map_err(JoinError::try_into_panic) {
                Ok(layout) => layout,
                Err(Ok(panic)) => std::panic::resume_unwind(panic),
                // The runtime is shutting down.
                Err(Err(_)) => Err(sqlx::Error::PoolClosed.into()),
            }
        })
        .await
}

async fn made_in_memory() -> Result<Layout, StoreError> {
    let mut fresh = SqliteConnection::connect("sqlite::memory:").await?;
    MIGRATIONS.run(&mut fresh).await?;
    let layout = layout_of(&mut fresh).await?;
    fresh.close().await?;
    Ok(layout)
}

/// SHA-256 of the layout that the migrations create, so that a sound database is recognised without running
/// them. A test compares it with them.
const SOUND: &str = "115edcc2f48396a9ae8912ff61fc1bc6d108f6e1f7890284b6ccb56341e5e3fd";

/// SHA-256 of a layout: every part with its type, name and definition, each preceded by its length.
fn digest(layout: &Layout) -> String {
    let mut hash = Sha256::new();
    for ((part_type, name), definition) in layout {
        for text in [part_type, name, definition] {
            hash.update((text.len() as u64).to_be_bytes());
            hash.update(text);
        }
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The first differences between the layout of a database and that of this program, in words; `None` if
/// there are none.
pub(crate) async fn layout_fault(
    connection: &mut SqliteConnection,
) -> Result<Option<String>, StoreError> {
    let found = layout_of(connection).await?;
    if digest(&found) == SOUND {
        return Ok(None);
    }
    let expected = expected().await?;
    let mut words = Vec::new();
    for (part @ (part_type, name), definition) in &found {
        match expected.get(part) {
            None => words.push(format!("{part_type} {name} is none of the program's")),
            Some(other) if other != definition => {
                words.push(format!("{part_type} {name} is not what the program made"));
            }
            Some(_) => {}
        }
    }
    let gone = expected.keys().filter(|part| !found.contains_key(*part));
    words.extend(gone.map(|(part_type, name)| format!("{part_type} {name} is gone")));
    words.truncate(5);
    Ok((!words.is_empty()).then(|| words.join("; ")))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

    use super::*;

    #[tokio::test]
    async fn the_digest_is_that_of_the_migrations() {
        let layout = expected().await.unwrap();
        assert_eq!(digest(layout), SOUND, "write the new value here after adding a migration");
        let mut changed = layout.clone();
        changed.insert(("view".to_owned(), "other".to_owned()), String::new());
        assert_ne!(digest(&changed), SOUND);
    }
}
