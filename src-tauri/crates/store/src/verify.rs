//! Checking the audit log, and writing it out.

use std::io::Write;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sqlx::Row;
use ts_rs::TS;

use crate::anchor::Head;
use crate::columns::json_text;
use crate::damage::{fault, fault_at, is_sound};
use crate::{Database, StoreError};

/// What is wrong with the audit log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum AuditFaultKind {
    /// An entry does not have the mac its words should have.
    Edited,
    /// An entry is missing between two others.
    Deleted,
    /// An entry stands between two others, or behind the anchored end, that was not written with the key.
    Inserted,
    /// Entries changed places.
    Reordered,
    /// Entries are missing at the end: the head outside the database is further.
    Truncated,
    /// The log was written anew: without the key, so that none of its entries fits; or with it, so that it is sound
    /// in itself but is not the one whose head was anchored.
    Rewritten,
    /// The key or the head outside the database is gone or unreadable.
    AnchorLost,
    /// A decision is not what its entry says was signed, or has no entry.
    DecisionChanged,
    /// A letter or a notice is not what its entry says was issued.
    PaperChanged,
}

/// The first thing found wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct AuditFault {
    /// The first bad entry.
    #[ts(type = "number")]
    pub seq: u64,
    /// When it was written, as it says itself; `None` when it is not there.
    #[ts(type = "string | null")]
    pub at: Option<Timestamp>,
    /// What sort of fault.
    pub kind: AuditFaultKind,
    /// In words.
    pub message: String,
    /// What to do.
    pub remedy: String,
}

/// What a check of the audit log found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct AuditReport {
    /// How many entries there are.
    #[ts(type = "number")]
    pub entries: u64,
    /// The entry that the head outside the database names.
    #[ts(type = "number | null")]
    pub anchored: Option<u64>,
    /// When that entry was written.
    #[ts(type = "string | null")]
    pub anchored_at: Option<Timestamp>,
    /// The mac of the last entry.
    pub head: String,
    /// `None`: every entry is as it was written.
    pub fault: Option<AuditFault>,
}

/// Entries read at a time.
const PAGE: u32 = 1000;

impl Database {
    /// Checks every entry against the chain, the chain against the head kept outside the database, and every
    /// decision and issued paper against its entry.
    ///
    /// What it cannot see: a log that was written anew, or cut off, by somebody who has the key *and* replaced
    /// `audit.head` too. Against that, hold the log against a head that was written down elsewhere
    /// ([`Database::audit_holds`]).
    pub async fn audit_verify(&self) -> Result<AuditReport, StoreError> {
        // The head first: entries written meanwhile then only come on top of it.
        let head = self.anchor.head();
        let anchored = head.as_ref().ok();
        let mut report = AuditReport {
            entries: 0,
            anchored: anchored.map(|head| head.seq),
            anchored_at: None,
            head: Head::genesis().mac,
            fault: None,
        };
        let mut last = Head::genesis();
        let mut decisions = 0;
        loop {
            let page = self.stored_entries(last.seq, PAGE).await?;
            if page.is_empty() {
                break;
            }
            for stored in page {
                report.entries += 1;
                let sound = match is_sound(&last, &stored, &self.anchor) {
                    Ok(sound) => sound,
                    Err(_) => {
                        let problem = self.audit_key().problem;
                        let text = format!("the audit key is not at hand: {problem}");
                        report.fault = fault_at(&stored, AuditFaultKind::AnchorLost, text);
                        return Ok(report);
                    }
                };
                report.fault = match sound {
                    false => self.damage(&last, &stored, anchored).await?,
                    true => self.record_fault(&stored, &mut decisions).await?,
                };
                if let Some(head) = anchored.filter(|head| head.seq == stored.seq) {
                    report.anchored_at = stored.at.parse().ok();
                    if report.fault.is_none() && head.mac != stored.mac {
                        let text = "up to here this is not the log whose head was anchored; which of its entries \
                                    is the first false one cannot be told"
                            .to_owned();
                        report.fault = fault_at(&stored, AuditFaultKind::Rewritten, text);
                    }
                }
                if report.fault.is_some() {
                    return Ok(report);
                }
                last = Head { seq: stored.seq, mac: stored.mac };
            }
        }
        report.head.clone_from(&last.mac);
        report.fault = match head {
            Err(problem) => {
                fault(last.seq, AuditFaultKind::AnchorLost, format!("no head: {problem}"))
            }
            Ok(head) if head.seq > last.seq => {
                let message =
                    format!("entries {} to {} are missing at the end", last.seq + 1, head.seq);
                fault(last.seq + 1, AuditFaultKind::Truncated, message)
            }
            Ok(_) => self.unaudited_decision(last.seq, decisions).await?,
        };
        Ok(report)
    }

    /// Whether the log still holds an entry that was written down elsewhere: in an export, a pack, on paper.
    pub async fn audit_holds(&self, seq: u64, mac: &str) -> Result<Option<AuditFault>, StoreError> {
        let entry = self.stored_entries(seq.saturating_sub(1), 1).await?.into_iter().next();
        Ok(match entry.filter(|entry| entry.seq == seq) {
            None => {
                let text =
                    format!("entry {seq}, written down elsewhere, is not in the log any more");
                fault(seq, AuditFaultKind::Truncated, text)
            }
            Some(entry) if !entry.mac.eq_ignore_ascii_case(mac.trim()) => {
                let text =
                    "it is not the entry that was written down elsewhere: the log was written anew"
                        .to_owned();
                fault_at(&entry, AuditFaultKind::Rewritten, text)
            }
            Some(_) => None,
        })
    }

    /// Writes the audit log as JSON lines, one entry a line; returns how many.
    pub async fn audit_export(&self, out: &mut impl Write) -> Result<u64, StoreError> {
        let failed = |source| StoreError::Directory { path: "audit export".to_owned(), source };
        let mut last = 0;
        let mut count = 0;
        loop {
            let page = self.audit_entries(last, PAGE).await?;
            let Some(end) = page.last() else { break };
            last = end.seq;
            count += page.len() as u64;
            for entry in &page {
                writeln!(out, "{}", json_text(entry)?).map_err(failed)?;
            }
        }
        out.flush().map_err(failed)?;
        Ok(count)
    }

    /// Looks for decisions that never went through the log.
    async fn unaudited_decision(
        &self,
        last: u64,
        audited: u64,
    ) -> Result<Option<AuditFault>, StoreError> {
        let row =
            sqlx::query("SELECT COUNT(*) AS n FROM decisions").fetch_one(&self.readers).await?;
        let stored = row.get::<i64, _>("n").unsigned_abs();
        // Decisions made during the check are in neither of our counts' way: they only add.
        if stored <= audited || self.audit_grew(last).await? {
            return Ok(None);
        }
        let message = format!("{stored} decisions are stored, the log has {audited}");
        Ok(fault(last, AuditFaultKind::DecisionChanged, message))
    }

    async fn audit_grew(&self, last: u64) -> Result<bool, StoreError> {
        Ok(!self.stored_entries(last, 1).await?.is_empty())
    }
}
