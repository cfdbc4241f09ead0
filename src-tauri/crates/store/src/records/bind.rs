//! Binding what a transaction changed, and once what stood before there was a record log.

use std::collections::{BTreeMap, HashMap};

use futures::TryStreamExt;
use jiff::Timestamp;
use serde_json::json;
use sha2::{Digest, Sha256};
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, Row, SqliteConnection, SqlitePool};

use super::catalogue::{KINDS, Kind, kind};
use super::chain::{Chain, Change, DEFINITION, mac_of};
use super::pending::{Ends, Pending};
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

/// The groups of some kinds as they stand. Groups without rows are not among them.
#[derive(Debug, Default)]
pub(super) struct Stands(HashMap<&'static str, HashMap<String, Standing>>);

impl Stands {
    pub fn get(&self, kind: &Kind, group: &str) -> Option<&Standing> {
        self.0.get(kind.name)?.get(group)
    }

    /// Those of one kind.
    pub fn into_kind(mut self, kind: &Kind) -> HashMap<String, Standing> {
        self.0.remove(kind.name).unwrap_or_default()
    }
}

/// What a group has in one table: the number of its rows, and the SHA-256 of their body.
type Body = (u64, [u8; 32]);

/// Groups by the name of their kind.
type Names<'a> = BTreeMap<&'static str, Vec<&'a String>>;

/// The groups of some kinds as they stand: all, or those of a JSON object of arrays by kind.
pub(super) async fn standing(
    connection: &mut SqliteConnection,
    anchor: &Anchor,
    kinds: &[&'static Kind],
    only: Option<&str>,
) -> Result<Stands, StoreError> {
    let none = Body::default();
    let mut stands = Stands::default();
    if kinds.is_empty() {
        return Ok(stands);
    }
    let mut bodies: HashMap<(usize, String), Vec<Body>> = HashMap::new();
    let sql: Vec<String> =
        kinds.iter().enumerate().map(|(at, kind)| kind.query(at, only.is_some())).collect();
    let sql = sql.join(" UNION ALL ");
    let mut query = sqlx::query(AssertSqlSafe(sql));
    if let Some(groups) = only {
        query = query.bind(groups);
    }
    let mut rows = query.fetch(connection);
    while let Some(row) = rows.try_next().await? {
        let kind = number(&row, "kind");
        let group: Option<String> = row.get("grp");
        let body: Option<&[u8]> = row.get("body");
        let parts = bodies.entry((kind, group.unwrap_or_default())).or_default();
        parts.resize(number(&row, "part"), none);
        let digest = Sha256::digest(body.unwrap_or_default()).into();
        parts.push((row.get::<i64, _>("rows").unsigned_abs(), digest));
    }
    for ((at, group), mut parts) in bodies {
        let Some(kind) = kinds.get(at) else { continue };
        parts.resize(kind.tables.len(), none);
        let rows = parts.iter().map(|(rows, _)| rows).sum();
        let mut fields = vec![b"simui record 1".to_vec(), kind.name.into(), group.clone().into()];
        for (rows, body) in parts {
            fields.push(rows.to_be_bytes().to_vec());
            fields.push(body.to_vec());
        }
        let lent: Vec<&[u8]> = fields.iter().map(Vec::as_slice).collect();
        let standing = Standing { digest: anchor.mac(&lent)?, rows };
        stands.0.entry(kind.name).or_default().insert(group, standing);
    }
    Ok(stands)
}

fn number(row: &SqliteRow, column: &str) -> usize {
    usize::try_from(row.get::<i64, _>(column)).unwrap_or_default()
}

/// Binds every group that a transaction has changed; the new head of the record log, if anything was. `before` shows the
/// database as it is without this transaction, whose caller holds the write lock.
///
/// What somebody else had changed is not bound with it: the transaction is refused where a group that it leaves standing was not
/// what the record log says.
pub(crate) async fn bind_touched(
    tx: &mut SqliteConnection,
    anchor: &Anchor,
    before: &SqlitePool,
    pending: &Pending,
) -> Result<Option<Head>, StoreError> {
    let touched = &pending.touched;
    let kinds: Vec<&'static Kind> = touched.iter().map(|(kind, _)| *kind).collect();
    let names: Names =
        touched.iter().map(|(kind, groups)| (kind.name, groups.keys().collect())).collect();
    let now = standing(tx, anchor, &kinds, Some(&json_text(&names)?)).await?;
    let mut to_check = Names::new();
    for (kind, groups) in touched {
        let grown = |changed: bool| kind.of_one_row && !changed;
        let stand = groups.iter().filter(|(group, _)| now.get(kind, group).is_some());
        let stand: Vec<&String> =
            stand.filter(|(_, changed)| !grown(**changed)).map(|(group, _)| group).collect();
        if !stand.is_empty() {
            to_check.insert(kind.name, stand);
        }
    }
    refuse_tampered(tx, anchor, before, &to_check).await?;
    let mut changes = Vec::new();
    for (kind, groups) in touched {
        for group in groups.keys() {
            changes.push(Change::new(kind.name, group.clone(), now.get(kind, group).cloned()));
        }
    }
    append(tx, anchor, pending.ends.clone(), &changes).await
}

/// Refuses where a group was not what the record log says, before this transaction changed it.
async fn refuse_tampered(
    tx: &mut SqliteConnection,
    anchor: &Anchor,
    before: &SqlitePool,
    groups: &Names<'_>,
) -> Result<(), StoreError> {
    if groups.is_empty() {
        return Ok(());
    }
    let names = json_text(groups)?;
    let rows = sqlx::query(
        "SELECT d.kind, d.grp, d.digest FROM json_each(?) k, json_each(k.value) g \
         JOIN record_digests d ON d.kind = k.key AND d.grp = g.value",
    )
    .bind(&names)
    .fetch_all(tx)
    .await?;
    let bound: HashMap<(&str, &str), &str> =
        rows.iter().map(|row| ((row.get("kind"), row.get("grp")), row.get("digest"))).collect();
    let kinds: Vec<&'static Kind> = groups.keys().filter_map(|name| kind(name)).collect();
    let mut reader = before.acquire().await?;
    let was = standing(&mut reader, anchor, &kinds, Some(&names)).await?;
    for kind in kinds {
        for group in groups.get(kind.name).into_iter().flatten() {
            let bound = bound.get(&(kind.name, group.as_str())).copied();
            if was.get(kind, group).map(|it| it.digest.as_str()) != bound {
                let id = (*group).clone();
                return Err(StoreError::Tampered { shown: kind.shown, id });
            }
        }
    }
    Ok(())
}

/// Adds entries with these changes to the record log, behind its last one. The new last one, if there is any. The index of last
/// digests follows by a trigger of the connection, see [`super::watch`].
async fn append(
    tx: &mut SqliteConnection,
    anchor: &Anchor,
    ends: Ends,
    changes: &[Change],
) -> Result<Option<Head>, StoreError> {
    let Ends { records: mut head, audit, audit_mac } = ends;
    for changes in changes.chunks(CHANGES) {
        let (seq, text) = (head.seq + 1, json_text(&changes)?);
        let mac = mac_of(anchor, seq, (audit, audit_mac.as_deref()), &text, &head.mac)?;
        sqlx::query(
            "INSERT INTO record_log (seq, audit, changes, previous, mac) VALUES (?, ?, ?, ?, ?)",
        )
        .bind(seq.cast_signed())
        .bind(audit.cast_signed())
        .bind(&text)
        .bind(&head.mac)
        .bind(&mac)
        .execute(&mut *tx)
        .await?;
        head = Head { seq, mac };
    }
    Ok((!changes.is_empty()).then_some(head))
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
        let mut changes = Vec::new();
        let mut groups = 0;
        for (kind, definition) in kinds {
            let now = standing(&mut write, &self.anchor, &[*kind], None).await?.into_kind(kind);
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
        let pending = write.pending().await?;
        let head = append(&mut write, &self.anchor, pending.ends.clone(), &changes).await?;
        write.commit_with(&pending, head).await
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
