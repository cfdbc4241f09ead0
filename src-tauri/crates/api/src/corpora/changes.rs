use jiff::civil::Date;
use simui_corpus::{LawVersions, compare_stored};
use simui_domain::{ArticlePart, ChangeCounts, Document};

use crate::faults::ErrorCode;
use crate::types::{LawDiff, LawDiffRequest, LawHistory, LawHistoryRequest, LawVersion};
use crate::{ApiError, Desk};

impl Desk {
    /// Returns the versions of a law, each with the number of its changes.
    pub async fn law_history(&self, request: LawHistoryRequest) -> Result<LawHistory, ApiError> {
        let law = self.versions(&request.law).await?;
        let mut versions = Vec::with_capacity(law.documents.len());
        let mut before: Option<&Document> = None;
        for document in &law.documents {
            let changes = match before.filter(|_| !document.digest) {
                Some(before) => self.main_changes(before, document).await?,
                None => None,
            };
            versions.push(self.version(document, changes));
            before = Some(document);
        }
        Ok(LawHistory { title: law.title, versions })
    }

    /// Returns the changes of a law between two days.
    pub async fn law_diff(&self, request: LawDiffRequest) -> Result<LawDiff, ApiError> {
        let LawDiffRequest { law, from, to } = request;
        let law = self.versions(&law).await?;
        let (old, new) = both(&law, from, to)?;
        let parts = law.compare(&self.database, from, to).await?.unwrap_or_default();
        let (from, to) = (self.version(old, None), self.version(new, None));
        Ok(LawDiff { title: law.title, from, to, parts })
    }

    pub(super) async fn versions(&self, law: &str) -> Result<LawVersions, ApiError> {
        let found = LawVersions::find(&self.database, law).await?;
        found.ok_or_else(|| ApiError::Missing {
            what: "law",
            id: law.to_owned(),
            remedy: "list the documents with `simui corpus list`",
        })
    }

    async fn main_changes(
        &self,
        old: &Document,
        new: &Document,
    ) -> Result<Option<ChangeCounts>, ApiError> {
        let parts = compare_stored(&self.database, old, new).await?;
        let main = parts.into_iter().find(|part| part.part == ArticlePart::Main);
        Ok(main.map(|part| part.counts))
    }

    pub(super) fn version(&self, document: &Document, changes: Option<ChangeCounts>) -> LawVersion {
        LawVersion {
            document_id: document.id.clone(),
            version: document.version.clone(),
            promulgated_on: document.promulgated_on,
            effective_from: document.effective_from,
            effective_to: document.effective_to,
            digest: document.digest,
            in_force: document.is_in_force(self.today()),
            state: document.standing.state,
            ended_on: document.standing.ended_on,
            ministry: document.standing.ministry.clone(),
            changes,
        }
    }
}

/// Returns the versions in force on two days.
pub(super) fn both(
    law: &LawVersions,
    from: Date,
    to: Date,
) -> Result<(&Document, &Document), ApiError> {
    if from > to {
        return Err(ApiError::invalid(
            ErrorCode::DatesReversed,
            &[("from", &from), ("to", &to)],
            format!("{from} is after {to}; give the earlier day first"),
        ));
    }
    let on = |day: Date| {
        law.on(day).ok_or_else(|| {
            let stored = law.documents.iter().filter_map(|it| it.effective_from);
            let stored: Vec<String> = stored.map(|date| date.to_string()).collect();
            ApiError::invalid(
                ErrorCode::LawVersionMissing,
                &[("title", &law.title), ("day", &day)],
                format!(
                    "{}: no stored version is in force on {day} (stored from: {}); import the version of that day, or choose another day",
                    law.title,
                    if stored.is_empty() { "none has a date".to_owned() } else { stored.join(", ") }
                ),
            )
        })
    };
    Ok((on(from)?, on(to)?))
}
