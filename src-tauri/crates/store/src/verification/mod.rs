//! Verifies the audit log, and exports it.

mod damage;
mod faults;
mod reconcile;
mod verified;

use std::collections::BTreeSet;
use std::io::Write;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sqlx::Row;
use ts_rs::TS;

use self::damage::is_sound;
pub use self::faults::{AuditFault, AuditFaultKind, RecordName};
use self::faults::{MOST_FAULTS, fault, fault_at};
use self::verified::Verified;
use crate::anchor::{Head, Heads};
use crate::columns::json_text;
use crate::records::{Chain, layout_fault};
use crate::{Database, StoreError};

/// Result of verifying the audit log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct AuditReport {
    /// Number of entries.
    #[ts(type = "number")]
    pub entries: u64,
    /// Number of the entry that the head outside the database names.
    #[ts(type = "number | null")]
    pub anchored: Option<u64>,
    /// When that entry was written.
    #[ts(type = "string | null")]
    pub anchored_at: Option<Timestamp>,
    /// The mac of the last entry.
    pub head: String,
    /// Number of entries of the record log.
    #[ts(type = "number")]
    pub records: u64,
    /// Number of existing records that are bound.
    #[ts(type = "number")]
    pub bound: u64,
    /// Number of the audit log's entry from which on rows are bound; 0 if from the start, `None` if they
    /// are not bound yet.
    #[ts(type = "number | null")]
    pub bound_since: Option<u64>,
    /// Number of the audit log's entry after which this check began: 0, or the last entry that was
    /// verified before.
    #[ts(type = "number")]
    pub checked_from: u64,
    /// The first fault; `None` if there is none.
    pub fault: Option<AuditFault>,
    /// Every fault that was found, at most a hundred.
    pub faults: Vec<AuditFault>,
}

/// Number of entries read at a time.
const PAGE: u32 = 1000;

impl Database {
    /// Verifies everything: every entry of the audit log against the chain, the chain against the head
    /// outside the database, every decision and issued paper against its entry, the layout of the
    /// database against the program's, and every bound row against the record log, in both directions.
    ///
    /// Cannot detect logs and rows that were written again by somebody who has the key *and* replaced
    /// `audit.head`. Against that, compare the log with a head that was written down elsewhere
    /// ([`Database::audit_holds`]).
    pub async fn audit_verify(&self) -> Result<AuditReport, StoreError> {
        Ok(self.verify_from(None).await?.0)
    }

    /// Verifies everything, see [`Database::audit_verify`]. If there is no fault, stores the point for
    /// [`Database::audit_verify_new`].
    pub async fn audit_verify_at(&self, now: Timestamp) -> Result<AuditReport, StoreError> {
        self.verify_and_remember(None, now).await
    }

    /// Verifies what was added after the last verified point, and the number of all rows: fast enough for
    /// every start.
    pub async fn audit_verify_new(&self, now: Timestamp) -> Result<AuditReport, StoreError> {
        // Without the key, the complete check reports it.
        let before = self.last_verified().await.unwrap_or_default();
        self.verify_and_remember(before, now).await
    }

    async fn verify_and_remember(
        &self,
        before: Option<Verified>,
        now: Timestamp,
    ) -> Result<AuditReport, StoreError> {
        let (report, records) = self.verify_from(before).await?;
        if let Some(records) = records.filter(|_| report.faults.is_empty()) {
            let audit = Head { seq: report.entries, mac: report.head.clone() };
            if let Err(error) = self.keep_verified(Verified { at: now, audit, records }) {
                tracing::warn!(%error, "the next check begins from the first entry again");
            }
        }
        Ok(report)
    }

    /// Returns the report, and the head of the record log if that log is sound.
    async fn verify_from(
        &self,
        before: Option<Verified>,
    ) -> Result<(AuditReport, Option<Head>), StoreError> {
        let from = before.as_ref().map_or_else(Head::genesis, |it| it.audit.clone());
        // The heads are read first, so that entries written meanwhile can only follow them.
        let heads = self.anchor.heads();
        let mut report = self.verify_log(from, &heads).await?;
        report.faults.extend(report.fault.take());
        let mut end = None;
        if self.anchor.key.get().is_ok() {
            let records = heads.ok().and_then(|heads| heads.records);
            let since = before.map(|it| it.records.seq);
            end = self.verify_records(&mut report, records, since).await?;
        }
        report.faults.truncate(MOST_FAULTS);
        report.fault = report.faults.first().cloned();
        Ok((report, end))
    }

