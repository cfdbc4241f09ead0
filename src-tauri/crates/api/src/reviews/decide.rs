use serde_json::json;
use similar::TextDiff;
use simui_corpus::LawBook;
use simui_domain::{
    Action, CaseId, CaseStatus, InterruptId, ReviewResult, Reviewer, SignatureAct, Signed, Verdict,
};
use simui_flow::{Answer, FlowError};
use simui_review::{cite, graph};
use simui_store::{Case, NewSignature, OpenQuestion};

use super::notice;
use crate::faults::ErrorCode;
use crate::types::{CaseView, DecideRequest, DeskEvent, ReviewEdit};
use crate::{ApiError, Desk};
use simui_domain::korean_minute;

impl Desk {
    /// Records a person's decision exactly once and continues the run.
    ///
    /// When this returns, the decision is stored, whatever happens afterwards. A second decision on the same
    /// question is refused.
    pub async fn decide(&self, request: DecideRequest) -> Result<CaseView, ApiError> {
        let reviewer = self.signing_decider(&request.reviewer).await?;
        let case = self.stored_case(&request.case_id).await?;
        let case = self.continued(case).await?;
        let question = self.question_seen(&case, request.question_id.as_deref())?;
        // A case that was changed outside the program (advertisement or signatures) must not become final.
        self.database.require_reconciled(&case.id).await?;
        let library = self.refresh().await?;
        let result = case.result.as_ref().ok_or_else(|| ApiError::Missing {
            what: "result of case",
            id: request.case_id.to_string(),
            remedy: "its run has not come to rest; try again in a moment",
        })?;
        let ad = case.ad().cloned().unwrap_or_default();
        let as_of = ad.published_on.unwrap_or_else(|| self.day_of(&case));
        let request = with_checked_citations(&library.law, request, result, as_of).await?;
        let payload = payload(&request, &case, result, &reviewer, self.today())?;
        let edited = request.edit.as_ref().and_then(|edit| edit.verdict);
        let new = NewSignature {
            case: case.id.clone(),
            interrupt: question.interrupt_id.clone(),
            act: SignatureAct::Sign,
            action: Some(request.action),
            verdict: Some(request.verdict.or(edited).unwrap_or(result.verdict)),
            note: request.note.clone().unwrap_or_default(),
            payload: payload.clone(),
        };
        if let Signed::Kept(_) = self.database.would_sign(&new, &reviewer).await? {
            // A decision for a second person to agree with must be one that the graph accepts.
            let state = self.engine.state(&case.run_id).await?;
            let (by, at) = (reviewer.id.to_string(), self.clock.now());
            graph::check_answer(&state, &Answer { by, at, payload })
                .map_err(|error| refused(FlowError::Refused(error.to_string()), &new.payload))?;
            self.database.sign(&self.clock, &new, &reviewer).await?;
            let mut view = self.changed(&case.id).await?;
            view.warnings.extend(self.unanchored());
            return Ok(view);
        }
        self.answer_question(&case.id, &question.interrupt_id, &reviewer, payload).await
    }

    /// Returns the open question. An error when it is not the question that the reviewer read.
    pub(super) fn question_seen(
        &self,
        case: &Case,
        seen: Option<&str>,
    ) -> Result<OpenQuestion, ApiError> {
        let Some(question) = &case.question else {
            return Err(nothing_to_decide(case));
        };
        if seen.is_some_and(|seen| seen != question.interrupt_id.to_string()) {
            return Err(ApiError::invalid(
                ErrorCode::StaleDecision,
                &[],
                format!(
                    "case {}: the draft changed since it was opened; read the new one and decide again",
                    case.id
                ),
            ));
        }
        Ok(question.clone())
    }

    /// Answers a question, once, and continues the run.
    pub(super) async fn answer_question(
        &self,
        case_id: &CaseId,
        question: &InterruptId,
        reviewer: &Reviewer,
        payload: serde_json::Value,
    ) -> Result<CaseView, ApiError> {
        let answered = self.engine.answer(question, reviewer.id.as_str(), payload.clone()).await;
        let run = answered.map_err(|error| refused(error, &payload))?;
        self.send_event(DeskEvent::CaseChanged { case_id: case_id.clone() });
        // From here on the decision is stored, and no error may suggest that it be repeated.
        let gone_on = self.drive(case_id, &run).await;
        let mut view = self.case(case_id).await.map_err(|error| {
            ApiError::invalid(
                ErrorCode::DecisionStands,
                &[],
                format!("{DECISION_STANDS} 사건을 다시 읽지 못했습니다: {}", error.cause()),
            )
        })?;
        if let Err(error) = gone_on {
            view.warnings.push(format!(
                "{DECISION_STANDS} 그 뒤의 처리가 끝나지 않았습니다({}). 다시 결정하지 마십시오: 디스크에 빈자리를 만들고 데스크를 \
                 다시 열면 이어집니다.",
                error.cause()
            ));
        }
        view.warnings.extend(self.unanchored());
        Ok(view)
    }

