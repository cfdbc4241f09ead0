//! Issues a letter once, under the next number of the year.

use simui_domain::{Action, CaseId, CaseStatus, ReviewResult};
use simui_review::cite;
use simui_store::{AdVersion, Case, NewPaper, PaperKind, StoreError};

use super::content::{LetterBasis, PaperContent, day};
use super::office::number_text;
use super::template::Template;
use crate::faults::ErrorCode;
use crate::{ApiError, Desk};
use simui_domain::korean_day;

impl Desk {
    /// Returns the contents of a letter: the issued ones, or new ones under the next number. Without an
    /// office they are a draft, which gets no number and is not stored.
    pub(crate) async fn content_of(
        &self,
        id: &CaseId,
        kind: PaperKind,
    ) -> Result<PaperContent, ApiError> {
        self.database.require_reconciled(id).await?;
        let case = self.stored_case(id).await?;
        let (subject, draft) = self.draft(&case, kind).await?;
        let issued = self.database.papers(id).await?;
        if let Some(paper) =
            issued.into_iter().find(|it| (it.kind, &it.subject) == (kind, &subject))
        {
            return stored(paper.content);
        }
        let now = self.clock.now();
        let today = korean_day(now);
        let draft = PaperContent { issued_on: day(today), issued_at: now.as_second(), ..draft };
        if draft.office.name.is_empty() {
            return Ok(draft);
        }
        let rule = draft.office.numbering.clone();
        let year = today.year();
        // Settings are checked when they are set; an unusable rule of another version counts as none.
        let number =
            |number| number_text(&rule, year, number).unwrap_or_else(|| format!("{year}-{number}"));
        let id = self.clock.new_id::<simui_domain::DecisionId>().to_string();
        let new =
            NewPaper { id: id.clone(), kind, case: &case.id, subject: &subject, year, at: now };
        let content = |number: &str| {
            let issued = PaperContent { id, number: Some(number.to_owned()), ..draft };
            serde_json::to_value(issued).unwrap_or_default()
        };
        stored(self.database.issue_paper(new, number, content).await?.content)
    }

    /// Returns the subject of the letter, and its fields without number and day.
    async fn draft(
        &self,
        case: &Case,
        kind: PaperKind,
    ) -> Result<(String, PaperContent), ApiError> {
        let office = self.office().await?.settings;
        let template = Template::of(kind)?.version;
        let case_number = case.id.to_string();
        let missing =
            |code, what: &str| ApiError::invalid(code, &[], format!("case {}: {what}", case.id));
        let gone = ErrorCode::PaperWithoutVersion;
        let action = match kind {
            PaperKind::Letter => [Action::Approve, Action::Modify].as_slice(),
            PaperKind::Notice => &[Action::RequestRevision],
        };
        // The decisions are in the order of recording, because a clock may have been set back in between.
        let decision = case.decisions.iter().rev().find(|it| action.contains(&it.action));
        let decided_on = match decision {
            Some(decision) => self.database.decided_on(&decision.id).await?,
            None => None,
        };
        // A decision on an earlier version, or before the case was reopened, did not make this version final.
        let of_this_run = decided_on.as_ref().is_some_and(|it| it.run_id == case.run_id);
        let decision = decision.filter(|_| kind == PaperKind::Notice || of_this_run);
        let (version, mut result, verdict, decided_at) = match (kind, decision) {
            (PaperKind::Letter, _) => {
                let verdict = case.final_verdict.filter(|_| case.status == CaseStatus::Completed);
                let verdict = verdict.ok_or_else(|| {
                    missing(
                        ErrorCode::CaseNotDecided,
                        "it is not decided; decide it with `simui review decide`, then write the letter",
                    )
                })?;
                let result =
                    case.result.clone().ok_or_else(|| missing(gone, "it has no result"))?;
                let version =
                    case.versions.last().ok_or_else(|| missing(gone, "it has no wording"))?;
                if decision.and_then(|it| it.verdict).is_some_and(|signed| signed != verdict) {
                    let what = "확정 판정".to_owned();
                    return Err(StoreError::Unreconciled { case: case.id.clone(), what }.into());
                }
                let at = decision.map(|it| it.decided_at).or(case.finalized_at);
                (version, result, verdict.to_string(), at.unwrap_or(case.updated_at))
            }
            (PaperKind::Notice, None) => {
                return Err(missing(
                    ErrorCode::CaseWithoutRevisionRequest,
                    "nobody has asked for a new version; do so with `simui review decide --action request_revision`",
                ));
            }
            (PaperKind::Notice, Some(decision)) => {
                let of =
                    decided_on.ok_or_else(|| missing(gone, "the version it is about is gone"))?;
                let version = case.versions.iter().find(|it| it.version == of.version);
                let version =
                    version.ok_or_else(|| missing(gone, "the version it is about is gone"))?;
                let result = self.database.result(&of.run_id).await?;
                let result = result.ok_or_else(|| missing(gone, "its result is gone"))?;
                (version, result, String::new(), decision.decided_at)
            }
        };
        let as_of = version.ad.published_on.unwrap_or_else(|| korean_day(version.received_at));
        // Quotes are compared with the law once more before they are sent.
        let library = self.refresh().await?;
        cite::recheck(&library.law, &mut result.citations, as_of).await?;
        let basis = LetterBasis {
            ad: &version.ad,
            version: version.version,
            result: &result,
            verdict,
            as_of,
            decision,
            decided_on: korean_day(decided_at),
        };
        let subject = decision.map_or_else(|| case.run_id.to_string(), |it| it.id.to_string());
        Ok((subject, PaperContent::draft(kind, template, case_number, office, &basis)))
    }

    pub(super) async fn result_of(
        &self,
        case: &Case,
        version: &AdVersion,
    ) -> Result<Option<ReviewResult>, ApiError> {
        match &case.result {
            Some(result) if version.run_id == case.run_id => Ok(Some(result.clone())),
            _ => Ok(self.database.result(&version.run_id).await?),
        }
    }
}

pub(super) fn stored(content: serde_json::Value) -> Result<PaperContent, ApiError> {
    serde_json::from_value(content).map_err(|error| {
        ApiError::invalid(
            ErrorCode::RecordOfOtherVersion,
            &[],
            format!(
                "issued letter: {error}; it is from another version of the program, use that one"
            ),
        )
    })
}
