use simui_domain::{Action, CaseId, CaseStatus, Confidence, ReviewResult, RunId, Severity};
use simui_flow::Timings;
use simui_review::graph::draft_result_of;
use simui_store::Case;

use super::compare::changes;
use crate::types::{AdVersion, CaseSummary, CaseView, CitedProvision, RevisionNotice};
use crate::{ApiError, Desk};

impl Desk {
    /// Returns everything that the review screen shows of one case.
    pub async fn case(&self, id: &CaseId) -> Result<CaseView, ApiError> {
        let case = self.stored_case(id).await?;
        let (result, final_result) = self.results(&case).await?;
        let provisions = match final_result.as_ref().or(result.as_ref()) {
            Some(result) => self.cited_provisions(result).await?,
            None => Vec::new(),
        };
        let before = match case.versions.len() {
            0 | 1 => None,
            more => self.database.result(&case.versions[more - 2].run_id).await?,
        };
        let changes = match (&before, &result) {
            (Some(before), Some(after)) => changes(before, after),
            _ => Vec::new(),
        };
        let ad = case.ad().cloned().unwrap_or_default();
        let as_of = ad.published_on.unwrap_or_else(|| self.day_of(&case));
        let approved = match &result {
            Some(result) => self.approved_version(&ad, as_of, result).await?,
            None => None,
        };
        let grounds = match &result {
            Some(result) if case.status == CaseStatus::AwaitingReview => {
                self.changed_grounds(result, as_of).await?
            }
            _ => Vec::new(),
        };
        let notice = case.notices.last();
        let reopenings = self.database.reopenings(id).await?;
        Ok(CaseView {
            summary: {
                let handling = case.question.as_ref().map(|question| question.handling.clone());
                let (handling, overdue) = self.handling_now(handling);
                CaseSummary { handling, overdue, ..summary(&case, result.as_ref()) }
            },
            as_of: Some(as_of),
            approved,
            grounds,
            ad,
            versions: case.versions.iter().map(version).collect(),
            result,
            final_result,
            provisions,
            notice: notice.map(|notice| RevisionNotice {
                text: notice.text.clone(),
                created_at: notice.created_at,
            }),
            changes,
            graph: self.run_graph(&case.run_id).await?,
            run_id: Some(case.run_id),
            question_id: case.question.map(|question| question.interrupt_id.to_string()),
            decisions: case.decisions,
            signatures: case.signatures,
            reopenings: reopenings.into_iter().map(|(_, reopening)| reopening).collect(),
            finalized_at: case.finalized_at,
            human_reviewed: case.human_reviewed,
            failure: case.failure.map(|failure| format!("{}: {}", failure.node, failure.message)),
            warnings: Vec::new(),
        })
    }

    pub(crate) async fn stored_case(&self, id: &CaseId) -> Result<Case, ApiError> {
        self.database.case(id).await?.ok_or_else(|| ApiError::Missing {
            what: "case",
            id: id.to_string(),
            remedy: "list the cases with `simui review queue`",
        })
    }

    pub(crate) async fn known_run(&self, id: &CaseId) -> Result<RunId, ApiError> {
        Ok(self.stored_case(id).await?.run_id)
    }

    /// Returns the desk's result, and the final one where a person modified it.
    async fn results(
        &self,
        case: &Case,
    ) -> Result<(Option<ReviewResult>, Option<ReviewResult>), ApiError> {
        let stored = case.result.clone();
        let is_final = case.status == CaseStatus::Completed;
        let modified =
            is_final && case.decisions.last().is_some_and(|d| d.action == Action::Modify);
        let Some(last) = stored.as_ref().filter(|_| modified) else {
            return Ok((stored, None));
        };
        let state = self.engine.state(&case.run_id).await?;
        let drafted = ReviewResult {
            timings_ms: last.timings_ms.clone(),
            ..draft_result_of(&state, &Timings::default())
        };
        Ok((Some(drafted), stored))
    }

    async fn cited_provisions(
        &self,
        result: &ReviewResult,
    ) -> Result<Vec<CitedProvision>, ApiError> {
        let library = self.refresh().await?;
        let mut provisions = Vec::new();
        for (at, citation) in result.citations.iter().enumerate() {
            if let Some(provision) = self.cited_provision(&library, at, citation).await? {
                provisions.push(provision);
            }
        }
        Ok(provisions)
    }

    /// The day when the present version came in. Without a 게재일, the law of this day applies.
    pub(super) fn day_of(&self, case: &Case) -> jiff::civil::Date {
        let received = case.versions.last().map_or(case.created_at, |v| v.received_at);
        simui_domain::korean_day(received)
    }
}

fn version(version: &simui_store::AdVersion) -> AdVersion {
    AdVersion {
        version: version.version,
        ad: version.ad.clone(),
        submitted_at: version.received_at,
    }
}

fn summary(case: &Case, result: Option<&ReviewResult>) -> CaseSummary {
    let ad = case.ad().cloned().unwrap_or_default();
    let severities: Vec<Severity> =
        result.iter().flat_map(|r| r.violations.iter().map(|v| v.severity)).collect();
    let mut violations = std::collections::BTreeMap::new();
    for severity in &severities {
        *violations.entry(severity.as_str().to_owned()).or_insert(0) += 1;
    }
    CaseSummary {
        case_id: case.id.clone(),
        external_id: ad.id.clone(),
        excerpt: ad.text.chars().take(160).collect(),
        advertiser: ad.advertiser.clone(),
        medium: ad.medium.map(String::from),
        status: case.status,
        verdict: result.map(|result| result.verdict),
        final_verdict: case.final_verdict,
        confidence: result.map(|result| Confidence(result.confidence.0)),
        severity: severities.into_iter().max(),
        violations,
        reasons: case.question.as_ref().map(|q| q.reasons.clone()).unwrap_or_default(),
        created_at: case.question.as_ref().map_or(case.created_at, |q| q.opened_at),
        updated_at: case.updated_at,
        handling: None,
        overdue: false,
    }
}
