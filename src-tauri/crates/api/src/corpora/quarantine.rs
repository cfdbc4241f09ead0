use simui_domain::QuarantineRecord;

use crate::faults::ErrorCode;
use crate::types::{QuarantineRequest, ResolveQuarantine};
use crate::{ApiError, Desk};

impl Desk {
    /// Lists open quarantine entries; with `all`, resolved ones as well.
    pub async fn quarantine(
        &self,
        request: QuarantineRequest,
    ) -> Result<Vec<QuarantineRecord>, ApiError> {
        Ok(self.database.quarantine(request.all).await?)
    }

    /// Resolves entries of a file, signed by a person. They stay resolved for the same bytes; a changed file
    /// opens them again. Returns the quarantine entries of the file.
    pub async fn resolve_quarantine(
        &self,
        request: ResolveQuarantine,
    ) -> Result<Vec<QuarantineRecord>, ApiError> {
        let ResolveQuarantine { path, place, reviewer, note } = request;
        let note = note.trim();
        if note.is_empty() {
            return Err(ApiError::invalid(
                ErrorCode::NoteEmpty,
                &[],
                "note: it is empty; say what was done about the entry".to_owned(),
            ));
        }
        let reviewer = self.signer(&reviewer).await?;
        let resolved = self
            .database
            .resolve_quarantine(&self.clock, &path, place.as_deref(), &reviewer, note)
            .await?;
        if resolved == 0 {
            return Err(ApiError::Missing {
                what: "open quarantined entry",
                id: format!("{path} {}", place.unwrap_or_default()).trim_end().to_owned(),
                remedy: "list them with `simui corpus quarantine`",
            });
        }
        let mut records = self.database.quarantine(true).await?;
        records.retain(|record| record.path == path);
        Ok(records)
    }
}
