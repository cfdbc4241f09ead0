//! The schema of the database, as the migrations make it.

use sqlx::migrate::Migrator;

/// The migrations of the schema, in order.
pub(crate) static MIGRATIONS: Migrator = sqlx::migrate!("../../../migrations/sqlite");
