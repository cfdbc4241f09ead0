//! Node 6: asks a person, and takes the answer in.

use simui_domain::{CaseStatus, InterruptReason};
use simui_flow::{Answer, NodeError, Outcome};

use super::{HumanDecision, ReviewDelta, ReviewNode, ReviewState};
use crate::decision_rule::{Standing, reasons};

/// Asks when the rule says so.
pub fn ask(state: &ReviewState) -> Result<Outcome<ReviewState>, NodeError> {
    let reasons = reasons_for(state)?;
    let delta = ReviewDelta::Asked(reasons.clone());
    if reasons.is_empty() {
        return Ok(Outcome::Done(delta));
    }
    let question = serde_json::to_value(simui_domain::Interrupt { reasons })?;
    Ok(Outcome::Wait { delta, question })
}

fn reasons_for(state: &ReviewState) -> Result<Vec<InterruptReason>, NodeError> {
    let draft = state.draft.as_ref().ok_or_else(|| NodeError::new("no draft to decide on"))?;
    Ok(reasons(&Standing {
        verdict: draft.verdict,
        confidence: draft.confidence,
        worst: draft.violations.iter().map(|violation| violation.severity).max(),
        unsettled: !state.objections.is_empty(),
        rejected: !state.rejections.is_empty(),
        text: &state.ad.text,
    }))
}

/// Checks an answer and takes it in; what it lacks is said, and the question stays open.
pub fn answer(_: &ReviewState, answer: &Answer) -> Result<ReviewDelta, NodeError> {
    let decision: HumanDecision = serde_json::from_value(answer.payload.clone())?;
    let problem = match &decision {
        HumanDecision::Reject { note } if note.trim().is_empty() => {
            "기각에는 의견이 필요합니다: 다시 심의할 때 무엇을 볼지 적어 주세요"
        }
        HumanDecision::RequestRevision { note } if note.trim().is_empty() => {
            "수정요청에는 의견이 필요합니다: 광고주가 무엇을 고칠지 적어 주세요"
        }
        HumanDecision::Modify(changes) if changes.is_empty() => {
            "수정한 내용이 없습니다: 판정이나 위반 사항을 고치거나 승인을 고르세요"
        }
        _ => return Ok(ReviewDelta::Decided(decision)),
    };
    Err(NodeError::new(problem))
}

/// Where the run goes after a person, or after nobody was asked.
pub fn after(state: &ReviewState) -> ReviewNode {
    match state.decision {
        Some(HumanDecision::Reject { .. }) => ReviewNode::Claims,
        _ => ReviewNode::Finalize,
    }
}

/// Node 7: what the case becomes.
pub fn finalize(state: &ReviewState) -> Outcome<ReviewState> {
    Outcome::Done(ReviewDelta::Finalized(match state.decision {
        Some(HumanDecision::RequestRevision { .. }) => CaseStatus::AwaitingRevision,
        _ => CaseStatus::Completed,
    }))
}
