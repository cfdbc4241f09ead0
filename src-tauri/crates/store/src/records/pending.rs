//! The changes of a transaction, and the ends of the logs that they are added to.

use std::collections::BTreeMap;

use futures::TryStreamExt;
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, Either, Executor, Row, SqliteConnection};

use super::bind::{BodiesRead, GroupStates, states_query};
use super::catalogue::{KINDS, Kind, kind};
use super::sql::Selection;
use crate::StoreError;
use crate::anchor::{Anchor, Head};
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
    /// SQLite's schema version, which every change of the layout raises.
    pub layout: i64,
    /// Whether the anchored head of the record log is an entry of it.
    pub anchored: bool,
    /// The last entries of both logs.
    pub(crate) ends: Ends,
    /// The changed groups, by kind.
    pub(super) touched: Vec<(&'static Kind, Touched)>,
    /// The kinds that were expected to have changed, and the states of their changed groups.
    read_along: Option<(Vec<&'static Kind>, GroupStates)>,
}

/// The last entries of both logs, as a transaction sees them.
#[derive(Debug, Clone)]
pub(crate) struct Ends {
    pub records: Head,
    pub audit: u64,
    pub audit_mac: Option<String>,
}

/// The marks of the database, the ends of both logs, and the touched groups. `?1` is the number of the
/// anchored entry of the record log.
const MARKS: &str = "\
    SELECT (SELECT id FROM desk_identity) AS desk, \
    (SELECT schema_version FROM pragma_schema_version) AS layout, \
    (SELECT mac FROM record_log WHERE seq = ?1) AS anchored_mac, \
    (SELECT MAX(seq) FROM record_log) AS seq, \
    (SELECT mac FROM record_log ORDER BY seq DESC LIMIT 1) AS mac, \
    (SELECT MAX(seq) FROM audit_log) AS audit, \
    (SELECT mac FROM audit_log ORDER BY seq DESC LIMIT 1) AS audit_mac, \
    (SELECT json_group_array(json_array(kind, grp, changed)) FROM \
    (SELECT kind, grp, MAX(changed) AS changed FROM temp.touched \
    WHERE grp IS NOT NULL GROUP BY kind, grp)) AS touched";

impl Pending {
    /// Reads the changes since the transaction last bound something. Reviews wait for this at every step, so
    /// the states of changed groups of the kinds in `expected` are read along, in one call.
    pub async fn read(
        tx: &mut SqliteConnection,
        anchor: &Anchor,
        expected: &[&str],
    ) -> Result<Self, StoreError> {
        let anchored = anchor.anchored_records();
        let expected: Vec<&'static Kind> = expected.iter().filter_map(|name| kind(name)).collect();
        let sql = match expected.is_empty() {
            true => MARKS.to_owned(),
            false => format!("{MARKS}; {}", states_query(&expected, Selection::Touched)),
        };
        let query = sqlx::query(AssertSqlSafe(sql))
            .bind(anchored.as_ref().map_or(0, |head| head.seq).cast_signed());
        let (mut marks, mut bodies) = (None, BodiesRead::default());
        let mut results = tx.fetch_many(query);
        while let Some(result) = results.try_next().await? {
            match (result, &marks) {
                (Either::Right(row), None) => marks = Some(row),
                (Either::Right(row), Some(_)) => bodies.add(&row),
                // The end of a statement.
                (Either::Left(_), _) => {}
            }
        }
        let marks = marks.ok_or(sqlx::Error::RowNotFound)?;
        let read_along = match expected.is_empty() {
            true => None,
            false => Some((expected.clone(), bodies.into_states(anchor, &expected)?)),
        };
        Self::from_marks(&marks, anchored.as_ref(), read_along)
    }

    fn from_marks(
        row: &SqliteRow,
        anchored: Option<&Head>,
        read_along: Option<(Vec<&'static Kind>, GroupStates)>,
    ) -> Result<Self, StoreError> {
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
            read_along,
        })
    }

    /// The states of the changed groups of these kinds, if they were read along.
    pub(super) fn states(&self, kinds: &[&'static Kind]) -> Option<&GroupStates> {
        let (read, states) = self.read_along.as_ref()?;
        let is_read = |kind: &&Kind| read.iter().any(|known| known.name == kind.name);
        kinds.iter().all(is_read).then_some(states)
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
