//! Compares the new version of an advertisement with the previous one, claim by claim.

use simui_domain::{Claim, ReviewResult};

use crate::types::{ClaimChange, ClaimChangeKind};

/// Lists removed, kept and added claims. Claims are equal when their words are, apart from spaces.
pub fn changes(before: &ReviewResult, after: &ReviewResult) -> Vec<ClaimChange> {
    let (old, new) = (words(before), words(after));
    let change = |change, claim: &Claim, result: &ReviewResult| ClaimChange {
        change,
        text: claim.text.clone(),
        kinds: kinds(result, claim),
    };
    let gone = before.claims.iter().zip(&old).filter(|(_, words)| !new.contains(words));
    let gone = gone.map(|(claim, _)| change(ClaimChangeKind::Removed, claim, before));
    let here = after.claims.iter().zip(&new).map(|(claim, words)| {
        let kind = if old.contains(words) { ClaimChangeKind::Kept } else { ClaimChangeKind::Added };
        change(kind, claim, after)
    });
    gone.chain(here).collect()
}

fn words(result: &ReviewResult) -> Vec<String> {
    let squeeze = |claim: &Claim| claim.text.chars().filter(|c| !c.is_whitespace()).collect();
    result.claims.iter().map(squeeze).collect()
}

fn kinds(result: &ReviewResult, claim: &Claim) -> Vec<String> {
    let mut kinds: Vec<String> = Vec::new();
    for violation in result.violations.iter().filter(|v| v.claim_id == claim.id) {
        let kind = violation.kind.to_string();
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds
}
