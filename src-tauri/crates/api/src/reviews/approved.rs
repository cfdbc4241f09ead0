use jiff::civil::Date;
use simui_domain::{Ad, Approval, ReviewResult};
use simui_evaluate::Rehearsal;

use super::compare::changes;
use crate::types::ApprovedVersion;
use crate::{ApiError, Desk};
use simui_domain::korean_day;

impl Desk {
    /// Completes an approval that names a case of this desk with that case's wording and day (심의받은 내용), where
    /// the sender gave none.
    pub(super) async fn with_approved_wording(&self, mut ad: Ad) -> Result<Ad, ApiError> {
        let Some(approval) = ad.approval.as_mut() else { return Ok(ad) };
        // The id of the desk's own case is set below, never by the sender.
        approval.case_id = None;
        if approval.text.is_some() {
            return Ok(ad);
        }
        let Some(number) = approval.number.as_deref() else { return Ok(ad) };
        let Some(case) = self.database.allowed_case(number.trim()).await? else { return Ok(ad) };
        let versions = self.database.ad_versions(&case.case_id).await?;
        approval.text = versions.into_iter().next_back().map(|version| version.ad.text);
        approval.approved_on.get_or_insert_with(|| korean_day(case.finalized_at));
        approval.case_id = Some(case.case_id);
        Ok(ad)
    }

    /// Compares the approved wording with the present one, claim by claim; `None` where no approved wording
    /// is stored.
    pub(super) async fn approved_version(
        &self,
        ad: &Ad,
        as_of: Date,
        result: &ReviewResult,
    ) -> Result<Option<ApprovedVersion>, ApiError> {
        let Some(Approval { number, approved_on, text: Some(text), case_id }) = &ad.approval else {
            return Ok(None);
        };
        let day = approved_on.unwrap_or(as_of);
        let (shelf, clock) = (self.holdings.shelf.clone(), self.clock.clone());
        let finish = self.work().await?.automatic_finish;
        let rehearsal = Rehearsal::new(shelf, self.search.for_reviews(), clock, day, finish)?;
        let approved =
            Ad { text: text.clone(), published_on: Some(day), approval: None, ..ad.clone() };
        let approved = rehearsal.review(approved).await?;
        Ok(Some(ApprovedVersion {
            number: number.clone(),
            approved_on: *approved_on,
            case_id: case_id.clone(),
            text: text.clone(),
            changes: changes(&approved, result),
        }))
    }
}
