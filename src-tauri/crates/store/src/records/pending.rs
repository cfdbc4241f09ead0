//! The changes of a transaction, and the ends of the logs that they are added to.

use std::collections::BTreeMap;

use sqlx::{Executor, Row, SqliteConnection};

use super::catalogue::{KINDS, Kind, kind};
use crate::StoreError;
use crate::anchor::Head;
use crate::columns::json_from;

/// Sets up the list of touched groups, and a trigger that stores the last digest of each group with every
/// entry of the record log and then empties the list.
const SETUP: &str = "
PRAGMA temp_store = MEMORY;
CREATE TEMP TABLE touched (kind TEXT NOT NULL, grp TEXT, changed INTEGER NOT NULL);
CREATE TEMP TRIGGER bound AFTER INSERT ON main.record_log BEGIN
    INSERT INTO record_digests (kind, grp, digest, rows, seq)
        SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, NEW.seq FROM json_each(NEW.changes)
        WHERE value ->> 2 IS NOT NULL
        ON CONFLICT (kind, grp) DO UPDATE
        SET digest = excluded.digest, rows = excluded.rows, seq = excluded.seq;
    DELETE FROM record_digests WHERE (kind, grp) IN
        (SELECT value ->> 0, value ->> 1 FROM json_each(NEW.changes) WHERE value ->> 2 IS NULL);
    DELETE FROM touched;
END;
";

/// Makes a new writing connection note every bound row that any of its statements changes, including
/// changes through foreign keys. The triggers belong to the connection: they are not in the file, and
/// nothing else can use or remove them.
pub(crate) async fn watch(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let mut sql = String::from(SETUP);
    for kind in KINDS {
        for table in kind.tables {
            sql += &table.triggers(kind.name);
        }
    }
    connection.execute(sqlx::raw_sql(sqlx::AssertSqlSafe(sql))).await?;
    Ok(())
}

/// The groups of one kind that a transaction changed, each with whether it did more than add rows.
pub(super) type Touched = BTreeMap<String, bool>;

/// A transaction that is about to be committed, and the marks of the database that it is in.
#[derive(Debug)]
pub(crate) struct Pending {
    /// The desk's id in this database.
    pub desk: Option<String>,
    /// The schema version, see [`super::layout_version`].
    pub layout: i64,
    /// Whether the anchored head of the record log is an entry of it.
    pub anchored: bool,
    /// The last entries of both logs.
    pub(super) ends: Ends,
    /// The changed groups, by kind.
    pub(super) touched: Vec<(&'static Kind, Touched)>,
}

/// The last entries of both logs, as a transaction sees them.
#[derive(Debug, Clone)]
pub(super) struct Ends {
    pub records: Head,
    pub audit: u64,
    pub audit_mac: Option<String>,
}

impl Pending {
    /// Reads the changes since the transaction last bound something, in a single statement because
    /// reviews wait for each. `anchored` is the head of the record log outside the database.
    pub async fn read(
        tx: &mut SqliteConnection,
        anchored: Option<&Head>,
    ) -> Result<Self, StoreError> {
        let row = sqlx::query(
            "SELECT (SELECT id FROM desk_identity) AS desk, \
             (SELECT schema_version FROM pragma_schema_version) AS layout, \
             (SELECT mac FROM record_log WHERE seq = ?1) AS anchored_mac, \
             (SELECT MAX(seq) FROM record_log) AS seq, \
             (SELECT mac FROM record_log ORDER BY seq DESC LIMIT 1) AS mac, \
             (SELECT MAX(seq) FROM audit_log) AS audit, \
             (SELECT mac FROM audit_log ORDER BY seq DESC LIMIT 1) AS audit_mac, \
             (SELECT json_group_array(json_array(kind, grp, changed)) FROM \
             (SELECT kind, grp, MAX(changed) AS changed FROM temp.touched \
             WHERE grp IS NOT NULL GROUP BY kind, grp)) AS touched",
        )
        .bind(anchored.map_or(0, |head| head.seq).cast_signed())
        .fetch_one(tx)
        .await?;
        let records = match row.get::<Option<i64>, _>("seq") {
            Some(seq) => Head { seq: seq.unsigned_abs(), mac: row.get("mac") },
            None => Head::genesis(),
        };
        let audit = row.get::<Option<i64>, _>("audit").unwrap_or(0).unsigned_abs();
        Ok(Self {
            desk: row.get("desk"),
            layout: row.get("layout"),
            anchored: anchored.is_none_or(|head| {
                head.seq == 0 || row.get::<Option<&str>, _>("anchored_mac") == Some(&head.mac)
            }),
            ends: Ends { records, audit, audit_mac: row.get("audit_mac") },
            touched: by_kind(json_from("temp.touched", row.get("touched"))?),
        })
    }
}

/// Kind and group, and whether the transaction did more than add rows. A row whose group can no longer be
/// found was deleted with its group, which is noted as well.
type TouchedText = (String, String, u8);

fn by_kind(rows: Vec<TouchedText>) -> Vec<(&'static Kind, Touched)> {
    let mut groups: BTreeMap<String, Touched> = BTreeMap::new();
    for (kind, group, changed) in rows {
        groups.entry(kind).or_default().insert(group, changed > 0);
    }
    let known = |(name, groups): (String, Touched)| Some((kind(&name)?, groups));
    groups.into_iter().filter_map(known).collect()
}
