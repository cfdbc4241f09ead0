//! Binding what a transaction changed, and once what stood before there was a record log.

use std::collections::HashMap;

use futures::TryStreamExt;
use jiff::Timestamp;
use serde_json::json;
use sha2::{Digest, Sha256};
use sqlx::{AssertSqlSafe, Row, SqliteConnection, SqlitePool};

use super::catalogue::{KINDS, Kind};
use super::chain::{Chain, Change, DEFINITION, mac_of};
use super::touched;
use crate::anchor::{Anchor, Head};
use crate::audit::Entry;
use crate::columns::{corrupt, json_text};
use crate::{Database, StoreError};

/// Changes in one entry at most: an import of a whole library is several entries of one transaction.
const CHANGES: usize = 2000;

/// The rows of a group: how many they are in all its tables, and their keyed digest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Standing {
    pub digest: String,
    pub rows: u64,
}

/// The groups of a kind as they stand: those of a JSON array of groups, or all. Groups without rows are not among them.
pub(super) async fn standing(
    connection: &mut SqliteConnection,
    anchor: &Anchor,
    kind: &Kind,
    only: Option<&str>,
) -> Result<HashMap<String, Standing>, StoreError> {
    let none = (0, <[u8; 32]>::default());
    let mut bodies: HashMap<String, Vec<(u64, [u8; 32])>> = HashMap::new();
    for (at, table) in kind.tables.iter().enumerate() {
        let mut query = sqlx::query(AssertSqlSafe(table.query(only.is_some())));
        if let Some(groups) = only {
            query = query.bind(groups);
        }
        let mut rows = query.fetch(&mut *connection);
        while let Some(row) = rows.try_next().await? {
            let group: Option<String> = row.get("grp");
            let body: Option<&[u8]> = row.get("body");
            let parts = bodies.entry(group.unwrap_or_default()).or_default();
            parts.resize(at, none);
            let digest = Sha256::digest(body.unwrap_or_default()).into();
            parts.push((row.get::<i64, _>("rows").unsigned_abs(), digest));
        }
    }
    let mut standing = HashMap::with_capacity(bodies.len());
    for (group, mut parts) in bodies {
        parts.resize(kind.tables.len(), none);
        let rows = parts.iter().map(|(rows, _)| rows).sum();
        let mut fields = vec![b"simui record 1".to_vec(), kind.name.into(), group.clone().into()];
        for (rows, body) in parts {
            fields.push(rows.to_be_bytes().to_vec());
            fields.push(body.to_vec());
        }
        let lent: Vec<&[u8]> = fields.iter().map(Vec::as_slice).collect();
        standing.insert(group, Standing { digest: anchor.mac(&lent)?, rows });
    }
    Ok(standing)
}

/// Binds every group that this transaction has changed since this was last called; the new head of the record log, if anything
/// was. `before` shows the database as it is without this transaction, whose caller holds the write lock.
///
/// What somebody else had changed is not bound with it: the transaction is refused where a group that it leaves standing was not
/// what the record log says.
pub(crate) async fn bind_touched(
    tx: &mut SqliteConnection,
    anchor: &Anchor,
    before: &SqlitePool,
) -> Result<Option<Head>, StoreError> {
    let mut changes = Vec::new();
    for (kind, groups) in touched::take(tx).await? {
        let names: Vec<&String> = groups.keys().collect();
        let mut now = standing(tx, anchor, kind, Some(&json_text(&names)?)).await?;
        let grown = |group: &&String| kind.of_one_row && groups.get(*group) == Some(&false);
        let to_check = names.iter().copied().filter(|it| now.contains_key(*it) && !grown(it));
        refuse_tampered(tx, anchor, before, kind, to_check.collect()).await?;
        for group in groups.into_keys() {
            let stands = now.remove(&group);
            changes.push(Change::new(kind.name, group, stands));
        }
    }
    append(tx, anchor, &changes).await
}

