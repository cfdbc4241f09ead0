//! The schema of the database, as the migrations make it.

use std::sync::LazyLock;

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// The migrations of the schema, in order: number, name and SQL. The build script writes the table: sqlx's
/// own macro would compile SQLite a second time, for the compiler.
const STEPS: &[(i64, &str, &str)] = &include!(concat!(env!("OUT_DIR"), "/migrations.rs"));

/// The migrations of the schema, in order.
pub(crate) static MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| {
    let step = |(number, name, sql): &(i64, &'static str, &'static str)| {
        let sql = sql.into_sql_str();
        Migration::new(*number, (*name).into(), MigrationType::Simple, sql, false)
    };
    Migrator::with_migrations(STEPS.iter().map(step).collect())
});
