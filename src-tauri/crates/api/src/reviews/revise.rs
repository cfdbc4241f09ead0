use simui_domain::CaseStatus;
use simui_review::graph::ReviewState;

use super::read::check_ad;
use crate::faults::ErrorCode;
use crate::types::{CaseView, RevisionRequest};
use crate::{ApiError, Desk};

impl Desk {
    /// Takes in the new version of an advertisement after 수정요청 and reviews it.
    pub async fn revise(&self, request: RevisionRequest) -> Result<CaseView, ApiError> {
        let RevisionRequest { case_id, mut ad } = request;
        check_ad(&ad)?;
        let case = self.stored_case(&case_id).await?;
        if case.status != CaseStatus::AwaitingRevision {
            return Err(ApiError::invalid(
                ErrorCode::CaseWithoutRevisionRequest,
                &[],
                format!(
                    "case {case_id} awaits no new version; ask for one with request_revision first"
                ),
            ));
        }
        self.refresh().await?;
        // Fields that the new version leaves empty keep their previous value.
        let before = case.ad().cloned().unwrap_or_default();
        ad.id = ad.id.or(before.id);
        ad.advertiser = ad.advertiser.or(before.advertiser);
        ad.medium = ad.medium.or(before.medium);
        ad.published_on = ad.published_on.or(before.published_on);
        let ad = self.with_approved_wording(ad).await?;
        // With the engine of the first version.
        let chat = Box::pin(self.engine.state_at(&case.run_id, 0)).await?.chat;
        let state = ReviewState { chat, ..self.initial_state(&case_id, ad).await? };
        let run = self.engine.new_run(self.clock.new_id(), case_id.as_str(), &state)?;
        self.database.add_ad_version(&case_id, &state.ad, &run).await?;
        self.drive_stored(&case_id, &run.id).await?;
        self.case(&case_id).await
    }
}
