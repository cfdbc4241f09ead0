use std::collections::BTreeMap;

use simui_domain::{Confidence, ReviewerId, Severity};
use simui_store::{CaseFilter, CaseOrder, CaseState};

use crate::faults::ErrorCode;
use crate::types::{CaseSummary, CountByState, QueuePage, QueueRequest, QueueState};
use crate::{ApiError, Desk};

impl Desk {
    /// Returns one list of the queue, and the sizes of all.
    pub async fn queue(&self, request: QueueRequest) -> Result<QueuePage, ApiError> {
        let reviewer = match &request.reviewer {
            Some(name) => Some(self.database.reviewer(name).await?.id),
            None if request.state == QueueState::Mine => {
                return Err(ApiError::invalid(
                    ErrorCode::ReviewerUnnamed,
                    &[],
                    "whose cases? name the reviewer".to_owned(),
                ));
            }
            None => None,
        };
        let counts = self.counts(reviewer.as_ref()).await?;
        let order = match request.state {
            QueueState::Done => CaseOrder::Newest,
            QueueState::Open | QueueState::Mine | QueueState::Sampled | QueueState::Ongoing => {
                CaseOrder::Work
            }
        };
        let filter = CaseFilter {
            state: match request.state {
                QueueState::Open => CaseState::Open,
                QueueState::Mine => CaseState::Mine,
                QueueState::Sampled => CaseState::Sampled,
                QueueState::Ongoing => CaseState::Ongoing,
                QueueState::Done => CaseState::Done,
            },
            reviewer,
            text: request.text.filter(|text| !text.trim().is_empty()),
            order,
            now: Some(self.clock.now()),
            limit: request.limit,
            ..CaseFilter::default()
        };
        let cases = self.database.cases(&filter).await?;
        Ok(QueuePage { cases: cases.into_iter().map(|case| self.summary(case)).collect(), counts })
    }

    async fn counts(&self, reviewer: Option<&ReviewerId>) -> Result<CountByState, ApiError> {
        let counts = self.database.case_counts(reviewer, self.clock.now()).await?;
        Ok(CountByState {
            open: counts.open,
            mine: counts.mine,
            sampled: counts.sampled,
            ongoing: counts.ongoing,
            done: counts.done,
        })
    }
}

impl Desk {
    fn summary(&self, case: simui_store::CaseSummary) -> CaseSummary {
        let (handling, overdue) = self.handling_now(case.handling.clone());
        CaseSummary { handling, overdue, ..row(case) }
    }
}

fn row(case: simui_store::CaseSummary) -> CaseSummary {
    let severities = [Severity::Critical, Severity::High, Severity::Medium, Severity::Low];
    let counted = severities.iter().zip(case.severities);
    let violations: BTreeMap<String, u32> = counted
        .clone()
        .filter(|(_, count)| *count > 0)
        .map(|(severity, count)| (severity.as_str().to_owned(), count))
        .collect();
    CaseSummary {
        case_id: case.id,
        external_id: case.external_id,
        excerpt: case.excerpt,
        advertiser: case.advertiser,
        medium: case.medium,
        status: case.status,
        verdict: case.verdict,
        final_verdict: case.final_verdict,
        confidence: case.confidence.map(Confidence),
        severity: counted.filter(|(_, count)| *count > 0).map(|(severity, _)| *severity).max(),
        violations,
        reasons: case.reasons,
        created_at: case.since,
        updated_at: case.updated_at,
        handling: None,
        overdue: false,
    }
}