    /// Returns a warning, in Korean, when the head of the audit log could not be anchored after a change was
    /// stored.
    pub(super) fn unanchored(&self) -> Option<String> {
        let problem = self.database.unanchored();
        (!problem.is_empty()).then(|| {
            let cause = problem.split(';').next().unwrap_or_default();
            format!(
                "한 일은 저장되었습니다. 다만 데이터베이스 밖의 머리(audit.head)를 쓰지 못했습니다({cause}). 디스크에 빈자리를 만들면 \
                 다음 기록과 함께 쓰입니다."
            )
        })
    }
}

/// Beginning of every message about a failure after a decision was stored.
const DECISION_STANDS: &str = "결정은 저장되었습니다.";

/// Compares the citations that a decision would make final once more with the law of the day, whatever status
/// they have. Without this, a citation that is not in the stored law could become final. Citations that the
/// reviewer added get their status here.
pub(super) async fn with_checked_citations(
    law: &LawBook,
    mut request: DecideRequest,
    result: &ReviewResult,
    as_of: jiff::civil::Date,
) -> Result<DecideRequest, ApiError> {
    let edited = request.edit.as_mut().and_then(|edit| edit.citations.as_mut());
    let mut drafted = result.citations.clone();
    let citations = match (request.action, edited) {
        (Action::Modify, Some(edited)) => edited,
        (Action::Approve | Action::Modify, _) => &mut drafted,
        (Action::Reject | Action::RequestRevision, _) => return Ok(request),
    };
    cite::recheck(law, citations, as_of).await?;
    match cite::unconfirmed(citations) {
        Some(citation) => Err(ApiError::invalid(
            ErrorCode::CitationUnconfirmed,
            &[("article", &citation.article)],
            format!(
                "citation {:?} is not confirmed ({:?}) as of {as_of}: {} correct it or remove it with modify, then decide again",
                citation.article, citation.status, citation.note
            ),
        )),
        None => Ok(request),
    }
}

/// Returns the error of a decision; of one that the graph refused, with what the decision lacks.
fn refused(error: FlowError, payload: &serde_json::Value) -> ApiError {
    if !matches!(error, FlowError::Refused(_)) {
        return error.into();
    }
    let has_note = payload["note"].as_str().is_some_and(|note| !note.trim().is_empty());
    let code = match payload["action"].as_str() {
        Some("reject") if !has_note => ErrorCode::RejectionNoteEmpty,
        Some("request_revision") => ErrorCode::RevisionNoteEmpty,
        Some("modify") => ErrorCode::ModificationRefused,
        _ => ErrorCode::DecisionRefused,
    };
    ApiError::invalid(code, &[], error.to_string())
}

fn nothing_to_decide(case: &Case) -> ApiError {
    let id = &case.id;
    match (case.status, case.decisions.last()) {
        (CaseStatus::AwaitingRevision, _) => ApiError::invalid(
            ErrorCode::CaseAwaitsRevision,
            &[],
            format!(
                "case {id} awaits the advertiser's new version; hand it in with `review revise`"
            ),
        ),
        (CaseStatus::Completed, Some(decision)) => {
            let (name, at) = (&decision.reviewer.name, decision.decided_at);
            ApiError::invalid(
                ErrorCode::CaseAlreadyDecided,
                &[("name", name), ("at", &korean_minute(at))],
                format!(
                    "case {id} was already decided by {name} at {at}; that decision stands unless the case is reopened"
                ),
            )
        }
        (CaseStatus::Completed, None) => ApiError::invalid(
            ErrorCode::CaseAlreadyCompleted,
            &[],
            format!(
                "case {id} was already completed without a person; reopen it to judge it again"
            ),
        ),
        _ => ApiError::invalid(
            ErrorCode::CaseNotWaiting,
            &[],
            format!("case {id} asks for no decision at the moment; look at its history"),
        ),
    }
}

