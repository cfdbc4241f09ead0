//! Quality of completed cases: sample checks, disagreements and reopening.

use simui_domain::{CaseStatus, QualityCheck};

use crate::faults::ErrorCode;
use crate::types::{
    CaseView, CheckRequest, ChecksRequest, DisagreementCounts, DisagreementList, RedraftRequest,
    ReopenRequest,
};
use crate::{ApiError, Desk};

impl Desk {
    /// Lists cases completed without a person that were drawn for a check.
    pub async fn checks(&self, request: ChecksRequest) -> Result<Vec<QualityCheck>, ApiError> {
        Ok(self.database.quality_checks(request.all).await?)
    }

    /// Records the result of a check. The case stays as it is. A person who disagrees has to give a reason
    /// and may reopen the case.
    pub async fn check_case(&self, request: CheckRequest) -> Result<CaseView, ApiError> {
        let by = self.signing_decider(&request.reviewer).await?;
        let CheckRequest { case_id, agrees, verdict, note, .. } = request;
        self.stored_case(&case_id).await?;
        let note = note.trim();
        if !agrees && note.is_empty() {
            return Err(ApiError::invalid(
                ErrorCode::NoteEmpty,
                &[],
                "check: the note is empty; say what the result gets wrong".to_owned(),
            ));
        }
        let verdict = verdict.filter(|_| !agrees);
        self.database.check_case(&self.clock, &case_id, &by, agrees, verdict, note).await?;
        self.changed(&case_id).await
    }

    /// Lists the disagreements, with their number by kind.
    pub async fn disagreements(&self) -> Result<DisagreementList, ApiError> {
        use simui_domain::DisagreementKind::{Check, Desk, Second};
        let entries = self.database.disagreements().await?;
        let count = |kind| {
            let these = entries.iter().filter(|it| it.kind == kind);
            u32::try_from(these.count()).unwrap_or(u32::MAX)
        };
        let open = entries.iter().filter(|it| it.open).count();
        let counts = DisagreementCounts {
            desk: count(Desk),
            second: count(Second),
            check: count(Check),
            open: u32::try_from(open).unwrap_or(u32::MAX),
        };
        Ok(DisagreementList { counts, entries })
    }

    /// Reviews a waiting case again with the present rules and law. The open question is withdrawn without a
    /// decision, and a person is asked about the new draft whatever its verdict.
    pub async fn redraft(&self, request: RedraftRequest) -> Result<CaseView, ApiError> {
        let by = self.signing_decider(&request.reviewer).await?;
        let case = self.stored_case(&request.case_id).await?;
        self.refresh().await?;
        let chat = Box::pin(self.engine.state_at(&case.run_id, 0)).await?.chat;
        let ad = case.ad().cloned().unwrap_or_default();
        let mut state = self.initial_state(&case.id, ad).await?;
        state.as_of = state.ad.published_on.unwrap_or_else(|| self.day_of(&case));
        (state.chat, state.reopened) = (chat, true);
        let run = self.engine.new_run(self.clock.new_id(), case.id.as_str(), &state)?;
        self.database.redraft_case(&self.clock, &case.id, &run, &by).await?;
        self.drive_stored(&case.id, &run.id).await?;
        self.case(&case.id).await
    }

    /// Reopens a finished case: it is reviewed by today's rules and the law of its day, and a person decides
    /// again. The earlier decision stays in its history.
    pub async fn reopen(&self, request: ReopenRequest) -> Result<CaseView, ApiError> {
        let by = self.signing_decider(&request.reviewer).await?;
        let case = self.stored_case(&request.case_id).await?;
        let note = request.note.trim();
        if note.is_empty() {
            return Err(ApiError::invalid(
                ErrorCode::NoteEmpty,
                &[],
                "reopen: the note is empty; say why the case is taken up again".to_owned(),
            ));
        }
        if case.status != CaseStatus::Completed {
            return Err(ApiError::invalid(
                ErrorCode::CaseNotFinal,
                &[],
                format!("case {}: it is not final; only what is final is reopened", case.id),
            ));
        }
        self.refresh().await?;
        let ad = case.ad().cloned().unwrap_or_default();
        let mut state = self.initial_state(&case.id, ad).await?;
        state.as_of = state.ad.published_on.unwrap_or_else(|| self.day_of(&case));
        state.reopened = true;
        let run = self.engine.new_run(self.clock.new_id(), case.id.as_str(), &state)?;
        self.database.reopen_case(&self.clock, &case.id, &run, &by, note).await?;
        self.drive_stored(&case.id, &run.id).await?;
        self.case(&case.id).await
    }
}
