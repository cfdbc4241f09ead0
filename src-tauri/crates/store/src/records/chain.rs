//! The record log as a chain of entries, folded into the last state of each group.

use std::collections::{BTreeSet, HashMap};

use serde::{Deserialize, Serialize};
use sqlx::{Row, SqliteConnection};

use super::bind::GroupState;
use super::catalogue::KINDS;
use crate::StoreError;
use crate::anchor::{Anchor, Head};
use crate::columns::json_from;

/// The kind whose groups are the kinds themselves, with the digests of their definitions.
pub(crate) const DEFINITION: &str = "definition";

/// Number of entries read at a time.
const PAGE: i64 = 1000;

/// One group in an entry: kind, group, digest (`None` if the group was deleted), number of rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "ChangeText", from = "ChangeText")]
pub(crate) struct Change {
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
    pub fn new(kind: &str, group: String, state: Option<GroupState>) -> Self {
        let rows = state.as_ref().map_or(0, |it| it.rows);
        Self { kind: kind.to_owned(), group, digest: state.map(|it| it.digest), rows }
    }
}

/// The mac of an entry. `audit` is the number and the mac of the audit log's last entry, if there is one.
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

/// Names of groups, by kind.
pub(crate) type Groups = HashMap<&'static str, BTreeSet<String>>;

/// State of a group when it last changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Last {
    pub state: GroupState,
    /// Number of the entry in the record log.
    pub seq: u64,
    /// Number of the audit log's last entry at that moment.
    pub audit: u64,
}

/// A defect of the record log itself.
#[derive(Debug, Clone)]
pub(crate) struct ChainFault {
    /// Number of the audit log's last entry before the fault.
    pub audit: u64,
    pub message: String,
}

/// The record log up to an entry; every entry so far is verified.
#[derive(Debug, Clone)]
pub(crate) struct Chain {
    pub seq: u64,
    pub mac: String,
    /// Number of the audit log's last entry when the first rows were bound.
    pub since: u64,
    /// Number of the audit log's last entry when the last entry here was written.
    pub audit: u64,
    /// Last states by kind and group.
    last: HashMap<String, HashMap<String, Last>>,
}

impl Default for Chain {
    fn default() -> Self {
        let Head { seq, mac } = Head::genesis();
        Self { seq, mac, since: 0, audit: 0, last: HashMap::new() }
    }
}

impl Chain {
    /// An empty chain that continues after an anchored head; `None` if that head is no entry of the log.
    pub async fn starting_after(
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

    /// The last state of a group; `None` if it never existed or was deleted.
    pub fn last(&self, kind: &str, group: &str) -> Option<&Last> {
        self.last.get(kind)?.get(group)
    }

    /// All existing groups of a kind.
    pub fn groups(&self, kind: &str) -> impl Iterator<Item = &String> {
        self.last.get(kind).into_iter().flat_map(HashMap::keys)
    }

    /// All existing groups of a kind with their last state.
    pub fn of_kind(&self, kind: &str) -> impl Iterator<Item = (&String, &Last)> {
        self.last.get(kind).into_iter().flatten()
    }

    /// Number of existing groups.
    pub fn group_count(&self) -> u64 {
        self.last.values().map(|groups| groups.len() as u64).sum()
    }

    /// Number of existing groups, without the definitions of kinds.
    pub fn bound(&self) -> u64 {
        let counted = self.last.iter().filter(|(kind, _)| *kind != DEFINITION);
        counted.map(|(_, groups)| groups.len() as u64).sum()
    }

    /// The existing groups whose last change is after an entry.
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

    /// Reads and verifies entries to the end of the log. Returns the fault of the first bad entry; the
    /// chain then ends before that entry.
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
                            let state = GroupState { digest, rows: change.rows };
                            groups.insert(change.group, Last { state, seq, audit })
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