/// Refuses where a group was not what the record log says, before this transaction changed it.
async fn refuse_tampered(
    tx: &mut SqliteConnection,
    anchor: &Anchor,
    before: &SqlitePool,
    kind: &Kind,
    groups: Vec<&String>,
) -> Result<(), StoreError> {
    if groups.is_empty() {
        return Ok(());
    }
    let list = json_text(&groups)?;
    let rows = sqlx::query(
        "SELECT grp, digest FROM record_digests WHERE kind = ? \
         AND grp IN (SELECT value FROM json_each(?))",
    )
    .bind(kind.name)
    .bind(&list)
    .fetch_all(tx)
    .await?;
    let bound: HashMap<&str, &str> =
        rows.iter().map(|row| (row.get("grp"), row.get("digest"))).collect();
    let mut reader = before.acquire().await?;
    let was = standing(&mut reader, anchor, kind, Some(&list)).await?;
    let differs = |group: &&&String| {
        was.get(**group).map(|it| it.digest.as_str()) != bound.get(group.as_str()).copied()
    };
    match groups.iter().find(differs) {
        None => Ok(()),
        Some(group) => Err(StoreError::Tampered { shown: kind.shown, id: (*group).clone() }),
    }
}

/// Adds entries with these changes to the record log.
async fn append(
    tx: &mut SqliteConnection,
    anchor: &Anchor,
    changes: &[Change],
) -> Result<Option<Head>, StoreError> {
    let mut last = None;
    for changes in changes.chunks(CHANGES) {
        let row = sqlx::query(
            "SELECT (SELECT MAX(seq) FROM record_log) AS seq, \
             (SELECT mac FROM record_log ORDER BY seq DESC LIMIT 1) AS mac, \
             (SELECT MAX(seq) FROM audit_log) AS audit, \
             (SELECT mac FROM audit_log ORDER BY seq DESC LIMIT 1) AS audit_mac",
        )
        .fetch_one(&mut *tx)
        .await?;
        let before = match row.get::<Option<i64>, _>("seq") {
            Some(seq) => Head { seq: seq.unsigned_abs(), mac: row.get("mac") },
            None => Head::genesis(),
        };
        let audit = row.get::<Option<i64>, _>("audit").unwrap_or(0).unsigned_abs();
        let audit_mac: Option<&str> = row.get("audit_mac");
        let (seq, text) = (before.seq + 1, json_text(&changes)?);
        let mac = mac_of(anchor, seq, (audit, audit_mac), &text, &before.mac)?;
        sqlx::query(
            "INSERT INTO record_log (seq, audit, changes, previous, mac) VALUES (?, ?, ?, ?, ?)",
        )
        .bind(seq.cast_signed())
        .bind(audit.cast_signed())
        .bind(&text)
        .bind(&before.mac)
        .bind(&mac)
        .execute(&mut *tx)
        .await?;
        index(tx, seq, &text, changes.iter().any(|change| change.digest.is_none())).await?;
        last = Some(Head { seq, mac });
    }
    Ok(last)
}

/// Keeps the last digest of each group at hand.
async fn index(
    tx: &mut SqliteConnection,
    seq: u64,
    changes: &str,
    some_gone: bool,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO record_digests (kind, grp, digest, rows, seq) \
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, ?2 FROM json_each(?1) \
         WHERE value ->> 2 IS NOT NULL \
         ON CONFLICT (kind, grp) DO UPDATE SET digest = excluded.digest, rows = excluded.rows, \
         seq = excluded.seq",
    )
    .bind(changes)
    .bind(seq.cast_signed())
    .execute(&mut *tx)
    .await?;
    if some_gone {
        sqlx::query(
            "DELETE FROM record_digests WHERE (kind, grp) IN \
             (SELECT value ->> 0, value ->> 1 FROM json_each(?1) WHERE value ->> 2 IS NULL)",
        )
        .bind(changes)
        .execute(&mut *tx)
        .await?;
    }
    Ok(())
}

/// The digest under which the record log says how a kind is bound.
fn definition(anchor: &Anchor, kind: &Kind) -> Result<String, StoreError> {
    anchor.mac(&[b"simui record kind 1", kind.name.as_bytes(), kind.definition().as_bytes()])
}

