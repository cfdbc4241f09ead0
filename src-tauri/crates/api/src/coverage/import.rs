//! Imports a folder of tables and documents for comparison, completely or not at all.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use simui_corpus::{SourceFile, file_pages};
use simui_coverage::Rules;
use simui_domain::QuarantineEntry;

use super::facts::progress;
use super::read::{self, Reader};
use crate::faults::ErrorCode;
use crate::types::{CoverageImport, CoverageImportReport, CoverageStage, DeskEvent};
use crate::{ApiError, Desk};

impl Desk {
    /// Imports a folder, replacing the previous import. Documents that cannot be read go to quarantine. A
    /// table that cannot be read, or a cancellation ([`Desk::cancel_import`]), fails the import, and the
    /// previous one stays.
    pub async fn coverage_import(
        &self,
        request: CoverageImport,
    ) -> Result<CoverageImportReport, ApiError> {
        let _turn = self.importing.lock().await;
        let began = std::time::Instant::now();
        let folder = PathBuf::from(&request.path);
        self.import_cancelled.store(false, Ordering::Relaxed);
        let cancelled = self.import_cancelled.clone();
        let pool = self.reader_pool();
        let events = self.events.clone();
        let reading = tokio::task::spawn_blocking(move || {
            let rules = Rules::shipped().map_err(|error| {
                ApiError::rules(ErrorCode::RulesUnusable, &[], error.to_string())
            })?;
            let stop = || cancelled.load(Ordering::Relaxed);
            let pages = |source: &SourceFile| match &pool {
                Some(pool) => pool.pages(source, &stop),
                None => file_pages(source),
            };
            let step = |done, total| {
                let progress = progress(CoverageStage::Documents, done, total);
                // Nobody may be listening.
                let _ = events.send(DeskEvent::CoverageImport { progress });
            };
            read::folder(&rules, &folder, &Reader { pages: &pages, stop: &stop, step: &step })
        });
        let failed = |error| {
            ApiError::invalid(
                ErrorCode::ImportInterrupted,
                &[],
                format!("{}: {error}; report this", request.path),
            )
        };
        let found = reading.await.map_err(failed)??;
        // Pages are drawn from these files later, perhaps by a process in another folder.
        let origin = std::path::absolute(&request.path)
            .map_or_else(|_| request.path.clone(), |it| it.display().to_string());
        self.database.replace_coverage(&self.clock, &origin, &found.set).await?;
        self.tell_quarantine(&request.path, &found.quarantined).await?;
        self.coverage_book_until(Some(self.import_cancelled.clone())).await?;
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let set = &found.set;
        Ok(CoverageImportReport {
            insurers: count(set.insurers.len()),
            coverages: count(set.standards.len()),
            aliases: count(set.aliases.len()),
            documents: count(set.documents.len()),
            pages: count(set.documents.iter().map(|it| it.pages.len()).sum()),
            quarantined: found.quarantined,
            took_ms: began.elapsed().as_secs_f64() * 1_000.0,
        })
    }

    /// Quarantines what could not be read. Entries of an earlier import of this folder are replaced, those of
    /// other imports stay.
    async fn tell_quarantine(
        &self,
        folder: &str,
        entries: &[QuarantineEntry],
    ) -> Result<(), ApiError> {
        let known = self.database.quarantine(true).await?;
        let root = Path::new(folder);
        let mut paths: Vec<String> = known
            .into_iter()
            .map(|record| record.path)
            .filter(|path| Path::new(path).starts_with(root))
            .chain(entries.iter().map(|entry| entry.path.clone()))
            .collect();
        paths.sort();
        paths.dedup();
        for path in paths {
            let own: Vec<QuarantineEntry> =
                entries.iter().filter(|entry| entry.path == path).cloned().collect();
            self.database.save_quarantine(&path, "", &own, self.clock.now()).await?;
        }
        Ok(())
    }
}
