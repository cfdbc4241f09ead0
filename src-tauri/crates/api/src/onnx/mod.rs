//! The installed models that searches use: which are chosen, loaded when they are first needed, and the corpora's vectors
//! by the encoder.

mod calibrate;
mod embedding;
mod judged;
mod scope;
mod slot;
#[cfg(test)]
mod tests;
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

use crate::ApiError;
use crate::administration::{choice, library_search, run_blocking, settings_in};
use crate::types::{DeskEvent, OnnxSettings, SearchModels};
use slot::{Key, Slot};
use vectors::Held;

/// The settings' subject.
pub(crate) const SUBJECT: &str = "search_models";
/// The threshold of a reranker below which a hit says nothing.
pub(crate) const MINIMUM: &str = "minimum";
/// The threshold of a reranker below which the best hit for a pharmacist's question is of another matter.
pub(crate) const OUT_OF_SCOPE: &str = "out_of_scope";
/// See [`SUBJECT`].
const COMPUTING: &str = "onnx";

/// The models of one desk.
pub(crate) struct Onnx {
    database: Database,
    directory: ModelDirectory,
    events: broadcast::Sender<DeskEvent>,
    encoder: Slot<Encoder>,
    reranker: Slot<CrossEncoder>,
    /// What is known of the encoder's vectors.
    vectors: Mutex<Option<Held>>,
    /// Making vectors, one at a time.
    embedding: Mutex<()>,
    cancelled: AtomicBool,
    /// What vectors were last tried to be made for: the state of the corpora, and the encoder.
    tried: std::sync::Mutex<Option<(u64, Model)>>,
}

/// A chosen model, ready.
pub(crate) struct Chosen<M> {
    pub(crate) model: Arc<M>,
    /// As it is described now: thresholds change without the model being loaded again.
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

    /// Which models are chosen.
    pub(crate) async fn chosen(&self) -> Result<SearchModels, ApiError> {
        Ok(settings_in(&self.database, SUBJECT).await?.settings)
    }

    /// The chosen encoder; `None` when there is none.
    pub(crate) async fn encoder(
        &self,
        chosen: &SearchModels,
    ) -> Result<Option<Chosen<Encoder>>, Unusable> {
        let Some(id) = &chosen.encoder else { return Ok(None) };
        self.load(id, &self.encoder, Encoder::open).await.map(Some)
    }

    /// The chosen reranker; `None` when there is none.
    pub(crate) async fn reranker(
        &self,
        chosen: &SearchModels,
    ) -> Result<Option<Chosen<CrossEncoder>>, Unusable> {
        let Some(id) = &chosen.reranker else { return Ok(None) };
        self.load(id, &self.reranker, CrossEncoder::open).await.map(Some)
    }

    /// An installed reranker, chosen or not.
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
            let settings = settings_in::<OnnxSettings>(&self.database, COMPUTING).await?.settings;
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

    /// Reads all of a model's files, and opens it.
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

    /// Stops the making of vectors; what was made is kept.
    pub(crate) fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }
}

type Open<M> = fn(
    &Runtime,
    &simui_inference::registry::InstalledModel,
    Computation,
) -> Result<M, InferenceError>;

/// What the encoder's vectors are told apart by; `None` for what is none.
pub(crate) fn vectors_of(entry: &Entry) -> Option<Model> {
    match &entry.role {
        Role::Encoder(encoding) => {
            Some(Model { fingerprint: entry.fingerprint(), dims: encoding.dims })
        }
        Role::Reranker | Role::Chat => None,
    }
}
