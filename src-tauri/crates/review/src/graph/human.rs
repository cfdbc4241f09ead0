//! Node 6: asks a person and checks the answer. Node 7: finishes the case.

use simui_domain::{CaseStatus, ChatOpinion, Citation, InterruptReason};
use simui_flow::{Answer, NodeError, Outcome};

use crate::assertions;
use crate::cite::unconfirmed;
use crate::decision_rule::{Standing, reasons};
use crate::state::{HumanDecision, ReviewDelta, ReviewNode, ReviewState};

/// Asks a person where [`reasons`] gives a reason; otherwise the node is done.
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
    let lacks = |reason| draft.missing_grounds.iter().any(|it| it.reason == reason);
    Ok(reasons(&Standing {
        verdict: draft.verdict,
        confidence: draft.confidence,
        worst: draft.violations.iter().map(|violation| violation.severity).max(),
        unsettled: !state.objections.is_empty(),
        rejected: !state.rejections.is_empty(),
        reopened: state.reopened,
        suspected: !state.suspicions.is_empty(),
        chat_disagrees: state.opinion.as_ref().is_some_and(ChatOpinion::disagrees),
        instructed: !state.instructions().is_empty(),
        missing_rules: lacks(InterruptReason::NoRules),
        missing_law: lacks(InterruptReason::NoLaw),
        unconfirmed: !assertions::of(state).is_empty(),
        automatic_finish: state.automatic_finish.unwrap_or_default(),
        unread: state.unread,
        text: &state.ad.text,
    }))
}

/// Checks the answer of a person. A refused answer leaves the question open.
///
/// # Errors
/// When the decision would make an unverified citation final, or lacks its note or its changes. The message
/// is in Korean and says what is missing.
pub fn answer(state: &ReviewState, answer: &Answer) -> Result<ReviewDelta, NodeError> {
    let decision: HumanDecision = serde_json::from_value(answer.payload.clone())?;
    if let Some(citation) = final_citations(state, &decision).and_then(unconfirmed) {
        let (article, note) = (&citation.article, &citation.note);
        return Err(NodeError::new(format!(
            "확인되지 않은 인용({article})이 있어 확정할 수 없습니다: {note} 인용을 고치거나 빼고 다시 결정하세요"
        )));
    }
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

/// Returns the citations that the decision would make final; `None` when it makes nothing final.
fn final_citations<'a>(
    state: &'a ReviewState,
    decision: &'a HumanDecision,
) -> Option<&'a [Citation]> {
    let drafted = state.draft.as_ref().map(|draft| draft.citations.as_slice());
    match decision {
        HumanDecision::Approve => drafted,
        HumanDecision::Modify(changes) => changes.citations.as_deref().or(drafted),
        HumanDecision::Reject { .. } | HumanDecision::RequestRevision { .. } => None,
    }
}

/// Returns the node after this one: back to the claims after a rejection, otherwise to the end.
pub fn after(state: &ReviewState) -> ReviewNode {
    match state.decision {
        Some(HumanDecision::Reject { .. }) => ReviewNode::Claims,
        _ => ReviewNode::Finalize,
    }
}

/// Node 7: sets the final status of the case.
pub fn finalize(state: &ReviewState) -> Outcome<ReviewState> {
    Outcome::Done(ReviewDelta::Finalized(match state.decision {
        Some(HumanDecision::RequestRevision { .. }) => CaseStatus::AwaitingRevision,
        _ => CaseStatus::Completed,
    }))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use serde_json::json;
    use simui_domain::{CaseId, ChunkId, CitationStatus, DocumentKind, InterruptReason};

    use super::*;
    use crate::state::Draft;

    fn citation(status: CitationStatus) -> Citation {
        Citation {
            chunk_id: ChunkId::from("c"),
            kind: DocumentKind::Statute,
            article: "의료법 제56조".into(),
            quote: "말".into(),
            effective_from: None,
            status,
            digest: false,
            version: String::new(),
            note: String::new(),
        }
    }

    fn state(status: CitationStatus) -> ReviewState {
        let day = jiff::civil::Date::constant(2026, 1, 1);
        let mut state = ReviewState::new(CaseId::from("case"), simui_domain::Ad::default(), day);
        state.reasons = vec![InterruptReason::Critical];
        state.draft = Some(Draft {
            citations: vec![citation(CitationStatus::Verified), citation(status)],
            confidence: simui_domain::Confidence(0.9),
            ..Draft::empty()
        });
        state
    }

    #[test]
    fn no_decision_makes_an_unconfirmed_citation_final() {
        use CitationStatus::*;
        let check = |status: CitationStatus, payload: serde_json::Value, taken: bool| {
            let reviewer = "r".to_owned();
            let decided = answer(
                &state(status),
                &Answer { by: reviewer, at: jiff::Timestamp::UNIX_EPOCH, payload: payload.clone() },
            );
            assert_eq!(decided.is_ok(), taken, "{status:?} {payload}: {decided:?}");
        };
        let kept = json!({ "action": "modify", "verdict": "허용" });
        let removed = json!({ "action": "modify", "citations": [citation(Verified)] });
        for status in [Misattributed, NotFound, Repealed, TitleMismatch, Unchecked] {
            check(status, json!({ "action": "approve" }), false);
            check(status, kept.clone(), false);
            check(status, json!({ "action": "modify", "citations": [citation(status)] }), false);
            check(status, removed.clone(), true);
            check(status, json!({ "action": "modify", "citations": [] }), true);
            check(status, json!({ "action": "reject", "note": "다시" }), true);
            check(status, json!({ "action": "request_revision", "note": "고칠 것" }), true);
        }
        for status in [Verified, Repaired] {
            check(status, json!({ "action": "approve" }), true);
            check(status, kept.clone(), true);
        }
    }
}
