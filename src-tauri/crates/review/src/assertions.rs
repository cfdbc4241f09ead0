//! Assertions: statements that only the advertiser makes, so that a person has to check them.
//!
//! They come from exceptions that would clear a finding (see `rests_on` in `rules/README.md`), and from an
//! approval under 의료법 제57조 that no case of this desk confirms.

use simui_domain::{Assertion, ViolationKind};

use crate::finding::ExceptionTrial;
use crate::normalise::{Characters, normalise};
use crate::rules::shown_approval_number;
use crate::state::ReviewState;

/// The name of assertions about the prior review.
const APPROVAL: &str = "approval";

/// Returns every assertion that a person has to check in the advertisement of `state`, each once.
pub fn of(state: &ReviewState) -> Vec<Assertion> {
    let mut all: Vec<Assertion> = Vec::new();
    let mut add = |assertion: Assertion| {
        if !all.iter().any(|it| it.kind == assertion.kind && it.what == assertion.what) {
            all.push(assertion);
        }
    };
    for finding in &state.findings {
        let tried = state.draft.iter().flat_map(|draft| &draft.tried);
        let tried = tried.filter(|it| it.rule == finding.rule && it.claim_id == finding.claim_id);
        let trials = finding.exceptions.iter().chain(tried.map(|it| &it.trial));
        for trial in trials.filter(|trial| trial.unconfirmed) {
            add(assertion(finding.kind, trial, Some(&finding.claim_id)));
        }
    }
    for cleared in &state.cleared {
        for trial in cleared.exceptions.iter().filter(|trial| trial.unconfirmed) {
            let claim = state
                .claims
                .iter()
                .find(|claim| claim.start < cleared.span.end && cleared.span.start < claim.end);
            add(assertion(cleared.kind, trial, claim.map(|claim| &claim.id)));
        }
    }
    if let Some(what) = approval(state) {
        let (kind, name) = (ViolationKind::V10, APPROVAL.to_owned());
        add(Assertion { kind, claim_id: None, name, what, violation_stands: false });
    }
    all
}

fn assertion(
    kind: ViolationKind,
    trial: &ExceptionTrial,
    claim_id: Option<&simui_domain::ClaimId>,
) -> Assertion {
    Assertion {
        kind,
        claim_id: claim_id.cloned(),
        name: trial.name.clone(),
        what: format!("{}.", trial.why.trim_end_matches('.')),
        violation_stands: !trial.applied,
    }
}

/// Returns what a person has to check about an approval that the advertiser names or shows and that no case
/// of this desk confirms.
fn approval(state: &ReviewState) -> Option<String> {
    match &state.ad.approval {
        Some(approval) if approval.case_id.is_some() => None,
        Some(approval) => {
            let number = approval.number.as_deref().map(|number| format!(" {}", number.trim()));
            Some(format!(
                "제출된 심의 승인{}을(를) 이 데스크의 사건에서 찾지 못함: 심의기구에서 승인 여부와 문구를 확인할 것.",
                number.unwrap_or_default()
            ))
        }
        None => {
            let shown = shown_approval_number(&normalise(&state.ad.text, &Characters::default()))?;
            Some(format!(
                "광고에 심의번호 {shown}이(가) 표시됨: 승인 자료가 없으므로 심의기구에서 확인할 것."
            ))
        }
    }
}
