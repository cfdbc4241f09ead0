//! The answer of a person to a review's question, as the store reads it.

use serde::Deserialize;
use simui_domain::{Action, SignatureAct, Verdict};
use simui_flow::{Answer, FlowError};

use crate::StoreError;

/// The part of an answer to a review's question that the store reads. The answer may hold more for the
/// graph.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct DecisionInput {
    /// The decision.
    pub action: Action,
    /// The new verdict; approving without one takes the desk's.
    #[serde(default)]
    pub verdict: Option<Verdict>,
    /// The reviewer's note.
    #[serde(default)]
    pub note: String,
    /// For 수정: unified diff between the result before and after.
    #[serde(default)]
    pub diff: String,
    /// For 수정요청, and required there: the text for the advertiser.
    #[serde(default)]
    pub notice: Option<String>,
    /// The kind of signature; a decision without second signature if absent.
    #[serde(default)]
    pub signed_as: Option<SignatureAct>,
    /// Note of the person who agrees.
    #[serde(default)]
    pub signature_note: Option<String>,
}

/// Reads the answer; the error says what it lacks.
pub(crate) fn decision_input(answer: &Answer) -> Result<DecisionInput, StoreError> {
    let refused = |problem: String| StoreError::Run(FlowError::Refused(problem));
    let input = DecisionInput::deserialize(&answer.payload)
        .map_err(|error| refused(format!("{error}; give an action and what it needs")))?;
    let notice = input.notice.as_deref().unwrap_or_default().trim();
    if input.action == Action::RequestRevision && notice.is_empty() {
        return Err(refused("request_revision needs the notice to the advertiser".to_owned()));
    }
    Ok(input)
}
