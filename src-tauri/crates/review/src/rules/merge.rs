//! Merges findings: one claim breaks one norm once, however many rules of its kind fire on it, and words that
//! are repeated break it once.

use std::collections::HashMap;

use simui_domain::{Claim, ClaimId, ViolationKind};

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
    let kept_claim = kept.claim_id.clone();
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
    winner.claim_id = kept_claim;
    winner.span.start = winner.span.start.min(loser.span.start);
    winner.span.end = winner.span.end.max(loser.span.end);
    *kept = winner;
}

/// Largest number of places that a rationale names where the same words stand again.
const MAX_PLACES: usize = 5;

/// Merges findings of one kind whose claims are the same words, white space and punctuation aside. The first
/// stays, and its rationale says where the words stand again.
pub(super) fn merge_repeated(findings: Vec<Finding>, claims: &[Claim]) -> Vec<Finding> {
    let words: HashMap<&ClaimId, String> =
        claims.iter().map(|claim| (&claim.id, letters(&claim.text))).collect();
    let mut first: HashMap<(ViolationKind, &str), usize> = HashMap::new();
    let mut merged: Vec<Finding> = Vec::with_capacity(findings.len());
    let mut again: Vec<Vec<ClaimId>> = Vec::new();
    for finding in findings {
        let known = words.get(&finding.claim_id).filter(|words| !words.is_empty());
        let at = known.map(|words| *first.entry((finding.kind, words)).or_insert(merged.len()));
        match at.filter(|at| *at < merged.len()) {
            Some(at) => {
                if !again[at].contains(&finding.claim_id) {
                    again[at].push(finding.claim_id.clone());
                }
                let span = merged[at].span;
                absorb(&mut merged[at], finding);
                merged[at].span = span;
            }
            None => {
                merged.push(finding);
                again.push(Vec::new());
            }
        }
    }
    for (finding, places) in merged.iter_mut().zip(again) {
        if places.is_empty() {
            continue;
        }
        let named: Vec<&str> = places.iter().take(MAX_PLACES).map(ClaimId::as_str).collect();
        let more = if places.len() > named.len() { " 등" } else { "" };
        finding.rationale +=
            &format!(" 같은 말이 {}곳에 더 있습니다({}{more}).", places.len(), named.join(", "));
    }
    merged
}

fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
