//! Imports names for the extraction from licensed tables, lists and removes them.

use std::fs;

use serde_json::json;
use simui_clinical::Lexicon;

use crate::faults::ErrorCode;
use crate::text_reader::vocabulary::{SOURCES, count, failed, import, name, path, read};
use crate::types::{ImportedLexicon, LexiconImport, LexiconStatus, RemoveLexicon};
use crate::{ApiError, Desk};

impl Desk {
    /// Imports tables. Names of the same source are replaced once all lines were read.
    pub async fn lexicon_import(
        &self,
        request: LexiconImport,
    ) -> Result<ImportedLexicon, ApiError> {
        let (LexiconImport::Umls { reviewer, .. } | LexiconImport::Medcat { reviewer, .. }) =
            &request;
        let person = self.named_or_acting(reviewer.as_deref()).await?;
        let actor = person.as_ref().map_or_else(|| "system".to_owned(), |it| it.id.to_string());
        let imported_by = person.map(|it| it.name);
        let data_dir = self.data_dir().to_owned();
        let imported_at = self.clock.now().to_string();
        let work = move || import(&data_dir, &request, imported_at, imported_by);
        let done = tokio::task::spawn_blocking(work).await.map_err(|error| {
            ApiError::invalid(
                ErrorCode::ImportInterrupted,
                &[],
                format!("the import ended early: {error}"),
            )
        })??;
        let details = json!({ "concepts": done.concepts, "lines": done.lines });
        let (now, source) = (self.clock.now(), name(done.source));
        self.database.audit(now, &actor, "lexicon_imported", source, details).await?;
        Ok(done)
    }

    /// Returns the lexicons that the extraction uses, and those that it cannot use.
    pub fn lexicon_status(&self) -> Result<LexiconStatus, ApiError> {
        let (mut imported, mut damaged) = (Vec::new(), Vec::new());
        for source in SOURCES {
            match read(self.data_dir(), source) {
                Ok(found) => imported.extend(found.map(|it| it.0)),
                Err(_) => damaged.push(source),
            }
        }
        let own_concepts = count(Lexicon::shipped()?.len());
        Ok(LexiconStatus { own_concepts, imported, damaged })
    }

    /// Removes an import, a damaged one included.
    pub async fn lexicon_remove(&self, request: RemoveLexicon) -> Result<(), ApiError> {
        let actor = self.actor(request.reviewer.as_deref()).await?;
        let (path, source) = (path(self.data_dir(), request.source), name(request.source));
        match fs::remove_file(&path) {
            Ok(()) => {}
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Err(ApiError::Missing {
                    what: "imported lexicon",
                    id: source.into(),
                    remedy: "`simui lexicon status` lists what is imported",
                });
            }
            Err(error) => return Err(failed(&path, &error)),
        }
        let now = self.clock.now();
        Ok(self.database.audit(now, &actor, "lexicon_removed", source, json!({})).await?)
    }
}
