//! 사건 기록: everything about one case in one document.

use simui_domain::CaseId;

use crate::report::compose::case_file::{self, Trail};
use crate::report::document::Document;
use crate::{ApiError, Desk};

/// Returns the result of the check of the audit log as text for the file of a case.
pub(crate) async fn log_of(desk: &Desk) -> Result<String, ApiError> {
    let audit = desk.audit().await?;
    Ok(match audit.intact {
        true => format!("감사 기록 {}건을 대조하였고 이상이 없습니다.", audit.entries),
        false => format!("감사 기록에 이상이 있습니다: {}", audit.reason),
    })
}

/// Collects everything about a case. `log` comes from [`log_of`].
pub(crate) async fn trail_of(desk: &Desk, id: &CaseId, log: &str) -> Result<Trail, ApiError> {
    desk.database.require_reconciled(id).await?;
    let case = desk.stored_case(id).await?;
    let mut results = Vec::new();
    for version in &case.versions {
        results.push((version.version, desk.result_of(&case, version).await?));
    }
    Ok(Trail {
        view: desk.case(id).await?,
        results,
        events: desk.case_events(id).await?,
        notices: case.notices.clone(),
        papers: desk.database.papers(id).await?,
        entries: desk.database.audit_of(id.as_str()).await?,
        log: log.to_owned(),
        case,
    })
}

impl Desk {
    pub(super) async fn case_file_document(&self, id: &CaseId) -> Result<Document, ApiError> {
        let trail = trail_of(self, id, &log_of(self).await?).await?;
        Ok(case_file::document(&trail, self.clock.now()))
    }
}