/// Returns what is recorded with the answer: the fields of `simui_review::graph::HumanDecision` and of
/// `simui_store::DecisionInput`.
fn payload(
    request: &DecideRequest,
    case: &Case,
    result: &ReviewResult,
    reviewer: &Reviewer,
    day: jiff::civil::Date,
) -> Result<serde_json::Value, ApiError> {
    let note = request.note.clone().unwrap_or_default();
    let edit = request.edit.clone().unwrap_or_default();
    let verdict = request.verdict.or(edit.verdict);
    match request.action {
        Action::Approve => {
            approves_as_drafted(verdict, &edit, result)?;
            Ok(json!({ "action": "approve", "note": note }))
        }
        Action::Reject => Ok(json!({ "action": "reject", "note": note })),
        Action::RequestRevision => {
            let notice = notice::write(case.ad(), result, &note, reviewer, day);
            Ok(json!({ "action": "request_revision", "note": note, "notice": notice }))
        }
        Action::Modify => {
            let edit = ReviewEdit { verdict, ..edit };
            let diff = difference(result, &edit)?;
            let mut payload = serde_json::to_value(&edit).map_err(|error| {
                ApiError::invalid(ErrorCode::Internal, &[], format!("edit: {error}"))
            })?;
            payload["action"] = json!("modify");
            payload["note"] = json!(note);
            payload["diff"] = json!(diff);
            Ok(payload)
        }
    }
}

fn approves_as_drafted(
    verdict: Option<Verdict>,
    edit: &ReviewEdit,
    result: &ReviewResult,
) -> Result<(), ApiError> {
    if verdict.is_some_and(|verdict| verdict != result.verdict) || *edit != ReviewEdit::default() {
        return Err(ApiError::invalid(
            ErrorCode::ApprovalWithChanges,
            &[],
            format!(
                "approve confirms the draft ({}) as it is; to change anything use modify",
                result.verdict
            ),
        ));
    }
    Ok(())
}

/// Returns the unified diff between the result and the edited result, each as indented JSON.
fn difference(result: &ReviewResult, edit: &ReviewEdit) -> Result<String, ApiError> {
    let part = |result: &ReviewResult| {
        json!({
            "verdict": result.verdict,
            "violations": result.violations,
            "citations": result.citations,
            "suggestions": result.suggestions,
        })
    };
    let mut edited = result.clone();
    edited.verdict = edit.verdict.unwrap_or(edited.verdict);
    edited.violations = edit.violations.clone().unwrap_or(edited.violations);
    edited.citations = edit.citations.clone().unwrap_or(edited.citations);
    edited.suggestions = edit.suggestions.clone().unwrap_or(edited.suggestions);
    check_edit(&edited)?;
    let text = |value| {
        serde_json::to_string_pretty(&value)
            .map_err(|error| ApiError::invalid(ErrorCode::Internal, &[], format!("edit: {error}")))
    };
    let (before, after) = (text(part(result))?, text(part(&edited))?);
    let diff = TextDiff::from_lines(&before, &after);
    Ok(diff.unified_diff().context_radius(1).header("초안", "수정").to_string())
}

/// Checks that an edited result is consistent: its claims exist, and its citations are those it lists.
fn check_edit(edited: &ReviewResult) -> Result<(), ApiError> {
    let claim = |id: &simui_domain::ClaimId| edited.claims.iter().any(|claim| claim.id == *id);
    for violation in &edited.violations {
        if !claim(&violation.claim_id) {
            return Err(ApiError::invalid(
                ErrorCode::EditClaimUnknown,
                &[],
                format!(
                    "edit: violation {} names claim {}, which the case does not have",
                    violation.kind, violation.claim_id
                ),
            ));
        }
        if let Some(at) = violation.citations.iter().find(|at| **at >= edited.citations.len()) {
            return Err(ApiError::invalid(
                ErrorCode::EditCitationUnknown,
                &[("number", at)],
                format!(
                    "edit: violation {} cites number {at}, but there are only {} citations",
                    violation.kind,
                    edited.citations.len()
                ),
            ));
        }
    }
    match edited.suggestions.iter().find(|suggestion| !claim(&suggestion.claim_id)) {
        Some(suggestion) => Err(ApiError::invalid(
            ErrorCode::EditClaimUnknown,
            &[],
            format!(
                "edit: a suggestion names claim {}, which the case does not have",
                suggestion.claim_id
            ),
        )),
        None => Ok(()),
    }
}
