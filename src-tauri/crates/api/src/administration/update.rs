//! Updates laws: fetches new versions into a folder of the data directory and imports them like any other
//! file.

use std::path::{Path, PathBuf};

use serde_json::json;
use simui_domain::Document;
use simui_inference::InferenceError;
use simui_inference::lawgokr::{Format, LawGoKr};
use tokio::sync::MutexGuard;

use super::laws::{chosen, is_stored};
use crate::faults::{ErrorBody, ErrorCode};
use crate::types::{
    DeskEvent, FollowedLaw, ImportReport, ImportRequest, LawUpdate, LawUpdateReport, UpdateLaws,
    UpdateProgress, UpdateState,
};
use crate::{ApiError, Desk};

/// Folder of fetched laws, relative to the data directory.
const FOLDER: &str = "laws";

impl Desk {
    /// Fetches new versions of followed laws and imports them; with `check` it only looks for them. A law
    /// that fails is reported and the others continue. Fetched files stay however the update ends, and the
    /// next one continues from there.
    pub async fn update_laws(&self, request: UpdateLaws) -> Result<LawUpdateReport, ApiError> {
        let _turn = self.update_turn()?;
        let mut stop = self.administration.stop_update.subscribe();
        let actor = self.actor(request.reviewer.as_deref()).await?;
        let settings = self.outbound_settings().await?.settings;
        let laws = select_laws(&settings.laws, &request.laws)?;
        let (service, calls) = self.law_client(&settings, actor.clone()).await?;
        let mut report = LawUpdateReport { check: request.check, ..LawUpdateReport::default() };
        let fetched = tokio::select! {
            fetched = self.fetch(&service, &laws, &mut report) => fetched,
            _ = stop.changed() => {
                report.cancelled = true;
                Ok(())
            }
        };
        drop(service);
        calls.finish().await?;
        let mut import = Ok(None);
        if fetched.is_ok() && !request.check && !report.cancelled {
            tokio::select! {
                imported = self.import_laws() => import = imported,
                _ = stop.changed() => report.cancelled = true,
            }
        }
        if let Ok(imported) = &import {
            report.imported.clone_from(imported);
        }
        self.audit_update(&actor, &report).await?;
        fetched?;
        import?;
        self.send_event(DeskEvent::LawsUpdated { report: report.clone() });
        Ok(report)
    }

    /// Stops the running update of laws or drug data. Files fetched so far stay.
    pub fn cancel_update(&self) {
        self.administration.stop_update.send_replace(());
    }

    async fn fetch(
        &self,
        service: &LawGoKr,
        laws: &[FollowedLaw],
        report: &mut LawUpdateReport,
    ) -> Result<(), ApiError> {
        let folder = self.data_dir().join(FOLDER);
        let documents = self.database.documents().await?;
        for (done, law) in laws.iter().enumerate() {
            let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
            self.send_event(DeskEvent::LawUpdate {
                progress: UpdateProgress {
                    title: law.title.clone(),
                    done: count(done),
                    total: count(laws.len()),
                },
            });
            let outcome = if report.check {
                check_law(service, law, &folder, &documents).await
            } else {
                fetch_one(service, law, &folder).await
            };
            report.laws.push(outcome?);
        }
        Ok(())
    }

    /// Imports every fetched file, those of an earlier, killed update included. Files that are stored already
    /// are recognised.
    async fn import_laws(&self) -> Result<Option<ImportReport>, ApiError> {
        let folder = self.data_dir().join(FOLDER);
        let paths = fetched_files(&folder).map_err(|source| InferenceError::File {
            path: folder.display().to_string(),
            source,
        })?;
        self.import_fetched(&paths).await
    }

    /// Imports fetched files; `None` without any.
    pub(super) async fn import_fetched(
        &self,
        paths: &[PathBuf],
    ) -> Result<Option<ImportReport>, ApiError> {
        if paths.is_empty() {
            return Ok(None);
        }
        let paths = paths.iter().map(|path| path.display().to_string()).collect();
        let request = ImportRequest { paths, ..ImportRequest::default() };
        self.import_paths(request).await.map(Some)
    }

