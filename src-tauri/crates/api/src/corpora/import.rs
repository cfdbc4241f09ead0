use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use simui_corpus::{FileReader, ImportOptions};
use simui_domain::DocumentKind;
use simui_search::retriever::Fit;

use crate::faults::ErrorCode;
use crate::types::{DeskEvent, FitOutcome, FitReport, ImportProgress, ImportReport, ImportRequest};
use crate::{ApiError, Desk};

impl Desk {
    /// Imports files and folders of this machine. One import runs at a time; a second waits for the first.
    pub async fn import_paths(&self, request: ImportRequest) -> Result<ImportReport, ApiError> {
        let paths: Vec<PathBuf> = request.paths.iter().map(PathBuf::from).collect();
        let jobs = request.jobs.map_or_else(cores, |jobs| jobs.clamp(1, 64) as usize);
        self.import(&paths, request.kind, jobs).await
    }

    /// Imports the files of a folder.
    pub(super) async fn import_all(
        &self,
        folder: &Path,
        kind: Option<DocumentKind>,
    ) -> Result<ImportReport, ApiError> {
        self.import(&[folder.to_owned()], kind, cores()).await
    }

    /// Cancels the running import. What is stored by then stays.
    pub fn cancel_import(&self) {
        self.import_cancelled.store(true, Ordering::Relaxed);
    }

    /// Imports a retrieval benchmark's `corpus.jsonl` with its ids.
    pub async fn import_beir(&self, folder: &Path) -> Result<ImportReport, ApiError> {
        let _turn = self.importing.lock().await;
        let report = simui_corpus::import_beir(folder, &self.database, &self.clock).await?;
        self.renew_after_import().await?;
        self.fit_in_background();
        self.search.embed_in_background();
        Ok(report_view(report))
    }

    /// Fits the embedding to the corpora where that is due, or always with `again`, and waits for it.
    pub async fn fit(
        &self,
        again: bool,
        heard: impl FnMut(u32, u32) + Send + 'static,
    ) -> Result<FitReport, ApiError> {
        let mut heard = heard;
        let count = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
        let outcome =
            self.holdings.fit(again, move |at| heard(count(at.done), count(at.of))).await?;
        let library = self.refresh().await?;
        Ok(FitReport {
            outcome: match outcome {
                Fit::Fitted => FitOutcome::Fitted,
                Fit::NotDue => FitOutcome::NotDue,
                Fit::Cancelled => FitOutcome::Cancelled,
            },
            chunks: library.retriever.index().chunks() as u64,
        })
    }

    /// Cancels the running fit. The previous embedding stays.
    pub fn cancel_fit(&self) {
        self.holdings.fit_cancelled.store(true, Ordering::Relaxed);
    }

    /// Fits the embedding in the background, in a process that stays.
    pub(crate) fn fit_in_background(&self) {
        if !self.resident {
            return;
        }
        let holdings = self.holdings.clone();
        tokio::spawn(async move {
            if let Err(error) = holdings.fit(false, |_| {}).await {
                tracing::error!(%error, "the embedding could not be fitted to the corpora");
            }
        });
    }

    /// Renews the index after an import. The documents are stored by then, so that an error here does not ask
    /// for another import.
    async fn renew_after_import(&self) -> Result<(), ApiError> {
        self.holdings.renew().await.map(drop).map_err(|error| {
            ApiError::invalid(
                ErrorCode::ImportUnindexed,
                &[],
                format!(
                    "가져온 문서는 저장되었습니다. 색인을 만들지 못했습니다({}). 다시 가져오지 마십시오: 디스크에 빈자리를 만들면 다음 \
                     검색 때 만들어집니다.",
                    error.cause()
                ),
            )
        })
    }

    /// Returns the error of an import that failed. If it had stored documents since the state `before`, the
    /// error says that another import of the same continues with the rest.
    async fn cut_short(&self, error: ApiError, before: u64) -> ApiError {
        match self.database.corpus_generation().await {
            Ok(now) if now != before => ApiError::invalid(
                ErrorCode::ImportCutShort,
                &[],
                format!(
                    "가져오는 도중 멈추었습니다({}). 그때까지 읽은 문서는 저장되었습니다. 까닭을 없앤 뒤 같은 것을 가져오면 남은 \
                     것부터 이어집니다.",
                    error.cause()
                ),
            ),
            _ => error,
        }
    }

    async fn import(
        &self,
        paths: &[PathBuf],
        kind: Option<DocumentKind>,
        jobs: usize,
    ) -> Result<ImportReport, ApiError> {
        let _turn = self.importing.lock().await;
        self.import_cancelled.store(false, Ordering::Relaxed);
        let cancel = self.import_cancelled.clone();
        let reader = match self.reader_pool() {
            Some(pool) => FileReader::by(move |file, take| pool.read(file, take)),
            None => FileReader::InProcess,
        };
        let options = ImportOptions { kind, jobs, cancel, reader };
        let progress = |progress: &simui_corpus::ImportProgress| {
            self.send_event(DeskEvent::Import {
                progress: ImportProgress {
                    files_done: progress.files as u64,
                    files_total: progress.total as u64,
                    articles: progress.articles as u64,
                    path: progress.path.clone(),
                },
            });
        };
        let before = self.database.corpus_generation().await?;
        let running = Running::begin(&self.holdings.import_running);
        let imported =
            simui_corpus::import(paths, &options, &self.database, &self.clock, &progress).await;
        // What was stored before a failure is searchable, too.
        let renewed = self.renew_after_import().await;
        if let Err(error) = simui_corpus::read_new_products(&self.database).await {
            // The next question reads them.
            tracing::error!(%error, "the products of the labels could not be read");
        }
        if let Err(error) = self.read_new_dur_rows().await {
            // The next question reads them.
            tracing::error!(%error, "the rows of the DUR tables could not be read");
        }
        drop(running);
        self.fit_in_background();
        self.search.embed_in_background();
        let report = match imported {
            Ok(report) => report_view(report),
            Err(error) => return Err(self.cut_short(error.into(), before).await),
        };
        renewed?;
        self.send_event(DeskEvent::Imported { report: report.clone() });
        Ok(report)
    }
}

/// Marks an import as running until it is dropped, even when nobody waits for it any more (a page was
/// closed). Otherwise searches would keep the previous library.
struct Running<'a>(&'a AtomicBool);

impl<'a> Running<'a> {
    fn begin(flag: &'a AtomicBool) -> Self {
        flag.store(true, Ordering::Relaxed);
        Self(flag)
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

fn report_view(report: simui_corpus::ImportReport) -> ImportReport {
    ImportReport {
        documents: report.documents as u64,
        articles: report.articles as u64,
        chunks: report.chunks as u64,
        unchanged: report.unchanged as u64,
        quarantined: report.quarantined,
        took_ms: report.took_ms,
        cancelled: report.cancelled,
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(2, std::num::NonZero::get)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::Running;

    #[test]
    fn an_import_that_is_given_up_is_over() {
        let flag = AtomicBool::new(false);
        let running = Running::begin(&flag);
        assert!(flag.load(Ordering::Relaxed));
        drop(running);
        assert!(!flag.load(Ordering::Relaxed));
    }
}
