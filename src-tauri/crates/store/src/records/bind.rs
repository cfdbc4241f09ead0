//! Adds the rows that a transaction changed to the record log.

use std::collections::{BTreeMap, HashMap};

use futures::TryStreamExt;
use sha2::{Digest, Sha256};
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, Row, SqliteConnection, SqlitePool};

use super::catalogue::{Kind, kind};
use super::chain::{Change, mac_of};
use super::pending::{Ends, Pending};
use super::sql::Selection;
use crate::StoreError;
use crate::anchor::{Anchor, Head};
use crate::columns::json_text;

/// Largest number of changes in one entry; an import of a whole library makes several entries in one
/// transaction.
const CHANGES: usize = 2000;

/// State of a group: the number of its rows in all its tables, and their keyed digest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GroupState {
    pub digest: String,
    pub rows: u64,
}

/// The current state of the groups of some kinds. Groups without rows are not included.
#[derive(Debug, Default)]
pub(crate) struct GroupStates(HashMap<&'static str, HashMap<String, GroupState>>);

impl GroupStates {
    pub fn get(&self, kind: &Kind, group: &str) -> Option<&GroupState> {
        self.0.get(kind.name)?.get(group)
    }

    /// The groups of one kind.
    pub fn into_kind(mut self, kind: &Kind) -> HashMap<String, GroupState> {
        self.0.remove(kind.name).unwrap_or_default()
    }
}

/// Content of a group in one table: the number of its rows, and the SHA-256 of their canonical text.
type Body = (u64, [u8; 32]);

/// Group names by the name of their kind.
type Names<'a> = BTreeMap<&'static str, Vec<&'a String>>;

/// The query of the current state of the groups of some kinds, for [`BodiesRead`].
pub(super) fn states_query(kinds: &[&'static Kind], selection: Selection) -> String {
    let queries = kinds.iter().enumerate().map(|(at, kind)| kind.query(at, selection));
    queries.collect::<Vec<_>>().join(" UNION ALL ")
}

/// The content of groups, collected row by row from [`states_query`].
#[derive(Default)]
pub(super) struct BodiesRead(HashMap<(usize, String), Vec<Body>>);

impl BodiesRead {
    pub fn add(&mut self, row: &SqliteRow) {
        let group: Option<String> = row.get("grp");
        let body: Option<&[u8]> = row.get("body");
        let parts = self.0.entry((number(row, "kind"), group.unwrap_or_default())).or_default();
        parts.resize(number(row, "part"), Body::default());
        let digest = Sha256::digest(body.unwrap_or_default()).into();
        parts.push((row.get::<i64, _>("rows").unsigned_abs(), digest));
    }

    /// The states of the groups; `kinds` are those of the query.
    pub fn into_states(
        self,
        anchor: &Anchor,
        kinds: &[&'static Kind],
    ) -> Result<GroupStates, StoreError> {
        let mut states = GroupStates::default();
        for ((at, group), mut parts) in self.0 {
            let Some(kind) = kinds.get(at) else { continue };
            parts.resize(kind.tables.len(), Body::default());
            let rows = parts.iter().map(|(rows, _)| rows).sum();
            let mut fields =
                vec![b"simui record 1".to_vec(), kind.name.into(), group.clone().into()];
            for (rows, body) in parts {
                fields.push(rows.to_be_bytes().to_vec());
                fields.push(body.to_vec());
            }
            let lent: Vec<&[u8]> = fields.iter().map(Vec::as_slice).collect();
            let state = GroupState { digest: anchor.mac(&lent)?, rows };
            states.0.entry(kind.name).or_default().insert(group, state);
        }
        Ok(states)
    }
}

/// Reads the current state of the groups of some kinds: all groups, or those listed in `only`, a JSON
/// object of arrays by kind.
pub(crate) async fn group_states(
    connection: &mut SqliteConnection,
    anchor: &Anchor,
    kinds: &[&'static Kind],
    only: Option<&str>,
) -> Result<GroupStates, StoreError> {
    if kinds.is_empty() {
        return Ok(GroupStates::default());
    }
    let selection = if only.is_some() { Selection::Listed } else { Selection::All };
    let mut query = sqlx::query(AssertSqlSafe(states_query(kinds, selection)));
    if let Some(groups) = only {
        query = query.bind(groups);
    }
    let mut bodies = BodiesRead::default();
    let mut rows = query.fetch(connection);
    while let Some(row) = rows.try_next().await? {
        bodies.add(&row);
    }
    bodies.into_states(anchor, kinds)
}

fn number(row: &SqliteRow, column: &str) -> usize {
    usize::try_from(row.get::<i64, _>(column)).unwrap_or_default()
}

/// Binds every group that a transaction has changed. Returns the new head of the record log, if there
/// were changes. `before` reads the database without this transaction; the caller holds the write lock.
///
/// Changes that somebody else made to the rows are not bound with it: the transaction is refused if a
/// changed group that still exists differed from the record log beforehand.
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
    let read;
    let now = match pending.states(&kinds) {
        Some(states) => states,
        None => {
            read = group_states(tx, anchor, &kinds, Some(&json_text(&names)?)).await?;
            &read
        }
    };
    let mut to_check = Names::new();
    for (kind, groups) in touched {
        let grown = |changed: bool| kind.of_one_row && !changed;
        let existing = groups.iter().filter(|(group, _)| now.get(kind, group).is_some());
        let existing: Vec<&String> =
            existing.filter(|(_, changed)| !grown(**changed)).map(|(group, _)| group).collect();
        if !existing.is_empty() {
            to_check.insert(kind.name, existing);
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

/// Refuses the transaction if a group differed from the record log before the transaction changed it.
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
    let was = group_states(&mut reader, anchor, &kinds, Some(&names)).await?;
    for kind in kinds {
        for group in groups.get(kind.name).into_iter().flatten() {
            let bound = bound.get(&(kind.name, group.as_str())).copied();
            if was.get(kind, group).map(|it| it.digest.as_str()) != bound {
                let id = (*group).clone();
                return Err(StoreError::Tampered { record: kind.title, id });
            }
        }
    }
    Ok(())
}

/// Appends entries with these changes to the record log. Returns the new head, if there were changes. A
/// trigger of the connection keeps the index of last digests, see [`super::watch`].
pub(crate) async fn append(
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

/// Digest of a kind's definition, which the record log stores to say how the kind is bound.
pub(crate) fn definition(anchor: &Anchor, kind: &Kind) -> Result<String, StoreError> {
    anchor.mac(&[b"simui record kind 1", kind.name.as_bytes(), kind.definition().as_bytes()])
}
