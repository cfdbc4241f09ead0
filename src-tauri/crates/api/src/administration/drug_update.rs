//! Updates drug data: fetches the rows of followed services page by page into the data directory, and imports
//! whole lists like any other file.

use serde_json::json;
use simui_inference::InferenceError;
use simui_inference::datagokr::{
    DataGoKr, Fetched, Held, Service, Wanted, files_to_import, mark_imported,
};

use super::drug_data::count;
use crate::faults::ErrorCode;
use crate::types::{
    DeskEvent, DrugUpdate, DrugUpdateReport, ImportReport, UpdateDrugs, UpdateProgress, UpdateState,
};
use crate::{ApiError, Desk};
use simui_domain::korean_day;

impl Desk {
    /// Fetches the rows of followed services and imports them; with `check` it only counts them. A
    /// service that fails is reported and the others continue. Fetched pages stay however the update
    /// ends, and the next one goes on from there. A list is imported when all its pages are there.
    pub async fn update_drugs(&self, request: UpdateDrugs) -> Result<DrugUpdateReport, ApiError> {
        let _turn = self.update_turn()?;
        let mut stop = self.administration.stop_update.subscribe();
        let actor = self.actor(request.reviewer.as_deref()).await?;
        let settings = self.outbound_settings().await?.settings;
        let services = select_services(&settings.drug_data, &request.services)?;
        let (client, calls) = self.drug_client(&settings, actor.clone()).await?;
        let mut report = DrugUpdateReport { check: request.check, ..DrugUpdateReport::default() };
        let fetched = tokio::select! {
            fetched = self.fetch_drugs(&client, &services, &request, &mut report) => fetched,
            _ = stop.changed() => {
                report.cancelled = true;
                Ok(())
            }
        };
        drop(client);
        calls.finish().await?;
        let mut import = Ok(None);
        if fetched.is_ok() && !request.check && !report.cancelled {
            tokio::select! {
                imported = self.import_drugs(&services) => import = imported,
                _ = stop.changed() => report.cancelled = true,
            }
        }
        if let Ok(imported) = &import {
            report.imported.clone_from(imported);
        }
        self.audit_drug_update(&actor, &report).await?;
        fetched?;
        import?;
        self.send_event(DeskEvent::DrugsUpdated { report: report.clone() });
        Ok(report)
    }

    async fn fetch_drugs(
        &self,
        client: &DataGoKr,
        services: &[&'static Service],
        request: &UpdateDrugs,
        report: &mut DrugUpdateReport,
    ) -> Result<(), ApiError> {
        let today = korean_day(self.clock.now());
        let wanted = Wanted { today, everything: request.everything };
        for service in services {
            let outcome = if request.check {
                self.count_rows(client, service).await
            } else {
                self.fetch_rows(client, service, wanted).await
            };
            report.services.push(match outcome {
                Ok(update) => update,
                // These would be the same for every service.
                Err(error @ (InferenceError::Refused { .. } | InferenceError::File { .. })) => {
                    return Err(error.into());
                }
                Err(error) => failed(service, error),
            });
        }
        Ok(())
    }

    async fn fetch_rows(
        &self,
        client: &DataGoKr,
        service: &Service,
        wanted: Wanted,
    ) -> Result<DrugUpdate, InferenceError> {
        let mut progress = |step: simui_inference::Step<'_>| {
            let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
            let (done, total) = (count(step.done), count(step.total));
            let progress = UpdateProgress { title: step.title.to_owned(), done, total };
            self.send_event(DeskEvent::DrugUpdate { progress });
        };
        let folder = self.drug_folder(service);
        let fetched = client.update(service, &folder, wanted, &mut progress).await?;
        let Fetched { rows, new, unchanged, gone, since } = fetched;
        let state = if new > 0 { UpdateState::New } else { UpdateState::Unchanged };
        Ok(DrugUpdate {
            rows,
            new_pages: count(new),
            unchanged_pages: count(unchanged),
            gone_pages: count(gone),
            since,
            ..drug_update(service, state)
        })
    }