impl Database {
    /// Binds what stands and is not bound yet: on a new desk nothing but its identity; on one of an earlier version everything,
    /// with an entry `records_bound` in the audit log; after a program learnt to bind more, the kinds concerned. Nothing is bound
    /// where rows were bound before and the record of it is gone or damaged: that is for verification to tell. The caller holds
    /// the setup turn.
    pub(crate) async fn bind_what_stands(&self, new_id: &str) -> Result<(), StoreError> {
        let mut definitions = Vec::new();
        for kind in KINDS {
            // Without the key nothing can be bound; the desk can be read.
            let Ok(definition) = definition(&self.anchor, kind) else { return Ok(()) };
            definitions.push((kind, definition));
        }
        let rows = sqlx::query("SELECT grp, digest FROM record_digests WHERE kind = ?")
            .bind(DEFINITION)
            .fetch_all(&self.readers)
            .await?;
        let known: HashMap<String, String> =
            rows.iter().map(|row| (row.get("grp"), row.get("digest"))).collect();
        if definitions.iter().all(|(kind, now)| known.get(kind.name) == Some(now)) {
            return Ok(());
        }
        let mut chain = Chain::default();
        let mut reader = self.readers.acquire().await?;
        let fault = chain.advance(&mut reader, &self.anchor).await?;
        drop(reader);
        if let Some(fault) = fault {
            tracing::error!(fault = fault.message, "the record log is damaged");
            return Ok(());
        }
        if !self.may_bind(&chain).await? {
            tracing::error!("the record log is gone; run `simui audit verify`");
            return Ok(());
        }
        let bound = |kind: &Kind, now: &str| {
            chain.last(DEFINITION, kind.name).is_some_and(|last| last.standing.digest == now)
        };
        definitions.retain(|(kind, now)| !bound(kind, now));
        self.bind_kinds(&chain, &definitions, new_id).await
    }

    /// Whether it is in order that the record log does not say how all kinds are bound.
    async fn may_bind(&self, chain: &Chain) -> Result<bool, StoreError> {
        if chain.seq > 0 {
            return Ok(true);
        }
        let before: i64 =
            sqlx::query_scalar("SELECT COUNT(*) FROM audit_log WHERE records IS NOT NULL")
                .fetch_one(&self.readers)
                .await?;
        let anchored = self.anchor.heads().map(|heads| heads.records);
        Ok(before == 0 && matches!(anchored, Ok(None) | Ok(Some(Head { seq: 0, .. }))))
    }

    async fn bind_kinds(
        &self,
        chain: &Chain,
        kinds: &[(&'static Kind, String)],
        new_id: &str,
    ) -> Result<(), StoreError> {
        let mut write = self.write_durably().await?;
        sqlx::query(
            "INSERT INTO desk_identity (only_row, id) VALUES (1, ?) ON CONFLICT DO NOTHING",
        )
        .bind(new_id)
        .execute(&mut *write)
        .await?;
        touched::take(&mut write).await?;
        let mut changes = Vec::new();
        let mut groups = 0;
        for (kind, definition) in kinds {
            let now = standing(&mut write, &self.anchor, kind, None).await?;
            groups += now.len();
            let gone = chain.groups(kind.name).filter(|group| !now.contains_key(*group));
            let gone: Vec<String> = gone.cloned().collect();
            changes.extend(gone.into_iter().map(|group| Change::new(kind.name, group, None)));
            let mut now: Vec<(String, Standing)> = now.into_iter().collect();
            now.sort_by(|one, other| one.0.cmp(&other.0));
            changes
                .extend(now.into_iter().map(|(group, it)| Change::new(kind.name, group, Some(it))));
            let stands = Standing { digest: definition.clone(), rows: 0 };
            changes.push(Change::new(DEFINITION, kind.name.to_owned(), Some(stands)));
        }
        // The identity alone: a new desk.
        if groups > 1 {
            let names: Vec<&str> = kinds.iter().map(|(kind, _)| kind.name).collect();
            let details = json!({ "kinds": names, "groups": groups });
            let at = migrated_at(&mut write).await?;
            write
                .audit(Entry {
                    at,
                    actor: "system",
                    action: "records_bound",
                    subject: "records",
                    details,
                })
                .await?;
        }
        let head = append(&mut write, &self.anchor, &changes).await?;
        write.commit_with(head).await
    }
}

/// When the tables were last brought up to date, as the database itself says.
async fn migrated_at(tx: &mut SqliteConnection) -> Result<Timestamp, StoreError> {
    let text: String = sqlx::query_scalar(
        "SELECT replace(installed_on, ' ', 'T') || 'Z' FROM _sqlx_migrations \
         ORDER BY version DESC LIMIT 1",
    )
    .fetch_one(tx)
    .await?;
    text.parse().map_err(|_| corrupt("_sqlx_migrations.installed_on", &text))
}