    /// Returns the turn of the one update that may run, of laws or drug data.
    pub(super) fn update_turn(&self) -> Result<MutexGuard<'_, ()>, ApiError> {
        self.administration.updating.try_lock().map_err(|_| {
            ApiError::invalid(
                ErrorCode::UpdateRunning,
                &[],
                "update: one is running already; wait for it or cancel it".to_owned(),
            )
        })
    }

    async fn audit_update(&self, actor: &str, report: &LawUpdateReport) -> Result<(), ApiError> {
        let count_of = |state| report.laws.iter().filter(|law| law.state == state).count();
        let details = json!({
            "check": report.check,
            "cancelled": report.cancelled,
            "new": count_of(UpdateState::New),
            "unchanged": count_of(UpdateState::Unchanged),
            "failed": count_of(UpdateState::Failed),
            "stored": report.imported.as_ref().map(|it| it.documents),
        });
        let now = self.clock.now();
        Ok(self.database.audit(now, actor, "laws_updated", "laws", details).await?)
    }
}

/// Returns the followed laws with these titles; all of them without titles.
fn select_laws(followed: &[FollowedLaw], titles: &[String]) -> Result<Vec<FollowedLaw>, ApiError> {
    if followed.is_empty() {
        return Err(ApiError::invalid(
            ErrorCode::NoLawFollowed,
            &[],
            "law update: no law is followed; choose some in the settings or with `simui corpus follow LAW --as NAME`"
            .to_owned(),
        ));
    }
    if titles.is_empty() {
        return Ok(followed.to_vec());
    }
    let mut laws = Vec::new();
    for title in titles {
        let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
        let before = laws.len();
        laws.extend(followed.iter().filter(|law| law.title == title).cloned());
        if laws.len() == before {
            return Err(ApiError::Missing {
                what: "followed law",
                id: title,
                remedy: "follow it first with `simui corpus follow LAW --as NAME`",
            });
        }
    }
    Ok(laws)
}

async fn check_law(
    service: &LawGoKr,
    law: &FollowedLaw,
    folder: &Path,
    documents: &[Document],
) -> Result<LawUpdate, ApiError> {
    let outcome = service.outstanding(&chosen(law), folder, Format::Xml).await;
    let (outstanding, fetched) = match outcome {
        Ok(found) => found,
        Err(error) => return failed(law, error),
    };
    let new = outstanding.iter().filter(|listed| !is_stored(listed, documents)).count();
    let unchanged = fetched + outstanding.len() - new;
    Ok(law_update(law, new, unchanged, None))
}

async fn fetch_one(
    service: &LawGoKr,
    law: &FollowedLaw,
    folder: &Path,
) -> Result<LawUpdate, ApiError> {
    let chosen = [chosen(law)];
    let updated = service.update(&chosen, folder, Format::Xml, &mut |_| {}).await?;
    let (saved, unchanged) = (updated.saved.len(), updated.unchanged);
    let failure = updated.failed.into_iter().next().map(|it| ApiError::from(it.error).body());
    Ok(law_update(law, saved, unchanged, failure))
}

/// Reports an error that concerns one law, and returns one that would affect all laws and ends the update.
fn failed(law: &FollowedLaw, error: InferenceError) -> Result<LawUpdate, ApiError> {
    match error {
        error @ (InferenceError::Refused { .. } | InferenceError::File { .. }) => Err(error.into()),
        error => Ok(law_update(law, 0, 0, Some(ApiError::from(error).body()))),
    }
}

fn law_update(
    law: &FollowedLaw,
    new: usize,
    unchanged: usize,
    fault: Option<ErrorBody>,
) -> LawUpdate {
    let problem = fault.as_ref().map(|it| it.message.clone()).unwrap_or_default();
    let state = match (problem.is_empty(), new) {
        (false, _) => UpdateState::Failed,
        (true, 0) => UpdateState::Unchanged,
        (true, _) => UpdateState::New,
    };
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    LawUpdate {
        title: law.title.clone(),
        state,
        new: count(new),
        unchanged: count(unchanged),
        fault,
        problem,
    }
}

/// Lists the downloaded documents in the folder, without the downloader's own files.
fn fetched_files(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    if !folder.exists() {
        return Ok(files);
    }
    for item in std::fs::read_dir(folder)? {
        let path = item?.path();
        if path.extension().is_some_and(|it| it == Format::Xml.extension()) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
