//! Imports names for the extraction from licensed tables, lists and removes them.

use std::fs;

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
        let data_dir = self.data_dir().to_owned();
        let imported_at = self.clock.now().to_string();
        let work = move || import(&data_dir, &request, imported_at);
        tokio::task::spawn_blocking(work).await.map_err(|error| {
            ApiError::invalid(
                ErrorCode::ImportInterrupted,
                &[],
                format!("the import ended early: {error}"),
            )
        })?
    }

    /// Returns the lexicons that the extraction uses.
    pub fn lexicon_status(&self) -> Result<LexiconStatus, ApiError> {
        let mut imported = Vec::new();
        for source in SOURCES {
            imported.extend(read(self.data_dir(), source)?.map(|it| it.0));
        }
        let own_concepts = count(Lexicon::shipped()?.len());
        Ok(LexiconStatus { own_concepts, imported })
    }

    /// Removes an import, a damaged one included.
    pub fn lexicon_remove(&self, request: RemoveLexicon) -> Result<(), ApiError> {
        let path = path(self.data_dir(), request.source);
        match fs::remove_file(&path) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Err(ApiError::Missing {
                what: "imported lexicon",
                id: name(request.source).into(),
                remedy: "`simui lexicon status` lists what is imported",
            }),
            Err(error) => Err(failed(&path, &error)),
        }
    }
}
