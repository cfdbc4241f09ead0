//! Access to a desk's database by plain SQL, as another program has it.

use std::path::Path;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Row, SqliteConnection};

pub fn wait<T>(work: impl std::future::Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(work)
}

/// Opens the database with every trigger dropped; returns the statements that create them again.
pub async fn raw(dir: &Path) -> (SqliteConnection, String) {
    let options = SqliteConnectOptions::new().filename(dir.join("simui.db")).foreign_keys(false);
    let options = options.pragma("ignore_check_constraints", "ON");
    let mut connection = options.connect().await.unwrap();
    let triggers = sqlx::query("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        .fetch_all(&mut connection)
        .await
        .unwrap();
    for row in &triggers {
        let drop = format!("DROP TRIGGER {}", row.get::<&str, _>("name"));
        sqlx::raw_sql(AssertSqlSafe(drop)).execute(&mut connection).await.unwrap();
    }
    let made = triggers.iter().map(|row| format!("{};", row.get::<&str, _>("sql"))).collect();
    (connection, made)
}

/// Creates the triggers again and closes the connection.
pub async fn put_back(mut connection: SqliteConnection, triggers: String) {
    sqlx::raw_sql(AssertSqlSafe(triggers)).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

/// Runs statements without triggers, so that nothing records them.
pub fn tamper(dir: &Path, sql: &str) {
    wait(async {
        let (mut connection, triggers) = raw(dir).await;
        sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).execute(&mut connection).await.unwrap();
        put_back(connection, triggers).await;
    });
}
