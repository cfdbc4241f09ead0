//! Which groups a transaction changes.

use std::collections::BTreeMap;

use sqlx::{Executor, Row, SqliteConnection};

use super::catalogue::{KINDS, Kind, kind};
use crate::StoreError;

/// Makes a new writing connection note every bound row that it changes, by whatever statement, a foreign key's among them. The
/// triggers are the connection's own: they are not in the file, and nothing else can use or lose them.
pub(crate) async fn watch(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let mut sql = String::from(
        "PRAGMA temp_store = MEMORY; CREATE TEMP TABLE touched \
         (kind TEXT NOT NULL, grp TEXT, changed INTEGER NOT NULL);\n",
    );
    for kind in KINDS {
        for table in kind.tables {
            sql += &table.triggers(kind.name);
        }
    }
    connection.execute(sqlx::raw_sql(sqlx::AssertSqlSafe(sql))).await?;
    Ok(())
}

/// The groups of one kind that a transaction has touched, each with whether it did more than add rows.
pub(super) type Touched = BTreeMap<String, bool>;

/// The groups that this transaction has changed so far, by kind, and forgets them.
pub(super) async fn take(
    tx: &mut SqliteConnection,
) -> Result<Vec<(&'static Kind, Touched)>, StoreError> {
    let rows =
        sqlx::query("DELETE FROM temp.touched RETURNING kind, grp, changed").fetch_all(tx).await?;
    let mut groups: BTreeMap<String, Touched> = BTreeMap::new();
    for row in &rows {
        // A row whose group is not known any more went with its group, which is noted as well.
        if let Some(group) = row.get("grp") {
            let changed = groups.entry(row.get("kind")).or_default().entry(group).or_default();
            *changed |= row.get::<bool, _>("changed");
        }
    }
    let known = |(name, groups): (String, Touched)| Some((kind(&name)?, groups));
    Ok(groups.into_iter().filter_map(known).collect())
}