    /// Verifies the layout, the record log and the rows: all of them, or those that changed after an
    /// entry of the record log. Returns the head of the record log if that log is sound.
    async fn verify_records(
        &self,
        report: &mut AuditReport,
        anchored: Option<Head>,
        since: Option<u64>,
    ) -> Result<Option<Head>, StoreError> {
        let mut chain = Chain::default();
        let mut snapshot = self.readers.begin().await?;
        let layout = layout_fault(&mut snapshot).await?;
        report.faults.extend(layout.and_then(|what| {
            let text = format!("the layout of the database: {what}");
            fault(report.entries, AuditFaultKind::LayoutChanged, text)
        }));
        let broken = chain.advance(&mut snapshot, &self.anchor).await?;
        (report.records, report.bound) = (chain.seq, chain.bound());
        report.bound_since = (chain.seq > 0).then_some(chain.since);
        if let Some(broken) = broken {
            let (seq, kind) = (broken.audit, AuditFaultKind::RecordLogDamaged);
            report.faults.extend(fault(seq, kind, broken.message));
            return Ok(None);
        }
        let cut = match anchored {
            Some(head) if head.seq > chain.seq => Some(format!(
                "entries {} to {} of the record log are missing at the end",
                chain.seq + 1,
                head.seq
            )),
            Some(head) if head.seq > 0 => {
                let mac: Option<String> =
                    sqlx::query_scalar("SELECT mac FROM record_log WHERE seq = ?")
                        .bind(head.seq.cast_signed())
                        .fetch_optional(&mut *snapshot)
                        .await?;
                (mac != Some(head.mac))
                    .then(|| "the record log is not the one whose head was anchored".to_owned())
            }
            _ if chain.seq == 0 => Some("the record log is gone".to_owned()),
            _ => None,
        };
        let end = Head { seq: chain.seq, mac: chain.mac.clone() };
        if let Some(text) = cut {
            report.faults.extend(fault(chain.audit, AuditFaultKind::RecordLogDamaged, text));
        }
        let mut rest = self.index_faults(&mut snapshot, &chain, since.is_none()).await?;
        snapshot.rollback().await?;
        let new = since.map(|seq| chain.changed_since(seq));
        let rows = self.reconcile(&mut chain, new.as_ref()).await?;
        // A fault that names a record is more precise than one about the number of rows of its kind.
        let kind_of = |fault: &AuditFault| fault.record.as_ref().map(|record| record.kind.clone());
        let named: BTreeSet<String> = rows.iter().filter_map(kind_of).collect();
        rest.retain(|fault| kind_of(fault).is_none_or(|kind| !named.contains(&kind)));
        report.faults.extend(rows);
        report.faults.extend(rest);
        Ok(Some(end))
    }

    /// Verifies the entries of the audit log after one that was verified before, with the records that
    /// they name.
    async fn verify_log(
        &self,
        from: Head,
        heads: &Result<Heads, String>,
    ) -> Result<AuditReport, StoreError> {
        let anchored = heads.as_ref().ok().map(|heads| &heads.audit);
        let mut report = AuditReport {
            entries: from.seq,
            anchored: anchored.map(|head| head.seq),
            anchored_at: None,
            head: from.mac.clone(),
            records: 0,
            bound: 0,
            bound_since: None,
            checked_from: from.seq,
            fault: None,
            faults: Vec::new(),
        };
        let mut last = from;
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
        report.fault = match heads {
            Err(problem) => {
                fault(last.seq, AuditFaultKind::AnchorLost, format!("no head: {problem}"))
            }
            Ok(heads) if heads.audit.seq > last.seq => {
                let end = heads.audit.seq;
                let message = format!("entries {} to {end} are missing at the end", last.seq + 1);
                fault(last.seq + 1, AuditFaultKind::Truncated, message)
            }
            Ok(_) if report.checked_from > 0 => None,
            Ok(_) => self.unaudited_decision(last.seq, decisions).await?,
        };
        if report.anchored_at.is_none()
            && let Some(head) = anchored
        {
            let entry = self.stored_entries(head.seq.saturating_sub(1), 1).await?.pop();
            report.anchored_at = entry.and_then(|entry| entry.at.parse().ok());
        }
        Ok(report)
    }

    /// Checks that the log still contains an entry that was written down elsewhere, for example in an
    /// export, in a pack or on paper. Returns the fault if it does not.
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

    /// Writes the audit log as JSON lines, one entry a line. Returns the number of entries.
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

    /// Reports decisions that have no entry in the log.
    async fn unaudited_decision(
        &self,
        last: u64,
        audited: u64,
    ) -> Result<Option<AuditFault>, StoreError> {
        let row =
            sqlx::query("SELECT COUNT(*) AS n FROM decisions").fetch_one(&self.readers).await?;
        let stored = row.get::<i64, _>("n").unsigned_abs();
        // Decisions made during the check only add to the count, which the second condition detects.
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