    /// Counts the rows of a service. An equal number does not prove that the rows are equal.
    async fn count_rows(
        &self,
        client: &DataGoKr,
        service: &Service,
    ) -> Result<DrugUpdate, InferenceError> {
        let folder = self.drug_folder(service);
        let (rows, since) = client.count(service, &folder).await?;
        let is_new = match since {
            Some(_) => rows > 0,
            None => Held::read(service, &folder)?.rows != Some(rows),
        };
        let state = if is_new { UpdateState::New } else { UpdateState::Unchanged };
        Ok(DrugUpdate { rows, since, ..drug_update(service, state) })
    }

    /// Imports the lists that are complete, those of an earlier, killed update included. Pages that are
    /// stored already are recognised.
    async fn import_drugs(
        &self,
        services: &[&'static Service],
    ) -> Result<Option<ImportReport>, ApiError> {
        let mut paths = Vec::new();
        for service in services {
            paths.extend(files_to_import(service, &self.drug_folder(service))?);
        }
        let imported = self.import_fetched(&paths).await?;
        if imported.as_ref().is_none_or(|it| !it.cancelled) {
            for service in services {
                mark_imported(&self.drug_folder(service))?;
            }
        }
        Ok(imported)
    }

    async fn audit_drug_update(
        &self,
        actor: &str,
        report: &DrugUpdateReport,
    ) -> Result<(), ApiError> {
        let count_of = |state| report.services.iter().filter(|it| it.state == state).count();
        let details = json!({
            "check": report.check,
            "cancelled": report.cancelled,
            "new": count_of(UpdateState::New),
            "unchanged": count_of(UpdateState::Unchanged),
            "failed": count_of(UpdateState::Failed),
            "stored": report.imported.as_ref().map(|it| it.documents),
        });
        let now = self.clock.now();
        Ok(self.database.audit(now, actor, "drug_data_updated", "drug_data", details).await?)
    }
}

/// Returns the followed services with these keys or names; all of them without names. A followed service that
/// this version does not know is passed over.
fn select_services(
    followed: &[String],
    names: &[String],
) -> Result<Vec<&'static Service>, ApiError> {
    let is_followed = |service: &&Service| followed.contains(&service.key);
    let all: Vec<&'static Service> = Service::all().iter().filter(is_followed).collect();
    if all.is_empty() {
        return Err(ApiError::invalid(
            ErrorCode::NoDrugServiceFollowed,
            &[],
            "drug data: no service is followed; choose some in the settings or with `simui corpus drugs follow SERVICE --as NAME`"
                .to_owned(),
        ));
    }
    if names.is_empty() {
        return Ok(all);
    }
    let mut services = Vec::new();
    for name in names {
        let named = Service::named(name.trim()).filter(is_followed);
        services.push(named.ok_or_else(|| {
            ApiError::invalid(
                ErrorCode::DrugServiceNotFollowed,
                &[("name", name)],
                format!(
                    "drug data: {name:?} is not followed; follow it first with `simui corpus drugs follow SERVICE --as NAME`"
                ),
            )
        })?);
    }
    Ok(services)
}

fn failed(service: &Service, error: InferenceError) -> DrugUpdate {
    let fault = ApiError::from(error).body();
    DrugUpdate {
        problem: fault.message.clone(),
        fault: Some(fault),
        ..drug_update(service, UpdateState::Failed)
    }
}

fn drug_update(service: &Service, state: UpdateState) -> DrugUpdate {
    DrugUpdate {
        key: service.key.clone(),
        name: service.name.clone(),
        state,
        rows: 0,
        new_pages: 0,
        unchanged_pages: 0,
        gone_pages: 0,
        since: None,
        problem: String::new(),
        fault: None,
    }
}
