use simui_domain::{CaseStatus, Confidence, ConfidenceParts, ReviewResult, Verdict};
use simui_flow::Timings;

use super::{Draft, HumanDecision, ReviewState};

/// The thinking roles, all played by rules.
const ROLES: [&str; 4] = ["claim_extraction", "classification", "drafting", "verification"];

/// The result of a review as it stands; with a person's changes once they are made.
pub fn result_of(state: &ReviewState, timings: &Timings) -> ReviewResult {
    let mut result = draft_result_of(state, timings);
    if let (Some(HumanDecision::Modify(changes)), CaseStatus::Completed) =
        (&state.decision, state.status)
    {
        let changes = changes.clone();
        result.verdict = changes.verdict.unwrap_or(result.verdict);
        result.violations = changes.violations.unwrap_or(result.violations);
        result.citations = changes.citations.unwrap_or(result.citations);
        result.suggestions = changes.suggestions.unwrap_or(result.suggestions);
    }
    result
}

/// The desk's own result, whatever a person made of it.
pub fn draft_result_of(state: &ReviewState, timings: &Timings) -> ReviewResult {
    let draft = state.draft.clone().unwrap_or_else(empty_draft);
    let mut timings_ms = timings.nodes.clone();
    timings_ms.insert("total".to_owned(), timings.total);
    let asks = state.status == CaseStatus::AwaitingReview;
    ReviewResult {
        id: state.ad.id.clone(),
        case_id: state.case_id.clone(),
        status: state.status,
        verdict: draft.verdict,
        confidence: draft.confidence,
        confidence_parts: draft.parts,
        claims: state.claims.clone(),
        violations: draft.violations,
        citations: draft.citations,
        reasoning: draft.reasoning,
        decisions: draft.decisions,
        checklist: state.checklist.clone(),
        suggestions: draft.suggestions,
        iterations: state.iterations,
        interrupt: state.interrupt().filter(|_| asks),
        engine: ROLES.iter().map(|role| ((*role).to_owned(), "rules".to_owned())).collect(),
        timings_ms,
        notices: notices(state),
        packs: state.packs.clone(),
    }
}

/// What a reviewer should know; that the verifier gave up is one of these.
fn notices(state: &ReviewState) -> Vec<String> {
    let mut notices = state.notices.clone();
    if state.stuck {
        notices.push(format!(
            "검증의 지적이 되풀이되어 초안 {}건에서 멈추고 사람에게 넘깁니다. 검증 항목의 설명을 보십시오.",
            state.iterations
        ));
    }
    notices
}

/// Before the first draft there is nothing to say: 보류, with no confidence.
fn empty_draft() -> Draft {
    Draft {
        verdict: Verdict::Hold,
        violations: Vec::new(),
        citations: Vec::new(),
        reasoning: Vec::new(),
        suggestions: Vec::new(),
        decisions: Vec::new(),
        tried: Vec::new(),
        parts: ConfidenceParts::default(),
        confidence: Confidence(0.0),
    }
}
