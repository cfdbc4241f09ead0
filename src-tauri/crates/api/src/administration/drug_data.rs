//! The services of drug data, what of them was fetched, and their client.

use std::path::PathBuf;

use simui_inference::datagokr::{DataGoKr, Group, Held, Service};

use super::public_service::PublicService;
use crate::desk::keys::DRUG_KEY;
use crate::desk::outbound::Calls;
use crate::types::{
    DrugDataGroup, DrugServiceView, DrugUpdates, InterruptedUpdate, OutboundSettings,
    UpdateObstacle,
};
use crate::{ApiError, Desk};

/// Folder of fetched drug data, relative to the data directory; a folder in it for each service.
const FOLDER: &str = "drug-data";

impl Desk {
    /// Lists the services of drug data with what was fetched of them, and what prevents an update. Sends
    /// nothing.
    pub async fn drug_updates(&self) -> Result<DrugUpdates, ApiError> {
        let settings = self.outbound_settings().await?.settings;
        let service = drug_service(&settings);
        let mut obstacles = self.obstacles_to(service, &settings).await?;
        let views: Result<Vec<_>, _> =
            Service::all().iter().map(|it| self.drug_service_view(it, &settings)).collect();
        let services = views?;
        if !services.iter().any(|it| it.followed) {
            obstacles.push(UpdateObstacle::Services);
        }
        let host = service.place().to_owned();
        let running = self.administration.updating.try_lock().is_err();
        Ok(DrugUpdates { services, host, obstacles, running })
    }

    /// Returns a client of the drug data services and the recorder of its calls. An error, before anything is
    /// sent, when the settings do not allow their host.
    pub(super) async fn drug_client(
        &self,
        settings: &OutboundSettings,
        actor: String,
    ) -> Result<(DataGoKr, Calls), ApiError> {
        let service = drug_service(settings);
        let (outbound, key, calls) = self.access_to(service, settings, actor).await?;
        Ok((DataGoKr::at(outbound, &key, service.base), calls))
    }

    /// Returns the folder of a service's pages.
    pub(super) fn drug_folder(&self, service: &Service) -> PathBuf {
        self.data_dir().join(FOLDER).join(&service.key)
    }

    fn drug_service_view(
        &self,
        service: &Service,
        settings: &OutboundSettings,
    ) -> Result<DrugServiceView, ApiError> {
        let Held { complete, rows, interrupted } = Held::read(service, &self.drug_folder(service))?;
        Ok(DrugServiceView {
            key: service.key.clone(),
            name: service.name.clone(),
            group: match service.group {
                Group::Label => DrugDataGroup::Label,
                Group::Permit => DrugDataGroup::Permit,
                Group::DurIngredient => DrugDataGroup::DurIngredient,
                Group::DurProduct => DrugDataGroup::DurProduct,
            },
            followed: settings.drug_data.contains(&service.key),
            changes_only: service.since.is_some(),
            large: service.large,
            complete,
            rows,
            interrupted: interrupted
                .map(|(done, total)| InterruptedUpdate { done: count(done), total: count(total) }),
        })
    }
}

/// Returns where drug data is fetched from; its base is the part of the address before `/1471000`.
fn drug_service(settings: &OutboundSettings) -> PublicService<'_> {
    let base = settings.drug_service.as_deref().unwrap_or(DataGoKr::BASE);
    PublicService { base, host: Service::host(), key: DRUG_KEY }
}

pub(super) fn count(n: u64) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
