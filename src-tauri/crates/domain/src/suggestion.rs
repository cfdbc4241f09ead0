//! A proposal to rewrite a claim, by the rules or by a chat model.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::ClaimId;

/// 고침 제안.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Suggestion {
    /// The claim to rewrite.
    pub claim_id: ClaimId,
    /// Its current wording.
    pub before: String,
    /// The proposed wording; empty to remove the claim.
    pub after: String,
    /// Reason for the proposal.
    pub why: String,
}
