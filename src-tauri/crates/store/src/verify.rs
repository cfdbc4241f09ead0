//! Checking the audit log, and writing it out.

use std::io::Write;

use serde::{Deserialize, Serialize};
use sqlx::Row;
use ts_rs::TS;

use crate::anchor::Head;
use crate::audit::Stored;
use crate::columns::{corrupt, json_text};
use crate::decisions::{SIGNED, signed_digest};
use crate::signatures::SIGNATURE;
use crate::{Database, StoreError};

/// What is wrong with the audit log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum AuditFaultKind {
    /// An entry does not have the mac its words should have: it was edited, moved, or written without the key.
    Edited,
    /// An entry is missing between two others.
    Deleted,
    /// Entries are missing at the end: the head outside the database is further.
    Truncated,
    /// The log is sound in itself but is not the one whose head was anchored: it was written anew.
    Rewritten,
    /// The key or the head outside the database is gone or unreadable.
    AnchorLost,
    /// A decision is not what its entry says was signed, or has no entry.
    DecisionChanged,
}

/// The first thing found wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct AuditFault {
    /// The first bad entry.
    #[ts(type = "number")]
    pub seq: u64,
    /// What sort of fault.
    pub kind: AuditFaultKind,
    /// In words.
    pub message: String,
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
    /// `None`: every entry is as it was written.
    pub fault: Option<AuditFault>,
}

/// Entries read at a time.
const PAGE: u32 = 1000;

impl Database {
    /// Checks every entry against the chain, the chain against the head kept outside the database, and every
    /// decision against its entry.
    pub async fn audit_verify(&self) -> Result<AuditReport, StoreError> {
        // The head first: entries written meanwhile then only come on top of it.
        let head = self.anchor.head();
        let mut report =
            AuditReport { entries: 0, anchored: head.as_ref().ok().map(|h| h.seq), fault: None };
        let mut last = Head::genesis();
        let mut decisions = 0;
        loop {
            let page = self.stored_entries(last.seq, PAGE).await?;
            if page.is_empty() {
                break;
            }
            for stored in page {
                report.entries += 1;
                let fault = match chain_fault(&last, &stored, self) {
                    None => self.decision_fault(&stored, &mut decisions).await?,
                    fault => fault,
                };
                let fault = fault.or_else(|| anchor_fault(&stored, head.as_ref().ok()));
                if fault.is_some() {
                    return Ok(AuditReport { fault, ..report });
                }
                last = Head { seq: stored.seq, mac: stored.mac };
            }
        }
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

    /// Compares a decision with the digest its entry holds.
    async fn decision_fault(
        &self,
        stored: &Stored,
        decisions: &mut u64,
    ) -> Result<Option<AuditFault>, StoreError> {
        let (what, sql) = match stored.action.as_str() {
            "decision" => ("decision", SIGNED),
            "signature" => ("signature", SIGNATURE),
            _ => return Ok(None),
        };
        *decisions += u64::from(what == "decision");
        let details: serde_json::Value = serde_json::from_str(&stored.details)
            .map_err(|error| corrupt("audit_log.details", &error.to_string()))?;
        let id = details[what].as_str().unwrap_or_default();
        let row = sqlx::query(sql).bind(id).fetch_optional(&self.readers).await?;
        let signed = row.map(|row| signed_digest(&row));
        if signed.as_deref() == details["sha256"].as_str() {
            return Ok(None);
        }
        let message = match signed {
            None => format!("{what} {id} is gone"),
            Some(_) => format!("{what} {id} is not what was signed"),
        };
        Ok(fault(stored.seq, AuditFaultKind::DecisionChanged, message))
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

/// Compares an entry with the one before it and with its own mac.
fn chain_fault(before: &Head, stored: &Stored, db: &Database) -> Option<AuditFault> {
    let seq = before.seq + 1;
    if stored.seq != seq {
        let message = format!("entry {seq} is missing; the next one there is {}", stored.seq);
        return fault(seq, AuditFaultKind::Deleted, message);
    }
    match stored.expected(&db.anchor) {
        Err(error) => fault(seq, AuditFaultKind::AnchorLost, error.to_string()),
        Ok(mac) if mac != stored.mac || stored.previous != before.mac => {
            let message = "its words and its mac do not belong together".to_owned();
            fault(seq, AuditFaultKind::Edited, message)
        }
        Ok(_) => None,
    }
}

/// Compares the entry that the head names with the head.
fn anchor_fault(stored: &Stored, head: Option<&Head>) -> Option<AuditFault> {
    let head = head.filter(|head| head.seq == stored.seq && head.mac != stored.mac)?;
    let message = "the head kept outside the database is of another log".to_owned();
    fault(head.seq, AuditFaultKind::Rewritten, message)
}

fn fault(seq: u64, kind: AuditFaultKind, message: String) -> Option<AuditFault> {
    Some(AuditFault { seq, kind, message })
}
