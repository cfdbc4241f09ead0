//! Checks that everything that is read can be stored, because a document that the database rejects would end
//! a whole import.

use simui_corpus::Readings;
use simui_store::Database;
use tempfile::TempDir;
use tokio::runtime::Runtime;

use super::common::clock;

/// A temporary database.
pub struct Store {
    runtime: Runtime,
    database: Database,
    _dir: TempDir,
}

impl Store {
    pub fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let database = runtime.block_on(Database::open(dir.path())).unwrap();
        Self { runtime, database, _dir: dir }
    }

    pub fn save(&self, readings: &Readings) -> Option<String> {
        let now = clock().now();
        let save = async {
            for reading in readings.readings.iter().take(20) {
                self.database.save_document(&reading.imported, now).await?;
                self.database.save_technologies(&reading.technologies, now).await?;
            }
            Ok::<(), simui_store::StoreError>(())
        };
        self.runtime.block_on(save).err().map(|error| format!("not stored: {error}"))
    }
}
