//! Claims, assignments, priorities and due times of waiting cases.

use simui_domain::{CaseId, Handling, Reviewer};
use simui_store::StoreError;

use crate::types::{AssignRequest, CaseView, ClaimRequest, DeskEvent, PriorityRequest};
use crate::{ApiError, Desk};

impl Desk {
    /// Claims a waiting case or extends the claim, for the time that the settings give. Only the claimant may
    /// decide the case.
    pub async fn claim(&self, request: ClaimRequest) -> Result<CaseView, ApiError> {
        let by = self.signing_decider(&request.reviewer).await?;
        self.stored_case(&request.case_id).await?;
        self.database.claim_case(&self.clock, &request.case_id, &by).await?;
        self.changed(&request.case_id).await
    }

    /// Releases a claim. An administrator may release anybody's.
    pub async fn release(&self, request: ClaimRequest) -> Result<CaseView, ApiError> {
        let by = self.signing_decider(&request.reviewer).await?;
        self.stored_case(&request.case_id).await?;
        self.database.release_case(&self.clock, &request.case_id, &by).await?;
        self.changed(&request.case_id).await
    }

    /// Assigns a waiting case to somebody, or removes the assignment.
    pub async fn assign(&self, request: AssignRequest) -> Result<CaseView, ApiError> {
        let by = self.signing_decider(&request.reviewer).await?;
        self.stored_case(&request.case_id).await?;
        let to = match &request.to {
            Some(name) => Some(self.database.account(name).await?.reviewer.id),
            None => None,
        };
        self.database.assign(&self.clock, &request.case_id, to.as_ref(), &by.id).await?;
        self.changed(&request.case_id).await
    }

    /// Sets the priority and due time of a waiting case.
    pub async fn prioritise(&self, request: PriorityRequest) -> Result<CaseView, ApiError> {
        let by = self.signing_decider(&request.reviewer).await?;
        self.stored_case(&request.case_id).await?;
        let PriorityRequest { case_id, priority, due, .. } = &request;
        self.database.prioritise(&self.clock, case_id, *priority, *due, &by).await?;
        self.changed(&request.case_id).await
    }

    /// Returns the person who signs; an error when their role may not decide cases.
    pub(super) async fn signing_decider(&self, name: &str) -> Result<Reviewer, ApiError> {
        let reviewer = self.signer(name).await?;
        match reviewer.role.may_decide() {
            true => Ok(reviewer),
            false => Err(StoreError::MayNotDecide { name: reviewer.name }.into()),
        }
    }

    pub(super) async fn changed(&self, case_id: &CaseId) -> Result<CaseView, ApiError> {
        self.send_event(DeskEvent::CaseChanged { case_id: case_id.clone() });
        self.case(case_id).await
    }

    /// Returns the handling without an expired claim, and whether the due time has passed.
    pub(super) fn handling_now(&self, handling: Option<Handling>) -> (Option<Handling>, bool) {
        let now = self.clock.now();
        let handling =
            handling.map(|it| Handling { claim: it.claim.filter(|claim| claim.until > now), ..it });
        let due = handling.as_ref().and_then(|it| it.due_at);
        (handling, due.is_some_and(|due| due < now))
    }
}
