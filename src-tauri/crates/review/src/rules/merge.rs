//! Merges findings: one claim breaks one norm once, however many rules of its kind fire on it.

use crate::finding::{ExceptionTrial, Finding};

/// Merges findings of the same kind on the same claim: the gravest stays and takes over the exceptions that
/// the others tried.
pub(super) fn merge(mut findings: Vec<Finding>) -> Vec<Finding> {
    findings.sort_by(|a, b| {
        (a.span.start, a.kind)
            .cmp(&(b.span.start, b.kind))
            .then(b.severity.cmp(&a.severity))
            .then(b.strength.total_cmp(&a.strength))
    });
    let mut merged: Vec<Finding> = Vec::with_capacity(findings.len());
    // Claims are in order of appearance, so only the findings of the latest claims can match.
    for finding in findings {
        let recent = merged.len().saturating_sub(40);
        let same = merged[recent..]
            .iter_mut()
            .find(|it| it.kind == finding.kind && it.claim_id == finding.claim_id);
        match same {
            Some(kept) => absorb(kept, finding),
            None => merged.push(finding),
        }
    }
    merged
}

fn absorb(kept: &mut Finding, other: Finding) {
    let graver = (other.severity, other.strength) > (kept.severity, kept.strength);
    let (mut winner, loser) = if graver { (other, kept.clone()) } else { (kept.clone(), other) };
    for trial in loser.exceptions {
        let known =
            |it: &ExceptionTrial| it.name == trial.name && (it.unconfirmed || !trial.unconfirmed);
        if !winner.exceptions.iter().any(known) {
            winner.exceptions.push(trial);
        }
    }
    // A finding that no assertion could clear makes the merged finding settled.
    winner.unsettled &= loser.unsettled;
    winner.span.start = winner.span.start.min(loser.span.start);
    winner.span.end = winner.span.end.max(loser.span.end);
    *kept = winner;
}
