//! Names the kind of damage at the first bad entry of the audit log.

use sqlx::Row;

use super::faults::{AuditFault, AuditFaultKind, fault, fault_at};
use crate::anchor::{Anchor, Head};
use crate::audit::Stored;
use crate::columns::corrupt;
use crate::decisions::SIGNED;
use crate::papers::ISSUED;
use crate::signatures::SIGNATURE;
use crate::signed_rows::signed_digest;
use crate::{Database, StoreError};

/// Largest number of entries in which every pair of entry and predecessor is tried.
const MAX_ENTRIES_FOR_ALL_PAIRS: usize = 400;

/// Whether an entry follows the one before it and has the mac of its fields.
pub(crate) fn is_sound(
    before: &Head,
    stored: &Stored,
    anchor: &Anchor,
) -> Result<bool, StoreError> {
    let follows = stored.seq == before.seq + 1 && stored.previous == before.mac;
    Ok(follows && stored.expected(anchor)? == stored.mac)
}

impl Database {
    /// Names the damage at the first entry that does not follow from `before`.
    pub(crate) async fn damage(
        &self,
        before: &Head,
        bad: &Stored,
        anchored: Option<&Head>,
    ) -> Result<Option<AuditFault>, StoreError> {
        let seq = before.seq + 1;
        let rest = self.stored_entries(before.seq, u32::MAX).await?;
        // The entry that belongs here, if it is stored under a later number.
        let rightful =
            rest.iter().find(|it| it.seq != bad.seq && self.is_genuine(it, seq, &before.mac));
        let last = rest.last().map_or(seq, |it| it.seq).max(anchored.map_or(0, |head| head.seq));
        let own = self.own_number(bad, &rest, last);
        Ok(match (rightful, own) {
            (None, _) if bad.seq != seq => {
                let found = bad.seq;
                fault(
                    seq,
                    AuditFaultKind::Deleted,
                    format!("entry {seq} is missing; the next one there is {found}"),
                )
            }
            (Some(it), _) if bad.seq != seq => {
                let text = format!("entry {seq} stands at {}", it.seq);
                fault(seq, AuditFaultKind::Reordered, text)
            }
            // All entries before this one are in order, so the original is among them.
            (_, Some(own)) if own < seq => {
                let text = format!("it was put in between: a copy of entry {own}");
                fault_at(bad, AuditFaultKind::Inserted, text)
            }
            (Some(it), Some(_)) => {
                let text = format!(
                    "entries changed places: the one that belongs here stands at {}",
                    it.seq
                );
                fault_at(bad, AuditFaultKind::Reordered, text)
            }
            (Some(it), None) => {
                let text = format!(
                    "it was put in between, without the key: the entry that belongs here stands at {}",
                    it.seq
                );
                fault_at(bad, AuditFaultKind::Inserted, text)
            }
            (None, Some(own)) if own != seq => {
                let text = format!("entry {seq} is missing; what stands here was entry {own}");
                fault_at(bad, AuditFaultKind::Deleted, text)
            }
            // Written with the key, but after other entries than those before it.
            (None, Some(_)) => {
                let text = "it follows another log than the one before it".to_owned();
                fault_at(bad, AuditFaultKind::Rewritten, text)
            }
            (None, None) => fault_at(
                bad,
                self.without_key(seq, &rest, anchored),
                without_key_text(seq, anchored),
            ),
        })
    }

    /// Whether an entry was written with the key, under this number and after this mac.
    fn is_genuine(&self, entry: &Stored, seq: u64, previous: &str) -> bool {
        let moved = Stored { seq, previous: previous.to_owned(), ..entry.clone() };
        moved.expected(&self.anchor).is_ok_and(|mac| mac == entry.mac)
    }

    /// The number under which the entry was written, if it was written with the key. Its link to the
    /// entry before it may have been changed together with its place, so in a short log every other link
    /// is tried as well.
    fn own_number(&self, bad: &Stored, rest: &[Stored], last: u64) -> Option<u64> {
        let numbers = 1..=last + rest.len() as u64;
        let mut links = vec![bad.previous.as_str()];
        if rest.len() <= MAX_ENTRIES_FOR_ALL_PAIRS {
            links.extend(rest.iter().map(|it| it.mac.as_str()));
        }
        let under = |link: &&str| numbers.clone().find(|at| self.is_genuine(bad, *at, link));
        links.iter().find_map(under)
    }

    /// Kind of damage of an entry that was not written with the key: rewritten if no entry of the log has
    /// a mac of this desk's key, inserted if it is behind the anchored head, else edited.
    fn without_key(&self, seq: u64, rest: &[Stored], anchored: Option<&Head>) -> AuditFaultKind {
        let sound = |it: &Stored| it.expected(&self.anchor).is_ok_and(|mac| mac == it.mac);
        if seq == 1 && rest.len() > 1 && !rest.iter().any(sound) {
            AuditFaultKind::Rewritten
        } else if anchored.is_some_and(|head| seq > head.seq) {
            AuditFaultKind::Inserted
        } else {
            AuditFaultKind::Edited
        }
    }

    /// Compares a decision, a first signature or an issued paper with the digest in its entry.
    pub(crate) async fn record_fault(
        &self,
        stored: &Stored,
        decisions: &mut u64,
    ) -> Result<Option<AuditFault>, StoreError> {
        let details: serde_json::Value = serde_json::from_str(&stored.details)
            .map_err(|error| corrupt("audit_log.details", &error.to_string()))?;
        let signed = details["sha256"].as_str();
        match stored.action.as_str() {
            what @ ("decision" | "signature") => {
                *decisions += u64::from(what == "decision");
                let id = details[what].as_str().unwrap_or_default();
                let sql = if what == "decision" { SIGNED } else { SIGNATURE };
                let row = sqlx::query(sql).bind(id).fetch_optional(&self.readers).await?;
                let kept = row.map(|row| signed_digest(&row));
                let message = match &kept {
                    None => format!("{what} {id} is gone"),
                    Some(_) => format!("{what} {id} is not what was signed"),
                };
                Ok(differs(
                    kept.as_deref(),
                    signed,
                    stored,
                    AuditFaultKind::DecisionChanged,
                    message,
                ))
            }
            "paper_issued" => {
                let id = details["paper"].as_str().unwrap_or_default();
                let row = sqlx::query(ISSUED).bind(id);
                let row = row.fetch_optional(&self.readers).await?;
                let kept = row.as_ref().map(signed_digest);
                let message = match row.as_ref().map(|row| row.get::<&str, _>("number_text")) {
                    None => format!("paper {id} is gone"),
                    Some(number) => format!("paper {number} is not what was issued"),
                };
                Ok(differs(kept.as_deref(), signed, stored, AuditFaultKind::PaperChanged, message))
            }
            _ => Ok(None),
        }
    }
}

fn without_key_text(seq: u64, anchored: Option<&Head>) -> String {
    match anchored.is_some_and(|head| seq > head.seq) {
        true => "it was added without the key, behind the anchored end of the log".to_owned(),
        false => "its words and its mac do not belong together".to_owned(),
    }
}

fn differs(
    kept: Option<&str>,
    signed: Option<&str>,
    stored: &Stored,
    kind: AuditFaultKind,
    message: String,
) -> Option<AuditFault> {
    if kept.is_some() && kept == signed { None } else { fault_at(stored, kind, message) }
}
