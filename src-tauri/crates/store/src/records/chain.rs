//! The record log as a chain, folded into what each group last was.

use std::collections::{BTreeSet, HashMap};

use serde::{Deserialize, Serialize};
use sqlx::{Row, SqliteConnection};

use super::bind::Standing;
use super::catalogue::KINDS;
use super::reconcile::Groups;
use crate::StoreError;
use crate::anchor::{Anchor, Head};
use crate::columns::json_from;

/// The kind whose groups are the kinds, and whose digests say how each is bound.
pub(super) const DEFINITION: &str = "definition";

/// Entries read at a time.
const PAGE: i64 = 1000;

/// One group in an entry: kind, group, digest (none: it is gone), rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "ChangeText", from = "ChangeText")]
pub(super) struct Change {
    pub kind: String,
    pub group: String,
    pub digest: Option<String>,
    pub rows: u64,
}

type ChangeText = (String, String, Option<String>, u64);

impl From<Change> for ChangeText {
    fn from(it: Change) -> Self {
        (it.kind, it.group, it.digest, it.rows)
    }
}

impl From<ChangeText> for Change {
    fn from((kind, group, digest, rows): ChangeText) -> Self {
        Self { kind, group, digest, rows }
    }
}

impl Change {
    pub fn new(kind: &str, group: String, stands: Option<Standing>) -> Self {
        let rows = stands.as_ref().map_or(0, |it| it.rows);
        Self { kind: kind.to_owned(), group, digest: stands.map(|it| it.digest), rows }
    }
}

/// The mac of an entry. `audit`: number and mac of the audit log's last entry, if it has one.
pub(super) fn mac_of(
    anchor: &Anchor,
    seq: u64,
    audit: (u64, Option<&str>),
    changes: &str,
    previous: &str,
) -> Result<String, StoreError> {
    anchor.mac(&[
        b"simui record entry 1",
        &seq.to_be_bytes(),
        &audit.0.to_be_bytes(),
        audit.1.unwrap_or_default().as_bytes(),
        changes.as_bytes(),
        previous.as_bytes(),
    ])
}

/// What a group was when it last changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Last {
    pub standing: Standing,
    /// The entry of the record log.
    pub seq: u64,
    /// The last entry of the audit log then.
    pub audit: u64,
}

/// Why the record log is not what was written.
#[derive(Debug, Clone)]
pub(crate) struct ChainFault {
    /// The last entry of the audit log before the fault.
    pub audit: u64,
    pub message: String,
}

/// The record log up to an entry, every entry of it checked.
#[derive(Debug, Clone)]
pub(crate) struct Chain {
    pub seq: u64,
    pub mac: String,
    /// The audit log's last entry when the first rows were bound.
    pub since: u64,
    /// The audit log's last entry when the last one was written.
    pub audit: u64,
    /// Groups by kind.
    last: HashMap<String, HashMap<String, Last>>,
}

impl Default for Chain {
    fn default() -> Self {
        let Head { seq, mac } = Head::genesis();
        Self { seq, mac, since: 0, audit: 0, last: HashMap::new() }
    }
}

impl Chain {
    /// The log from an anchored head on, without what was before; `None` when that is no entry of it.
    pub async fn behind(
        head: Option<Head>,
        connection: &mut SqliteConnection,
    ) -> Result<Option<Self>, StoreError> {
        let Some(head) = head.filter(|head| head.seq > 0) else { return Ok(Some(Self::default())) };
        let found = sqlx::query("SELECT audit FROM record_log WHERE seq = ? AND mac = ?")
            .bind(head.seq.cast_signed())
            .bind(&head.mac)
            .fetch_optional(connection)
            .await?;
        Ok(found.map(|row| {
            let Head { seq, mac } = head;
            Self { seq, mac, audit: unsigned(&row, "audit"), ..Self::default() }
        }))
    }

    /// What a group last was; `None` when it never was or is gone.
    pub fn last(&self, kind: &str, group: &str) -> Option<&Last> {
        self.last.get(kind)?.get(group)
    }

    /// All groups of a kind that stand.
    pub fn groups(&self, kind: &str) -> impl Iterator<Item = &String> {
        self.last.get(kind).into_iter().flat_map(HashMap::keys)
    }

    /// All groups of a kind with what they last were.
    pub fn of_kind(&self, kind: &str) -> impl Iterator<Item = (&String, &Last)> {
        self.last.get(kind).into_iter().flatten()
    }

    /// How many groups stand.
    pub fn standing(&self) -> u64 {
        self.last.values().map(|groups| groups.len() as u64).sum()
    }

    /// How many groups stand, the definitions of kinds left out.
    pub fn bound(&self) -> u64 {
        let counted = self.last.iter().filter(|(kind, _)| *kind != DEFINITION);
        counted.map(|(_, groups)| groups.len() as u64).sum()
    }

    /// The groups that stand and last changed behind an entry.
    pub fn changed_since(&self, seq: u64) -> Groups {
        let mut changed = Groups::new();
        for kind in KINDS {
            let groups = self.of_kind(kind.name).filter(|(_, last)| last.seq > seq);
            let groups: BTreeSet<String> = groups.map(|(group, _)| group.clone()).collect();
            if !groups.is_empty() {
                changed.insert(kind.name, groups);
            }
        }
        changed
    }

    /// Reads on to the end of the log. What is wrong with the first bad entry: then this is the log up to that one.
    pub async fn advance(
        &mut self,
        connection: &mut SqliteConnection,
        anchor: &Anchor,
    ) -> Result<Option<ChainFault>, StoreError> {
        loop {
            let page = sqlx::query(
                "SELECT r.seq, r.audit, r.changes, r.previous, r.mac, a.mac AS audit_mac \
                 FROM record_log r LEFT JOIN audit_log a ON a.seq = r.audit \
                 WHERE r.seq > ? ORDER BY r.seq LIMIT ?",
            )
            .bind(self.seq.cast_signed())
            .bind(PAGE)
            .fetch_all(&mut *connection)
            .await?;
            if page.is_empty() {
                return Ok(None);
            }
            for row in &page {
                let (seq, audit) = (unsigned(row, "seq"), unsigned(row, "audit"));
                let (changes, mac): (&str, &str) = (row.get("changes"), row.get("mac"));
                let previous: &str = row.get("previous");
                let audit_before = self.audit;
                let fault = |message: String| Ok(Some(ChainFault { audit: audit_before, message }));
                if seq != self.seq + 1 {
                    return fault(format!("entry {} of the record log is missing", self.seq + 1));
                }
                let named = (audit, row.get("audit_mac"));
                let expected = mac_of(anchor, seq, named, changes, previous)?;
                if previous != self.mac || mac != expected {
                    return fault(format!("entry {seq} of the record log is not what was written"));
                }
                if seq == 1 {
                    self.since = audit;
                }
                for change in json_from::<Vec<Change>>("record_log.changes", changes)? {
                    let groups = self.last.entry(change.kind).or_default();
                    match change.digest {
                        None => groups.remove(&change.group),
                        Some(digest) => {
                            let standing = Standing { digest, rows: change.rows };
                            groups.insert(change.group, Last { standing, seq, audit })
                        }
                    };
                }
                (self.seq, self.mac, self.audit) = (seq, mac.to_owned(), audit);
            }
        }
    }
}

fn unsigned(row: &sqlx::sqlite::SqliteRow, column: &str) -> u64 {
    row.get::<i64, _>(column).unsigned_abs()
}
