//! Faults of the logs and of the bound rows, and what to do about each.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::audit::Stored;
use crate::columns::time;

/// Largest number of faults in one report.
pub(crate) const MOST_FAULTS: usize = 100;

/// Kind of damage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum AuditFaultKind {
    /// An entry's mac does not match its text.
    Edited,
    /// An entry between two others is missing.
    Deleted,
    /// An entry that was not written with the key is between two others, or after the anchored end.
    Inserted,
    /// Entries changed places.
    Reordered,
    /// Entries are missing at the end: the head outside the database is further.
    Truncated,
    /// The log was written again: without the key, so that none of its entries has a valid mac; or with
    /// the key, so that it is consistent but is not the log whose head was anchored.
    Rewritten,
    /// The key, or the head outside the database, is missing or unreadable.
    AnchorLost,
    /// A decision differs from what its entry says was signed, or has no entry.
    DecisionChanged,
    /// A letter or a notice differs from what its entry says was issued.
    PaperChanged,
    /// Rows of a record differ from those that were written.
    RecordChanged,
    /// Rows of a record are missing.
    RecordMissing,
    /// Rows exist that the desk never wrote.
    RecordAdded,
    /// The record log itself is damaged, or ends before its head outside the database.
    RecordLogDamaged,
    /// The tables, indexes, triggers or views of the database differ from the program's.
    LayoutChanged,
}

impl AuditFaultKind {
    /// Whether the damage is in the bound rows, and not in the entries of the audit log.
    pub fn is_of_records(self) -> bool {
        matches!(
            self,
            Self::RecordChanged
                | Self::RecordMissing
                | Self::RecordAdded
                | Self::RecordLogDamaged
                | Self::LayoutChanged
        )
    }

    /// What the person who finds the damage should do.
    pub fn remedy(self) -> &'static str {
        match self {
            Self::Edited
            | Self::Deleted
            | Self::Inserted
            | Self::Reordered
            | Self::Truncated
            | Self::Rewritten => {
                "keep a copy of the whole data directory as it is, then restore simui.db and audit.head from the \
                 last backup that `simui audit verify` finds whole"
            }
            Self::AnchorLost => {
                "restore keys/ and audit.head from a backup, or unlock the keyring that holds the key; do not make new ones"
            }
            Self::DecisionChanged
            | Self::PaperChanged
            | Self::RecordChanged
            | Self::RecordMissing
            | Self::RecordAdded
            | Self::RecordLogDamaged
            | Self::LayoutChanged => {
                "keep a copy of the whole data directory as it is, then restore simui.db from the last backup that \
                 `simui audit verify` finds whole"
            }
        }
    }
}

/// A fault that was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct AuditFault {
    /// Number of the first bad entry.
    #[ts(type = "number")]
    pub seq: u64,
    /// Time that the entry holds; `None` if the entry is missing.
    #[ts(type = "string | null")]
    pub at: Option<Timestamp>,
    /// Kind of damage.
    pub kind: AuditFaultKind,
    /// Description for people.
    pub message: String,
    /// What to do about it.
    pub remedy: String,
    /// The record that is damaged, if the fault concerns one.
    pub record: Option<RecordName>,
}

/// A record that differs from the record log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RecordName {
    /// Kind of record: `case`, `decision`, `document`, …
    pub kind: String,
    /// Name of the kind for people, in Korean.
    pub shown: String,
    /// Id of the record; empty if only the number of rows of its kind is wrong.
    pub id: String,
    /// The tables that hold its rows, separated by commas.
    pub tables: String,
}

/// A fault at an entry, without a time.
pub(crate) fn fault(seq: u64, kind: AuditFaultKind, message: String) -> Option<AuditFault> {
    let remedy = kind.remedy().to_owned();
    Some(AuditFault { seq, at: None, kind, message, remedy, record: None })
}

/// A fault at an entry, with the time that the entry holds.
pub(crate) fn fault_at(
    stored: &Stored,
    kind: AuditFaultKind,
    message: String,
) -> Option<AuditFault> {
    let at = time("audit_log.at", &stored.at).ok();
    fault(stored.seq, kind, message).map(|fault| AuditFault { at, ..fault })
}
