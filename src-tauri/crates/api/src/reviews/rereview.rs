use simui_domain::{CaseStatus, ReviewResult, Violation};
use simui_flow::{RunStatus, Timings};
use simui_review::graph::draft_result_of;

use crate::faults::ErrorCode;
use crate::types::{ClaimChangeKind, Rereview, RereviewRequest, ViolationChange};
use crate::{ApiError, Desk};

impl Desk {
    /// Reviews a finished case again from its beginning with the present rules and law, as a fork. The
    /// decision stands until a person makes another.
    pub async fn rereview(&self, request: RereviewRequest) -> Result<Rereview, ApiError> {
        let RereviewRequest { case_id, as_of } = request;
        let case = self.stored_case(&case_id).await?;
        let (CaseStatus::Completed, Some(final_verdict)) = (case.status, case.final_verdict) else {
            return Err(ApiError::invalid(
                ErrorCode::CaseNotDecided,
                &[],
                format!(
                    "case {case_id} is not finished; only a decided case is reviewed again, decide it first"
                ),
            ));
        };
        self.refresh().await?;
        let original = case.run_id;
        let before = draft_result_of(&self.engine.state(&original).await?, &Timings::default());
        let mut state = self.engine.state_at(&original, 0).await?;
        state.as_of = as_of.unwrap_or(state.as_of);
        let state = self.as_of_now(state).await?;
        let fork = self.engine.fork(&original, 0, &state).await?;
        let stop = self.engine.resume(&fork).await?;
        if let (RunStatus::Failed, Some(failure)) = (stop.status, stop.failure) {
            return Err(ApiError::invalid(
                ErrorCode::RereviewFailed,
                &[],
                format!(
                    "case {case_id}: node {} failed: {}; the decision stands, try again after `simui doctor`",
                    failure.node, failure.message
                ),
            ));
        }
        let after = draft_result_of(&stop.state, &Timings::default());
        Ok(Rereview {
            case_id,
            original,
            fork,
            as_of: state.as_of,
            final_verdict,
            verdict_changed: before.verdict != after.verdict,
            violations: changes(&before, &after),
            before,
            after,
        })
    }
}

/// Compares two results. Violations are equal when their kind and words are.
fn changes(before: &ReviewResult, after: &ReviewResult) -> Vec<ViolationChange> {
    let (old, new) = (with_words(before), with_words(after));
    let has = |all: &[(String, &Violation)], (words, violation): &(String, &Violation)| {
        all.iter().any(|(other, one)| one.kind == violation.kind && other == words)
    };
    let change = |change, (words, violation): &(String, &Violation)| ViolationChange {
        change,
        kind: violation.kind,
        level: violation.level,
        severity: violation.severity,
        claim: words.clone(),
        article: violation.article.clone(),
    };
    let gone =
        old.iter().filter(|it| !has(&new, it)).map(|it| change(ClaimChangeKind::Removed, it));
    let here = new.iter().map(|found| {
        let kind = if has(&old, found) { ClaimChangeKind::Kept } else { ClaimChangeKind::Added };
        change(kind, found)
    });
    gone.chain(here).collect()
}

fn with_words(result: &ReviewResult) -> Vec<(String, &Violation)> {
    let words = |violation: &Violation| {
        let claim = result.claims.iter().find(|claim| claim.id == violation.claim_id);
        claim.map(|claim| claim.text.clone()).unwrap_or_default()
    };
    result.violations.iter().map(|violation| (words(violation), violation)).collect()
}
