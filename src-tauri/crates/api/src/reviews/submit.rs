use simui_domain::{Ad, CaseId, ReviewResult, RunId, ThinkingRole};
use simui_review::graph::ReviewState;

use super::read::check_ad;
use crate::faults::ErrorCode;
use crate::types::{CaseView, Engine, SubmitRequest};
use crate::{ApiError, Desk};

impl Desk {
    /// Takes an advertisement in and reviews it until a person is needed or the verdict is final.
    ///
    /// The case is stored before the first node runs, so that a crash does not lose it.
    pub async fn review(&self, request: SubmitRequest) -> Result<ReviewResult, ApiError> {
        let case_id = self.intake(request).await?;
        self.stored_result(&case_id).await
    }

    /// Like [`Desk::review`], but returns the case as the review screen shows it.
    pub async fn submit(&self, request: SubmitRequest) -> Result<CaseView, ApiError> {
        let case_id = self.intake(request).await?;
        self.case(&case_id).await
    }

    async fn intake(&self, request: SubmitRequest) -> Result<CaseId, ApiError> {
        let SubmitRequest { ad, engine } = request;
        check_ad(&ad)?;
        let chat = engine == Engine::Chat;
        if chat {
            Box::pin(self.check_chat_roles(&ThinkingRole::REVIEW, "reviewed")).await?;
        }
        self.refresh().await?;
        let case_id: CaseId = self.clock.new_id();
        let ad = self.with_approved_wording(ad).await?;
        let state = ReviewState { chat, ..self.initial_state(&case_id, ad).await? };
        let run = self.engine.new_run(self.clock.new_id(), case_id.as_str(), &state)?;
        self.database.create_case(&case_id, &state.ad, &run).await?;
        self.drive_stored(&case_id, &run.id).await?;
        Ok(case_id)
    }

    pub(crate) async fn initial_state(
        &self,
        case_id: &CaseId,
        ad: Ad,
    ) -> Result<ReviewState, ApiError> {
        let as_of = ad.published_on.unwrap_or_else(|| self.today());
        self.as_of_now(ReviewState::new(case_id.clone(), ad, as_of)).await
    }

    /// Returns the state with the present day and the office's settings of automatic finish, whatever it had
    /// before.
    pub(super) async fn as_of_now(&self, state: ReviewState) -> Result<ReviewState, ApiError> {
        let automatic_finish = Some(self.work().await?.automatic_finish);
        Ok(ReviewState { reviewed_on: Some(self.today()), automatic_finish, ..state })
    }

    /// Runs a graph until it rests, and notifies the interface.
    pub(crate) async fn drive(&self, case_id: &CaseId, run: &RunId) -> Result<(), ApiError> {
        let stop = self.engine.resume(run).await?;
        self.announce_rest(case_id, stop.status, stop.failure).await
    }

    /// The same behind what was stored of the case: whatever goes wrong does not sound as if that were to be
    /// done again.
    pub(super) async fn drive_stored(&self, case_id: &CaseId, run: &RunId) -> Result<(), ApiError> {
        self.drive(case_id, run).await.map_err(|error| match error {
            // A run that failed says what to do.
            ApiError::Invalid(..) => error,
            error => ApiError::invalid(
                ErrorCode::ReviewUnfinished,
                &[],
                format!(
                    "사건 {case_id}: 저장되었습니다. 심의가 끝나지 않았습니다({}). 다시 접수하지 마십시오: 디스크에 빈자리를 만들고 \
                     `simui review resume`을 실행하거나 데스크를 다시 열면 이어집니다.",
                    error.cause()
                ),
            ),
        })
    }

    async fn stored_result(&self, case_id: &CaseId) -> Result<ReviewResult, ApiError> {
        let case = self.stored_case(case_id).await?;
        case.result.ok_or_else(|| ApiError::Missing {
            what: "result of case",
            id: case_id.to_string(),
            remedy: "its run has not come to rest; look at `simui review history`",
        })
    }
}
