//! 네 눈 원칙: second signatures on first decisions.

use serde_json::{Value, json};
use simui_domain::{Action, SignatureAct, Signed};
use simui_store::NewSignature;

use super::decide::with_checked_citations;
use crate::faults::ErrorCode;
use crate::types::{CaseView, DecideRequest, ReviewEdit, SecondSignature};
use crate::{ApiError, Desk};

impl Desk {
    /// Signs on a first decision: agreeing makes it final, disagreeing passes it to a third person. The first
    /// signer may withdraw.
    pub async fn sign_second(&self, request: SecondSignature) -> Result<CaseView, ApiError> {
        let reviewer = self.signing_decider(&request.reviewer).await?;
        let case = self.stored_case(&request.case_id).await?;
        let question = self.question_seen(&case, request.question_id.as_deref())?;
        self.database.require_reconciled(&case.id).await?;
        let note = request.note.trim().to_owned();
        if request.act == SignatureAct::Disagree && note.is_empty() {
            return Err(ApiError::invalid(
                ErrorCode::NoteEmpty,
                &[],
                "disagree: the note is empty; say what the first decision gets wrong".to_owned(),
            ));
        }
        let first = self.database.first_signature(&question.interrupt_id).await?;
        let mut payload = first.unwrap_or(Value::Null);
        let new = NewSignature {
            case: case.id.clone(),
            interrupt: question.interrupt_id.clone(),
            act: request.act,
            action: None,
            verdict: None,
            note: note.clone(),
            payload: Value::Null,
        };
        match self.database.would_sign(&new, &reviewer).await? {
            Signed::Kept(_) => {
                self.database.sign(&self.clock, &new, &reviewer).await?;
                return self.changed(&case.id).await;
            }
            Signed::Answer(Some(SignatureAct::Agree)) => {}
            Signed::Answer(_) => {
                return Err(ApiError::invalid(
                    ErrorCode::RequestMalformed,
                    &[],
                    format!(
                        "case {}: give agree, disagree or withdraw; a decision is signed with decide",
                        case.id
                    ),
                ));
            }
        }
        // The law may have changed since the first signature.
        if let Some(result) = &case.result {
            let library = self.refresh().await?;
            let ad = case.ad().cloned().unwrap_or_default();
            let as_of = ad.published_on.unwrap_or_else(|| self.day_of(&case));
            let decision = decision_of(&case.id, &payload)?;
            with_checked_citations(&library.law, decision, result, as_of).await?;
        }
        payload["signed_as"] = json!(SignatureAct::Agree);
        payload["signature_note"] = json!(note);
        self.answer_question(&case.id, &question.interrupt_id, &reviewer, payload).await
    }
}

/// Restores a stored decision, as far as its citations are concerned.
fn decision_of(case_id: &simui_domain::CaseId, payload: &Value) -> Result<DecideRequest, ApiError> {
    let unfit = |error| {
        ApiError::invalid(
            ErrorCode::Internal,
            &[],
            format!("first signature: {error}; report this"),
        )
    };
    let action: Action = serde_json::from_value(payload["action"].clone()).map_err(unfit)?;
    let citations = serde_json::from_value(payload["citations"].clone()).map_err(unfit)?;
    Ok(DecideRequest {
        case_id: case_id.clone(),
        action,
        reviewer: String::new(),
        verdict: None,
        note: None,
        edit: Some(ReviewEdit { citations, ..ReviewEdit::default() }),
        question_id: None,
    })
}
