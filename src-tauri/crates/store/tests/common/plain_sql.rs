//! Access to the database as any other program has it.

use std::path::Path;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Row, SqliteConnection};

pub async fn raw(dir: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(dir.join("simui.db"));
    options.foreign_keys(false).connect().await.unwrap()
}

/// Drops all triggers and returns the statements that create them again.
pub async fn triggers_dropped(connection: &mut SqliteConnection) -> String {
    let triggers = sqlx::query("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        .fetch_all(&mut *connection)
        .await
        .unwrap();
    for row in &triggers {
        let drop = format!("DROP TRIGGER {}", row.get::<&str, _>("name"));
        sqlx::raw_sql(AssertSqlSafe(drop)).execute(&mut *connection).await.unwrap();
    }
    triggers.iter().map(|row| format!("{};", row.get::<&str, _>("sql"))).collect()
}

/// Runs statements while all triggers are removed, and puts the triggers back, so that only the rows show
/// the change.
pub async fn tamper(dir: &Path, sql: &'static str) {
    let mut connection = raw(dir).await;
    let triggers = triggers_dropped(&mut connection).await;
    sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(triggers)).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}
