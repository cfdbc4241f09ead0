//! The installed models that searches use: which are chosen, loading them when needed, and the encoder's
//! vectors of the corpora.

mod embedding;
mod runtime;
mod slot;
mod vectors;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use simui_inference::InferenceError;
use simui_inference::onnx::{Computation, CrossEncoder, Encoder, Runtime};
use simui_inference::registry::{Entry, ModelDirectory, ModelId, Role};
use simui_search::encoded::Model;
use simui_store::Database;
use tokio::sync::{Mutex, broadcast};

use self::slot::{Key, Slot};
use self::vectors::LoadedVectors;
use super::installed_models::run_blocking;
use super::settings::settings_in;
use crate::ApiError;
use crate::types::{DeskEvent, OnnxSettings, SearchModels};

pub(crate) use runtime::{choice, library_search, provider};

/// Subject of the settings of search models.
pub(crate) const SUBJECT: &str = "search_models";
/// Name of a reranker's threshold below which a hit is discarded.
pub(crate) const MINIMUM: &str = "minimum";
/// Name of a reranker's threshold below which the best hit shows that a pharmacist's question is out of
/// scope.
pub(crate) const OUT_OF_SCOPE: &str = "out_of_scope";
/// Subject of the settings of ONNX Runtime.
const RUNTIME_SUBJECT: &str = "onnx";

/// The models of one desk.
pub(crate) struct Onnx {
    database: Database,
    pub(crate) directory: ModelDirectory,
    events: broadcast::Sender<DeskEvent>,
    encoder: Slot<Encoder>,
    reranker: Slot<CrossEncoder>,
    /// The vectors of the encoder, as far as loaded.
    vectors: Mutex<Option<LoadedVectors>>,
    /// Held by the computation of vectors that is running.
    embedding: Mutex<()>,
    cancelled: AtomicBool,
    /// State of the corpora and encoder for which computing vectors was tried last.
    tried: std::sync::Mutex<Option<(u64, Model)>>,
}

/// A chosen model, loaded.
pub(crate) struct Chosen<M> {
    pub(crate) model: Arc<M>,
    /// The present description of the model. Thresholds change without the model being loaded again.
    pub(crate) entry: Entry,
}

/// A chosen model that cannot be used.
#[derive(Debug)]
pub(crate) struct Unusable {
    pub(crate) id: String,
    pub(crate) why: String,
}

impl Onnx {
    pub(crate) fn new(
        database: &Database,
        models: PathBuf,
        events: &broadcast::Sender<DeskEvent>,
    ) -> Self {
        Self {
            database: database.clone(),
            directory: ModelDirectory::new(models),
            events: events.clone(),
            encoder: Slot::default(),
            reranker: Slot::default(),
            vectors: Mutex::default(),
            embedding: Mutex::default(),
            cancelled: AtomicBool::new(false),
            tried: std::sync::Mutex::default(),
        }
    }

    /// Returns the chosen models.
    pub(crate) async fn chosen(&self) -> Result<SearchModels, ApiError> {
        Ok(settings_in(&self.database, SUBJECT).await?.settings)
    }

    /// Returns the chosen encoder, loaded; `None` when none is chosen.
    pub(crate) async fn encoder(
        &self,
        chosen: &SearchModels,
    ) -> Result<Option<Chosen<Encoder>>, Unusable> {
        let Some(id) = &chosen.encoder else { return Ok(None) };
        self.load(id, &self.encoder, Encoder::open).await.map(Some)
    }

    /// Returns the chosen reranker, loaded; `None` when none is chosen.
    pub(crate) async fn reranker(
        &self,
        chosen: &SearchModels,
    ) -> Result<Option<Chosen<CrossEncoder>>, Unusable> {
        let Some(id) = &chosen.reranker else { return Ok(None) };
        self.load(id, &self.reranker, CrossEncoder::open).await.map(Some)
    }

    /// Returns an installed reranker, chosen or not.
    pub(crate) async fn reranker_called(&self, id: &str) -> Result<Chosen<CrossEncoder>, Unusable> {
        self.load(id, &Slot::default(), CrossEncoder::open).await
    }

    async fn load<M: Send + Sync + 'static>(
        &self,
        id: &str,
        slot: &Slot<M>,
        open: Open<M>,
    ) -> Result<Chosen<M>, Unusable> {
        let unusable = |why: String| Unusable { id: id.to_owned(), why };
        let described = async {
            let settings =
                settings_in::<OnnxSettings>(&self.database, RUNTIME_SUBJECT).await?.settings;
            Ok::<_, ApiError>((self.described(id).await?, settings))
        };
        let (entry, settings) = described.await.map_err(|error| unusable(error.to_string()))?;
        let key = Key::new(&entry, &settings);
        let loading = self.open(entry.id.clone(), settings, open);
        let model = slot.get(key, loading).await.map_err(unusable)?;
        Ok(Chosen { model, entry })
    }

    async fn described(&self, id: &str) -> Result<Entry, ApiError> {
        let (directory, name) = (self.directory.clone(), id.to_owned());
        run_blocking(move || {
            let id = ModelId::try_from(name.clone());
            let id =
                id.map_err(|_| InferenceError::UnknownModel { id: name, place: "is installed" })?;
            directory.installed_entry(&id)
        })
        .await
    }

    /// Verifies all files of a model and opens it.
    async fn open<M: Send + 'static>(
        &self,
        id: ModelId,
        settings: OnnxSettings,
        open: Open<M>,
    ) -> Result<M, ApiError> {
        let search = library_search(settings.library.as_ref(), self.database.dir().to_owned());
        let computation = Computation { choice: choice(&settings)?, ..Computation::default() };
        let directory = self.directory.clone();
        run_blocking(move || {
            let model = directory.verify(id.as_str())?;
            open(&Runtime::load(&search)?, &model, computation)
        })
        .await
    }

    /// Cancels the computation of vectors. Computed ones are kept.
    pub(crate) fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }
}

type Open<M> = fn(
    &Runtime,
    &simui_inference::registry::InstalledModel,
    Computation,
) -> Result<M, InferenceError>;

/// Returns what identifies an encoder's vectors; `None` for another kind of model.
pub(crate) fn vectors_of(entry: &Entry) -> Option<Model> {
    match &entry.role {
        Role::Encoder(encoding) => {
            Some(Model { fingerprint: entry.fingerprint(), dims: encoding.dims })
        }
        Role::Reranker | Role::Chat => None,
    }
}
