//! The followed laws and their stored versions, and searches of law.go.kr.

use simui_domain::{Document, DocumentKind};
use simui_inference::lawgokr::{Chosen, LawGoKr, Listed, Target};

use super::public_service::PublicService;
use crate::desk::keys::LAW_KEY;
use crate::desk::outbound::Calls;
use crate::faults::ErrorCode;
use crate::types::{
    FindLaws, FollowedLaw, FollowedLawView, FoundLaws, LawCollection, LawUpdates, ListedLaw,
    OutboundSettings, UpdateObstacle,
};
use crate::{ApiError, Desk};

impl Desk {
    /// Lists the followed laws with their stored versions, and what prevents an update. Sends nothing.
    pub async fn law_updates(&self) -> Result<LawUpdates, ApiError> {
        let settings = self.outbound_settings().await?.settings;
        let documents = self.database.documents().await?;
        let laws = settings.laws.iter().map(|law| followed_view(law, &documents)).collect();
        let service = law_service(&settings);
        let mut obstacles = self.obstacles_to(service, &settings).await?;
        if settings.laws.is_empty() {
            obstacles.push(UpdateObstacle::Laws);
        }
        let host = service.place().to_owned();
        let running = self.administration.updating.try_lock().is_err();
        Ok(LawUpdates { laws, host, obstacles, running })
    }

    /// Searches law.go.kr for titles that contain the words.
    pub async fn find_laws(&self, request: FindLaws) -> Result<FoundLaws, ApiError> {
        let words = request.words.trim();
        if words.is_empty() {
            return Err(ApiError::invalid(
                ErrorCode::LawWordsEmpty,
                &[],
                "words: they are empty; give a part of the title".into(),
            ));
        }
        let settings = self.outbound_settings().await?.settings;
        let (service, calls) = self.law_client(&settings, "system".to_owned()).await?;
        let page = request.page.unwrap_or(1).clamp(1, 10_000) as usize;
        let found = service.list(target(request.collection), words, page).await;
        drop(service);
        calls.finish().await?;
        let found = found?;
        let laws = found.documents.into_iter().map(|it| listed(request.collection, it)).collect();
        Ok(FoundLaws { total: found.total as u64, laws })
    }

    /// Returns a client of the law service and the recorder of its calls. An error, before anything is sent,
    /// when the settings do not allow its host.
    pub(super) async fn law_client(
        &self,
        settings: &OutboundSettings,
        actor: String,
    ) -> Result<(LawGoKr, Calls), ApiError> {
        let service = law_service(settings);
        let (outbound, key, calls) = self.access_to(service, settings, actor).await?;
        Ok((LawGoKr::at(outbound, key, service.base), calls))
    }
}

/// Returns where laws are fetched from; its base is the part of the address before `/lawSearch.do`.
fn law_service(settings: &OutboundSettings) -> PublicService<'_> {
    let base = settings.law_service.as_deref().unwrap_or(LawGoKr::BASE);
    PublicService { base, host: LawGoKr::HOST, key: LAW_KEY }
}

fn followed_view(law: &FollowedLaw, documents: &[Document]) -> FollowedLawView {
    let stored: Vec<&Document> =
        documents.iter().filter(|it| !it.digest && is_titled(it, &law.title)).collect();
    FollowedLawView {
        law: law.clone(),
        versions: u32::try_from(stored.len()).unwrap_or(u32::MAX),
        newest: stored.iter().filter_map(|it| it.effective_from).max(),
    }
}

fn is_titled(document: &Document, title: &str) -> bool {
    let without_spaces = |text: &str| text.split_whitespace().collect::<String>();
    let fits = without_spaces(&document.title) == without_spaces(title);
    // A decision's title may begin with its court.
    fits || (document.kind == DocumentKind::Precedent
        && without_spaces(&document.title).ends_with(&without_spaces(title)))
}

/// Whether a listed version is stored already, from whatever source.
pub(super) fn is_stored(listed: &Listed, documents: &[Document]) -> bool {
    let from = jiff::civil::Date::strptime("%Y%m%d", &listed.effective).ok();
    from.is_some()
        && documents.iter().any(|document| {
            !document.digest
                && document.effective_from == from
                && is_titled(document, &listed.title)
                && is_numbered(document, &listed.id)
        })
}

/// Whether a stored law may have this 법령ID, since laws of two ministries may share a title. True when the
/// list gives no id.
fn is_numbered(document: &Document, id: &str) -> bool {
    let number =
        |text: &str| text.rsplit(' ').next().unwrap_or(text).trim_start_matches('0').to_owned();
    document.kind != DocumentKind::Statute
        || id.is_empty()
        || number(&document.source_key) == number(id)
}

pub(super) fn chosen(law: &FollowedLaw) -> Chosen {
    Chosen { target: target(law.collection), title: law.title.clone() }
}

pub(super) fn target(collection: LawCollection) -> Target {
    match collection {
        LawCollection::Law => Target::Law,
        LawCollection::EfLaw => Target::EfLaw,
        LawCollection::AdmRul => Target::AdmRul,
        LawCollection::Ordin => Target::Ordin,
        LawCollection::Prec => Target::Prec,
        LawCollection::Detc => Target::Detc,
    }
}

fn listed(collection: LawCollection, listed: Listed) -> ListedLaw {
    let Listed { target: _, serial, id: _, title, effective, announced } = listed;
    ListedLaw { collection, title, serial, effective, announced }
}
