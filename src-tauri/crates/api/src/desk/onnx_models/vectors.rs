use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

use simui_search::dense::GraphKey;
use simui_search::encoded::{Encoded, Model, stamp};
use simui_search::index::SearchIndex;

use super::Onnx;

/// The loaded vectors of an encoder.
pub(super) struct LoadedVectors {
    model: Model,
    generation: u64,
    /// Modification times of the files when they were read.
    stamp: [Option<SystemTime>; 2],
    /// The vectors; `None` while some are missing.
    vectors: Option<Arc<Encoded>>,
}

impl Onnx {
    /// Returns the vectors of an index's corpora; `None` while some are missing.
    pub(crate) async fn vectors(
        &self,
        index: &SearchIndex,
        dir: &Path,
        model: &Model,
    ) -> Option<Arc<Encoded>> {
        let mut loaded = self.vectors.lock().await;
        let same = |loaded: &&LoadedVectors| {
            loaded.model == *model && loaded.generation == index.generation()
        };
        let now = stamp(index, dir, model);
        if let Some(loaded) = loaded.as_ref().filter(same)
            && (loaded.vectors.is_some() || loaded.stamp == now)
        {
            return loaded.vectors.clone();
        }
        let (reading, of, at) = (index.clone(), model.clone(), dir.to_owned());
        let key = self.database.index_key().map(GraphKey);
        let read = tokio::task::spawn_blocking(move || {
            let vectors = Encoded::complete(&reading, &at, &of)?;
            // Searches compare all vectors until the graphs are built; nobody waits for them.
            let _ = vectors.connect(&reading, &at, &of, key);
            Some(vectors)
        });
        let vectors = read.await.ok().flatten().map(Arc::new);
        let (model, generation) = (model.clone(), index.generation());
        *loaded = Some(LoadedVectors { model, generation, stamp: now, vectors: vectors.clone() });
        vectors
    }

    /// Uses vectors that have just been computed.
    pub(super) async fn take_up(
        &self,
        index: &SearchIndex,
        dir: &Path,
        model: &Model,
        made: Encoded,
    ) {
        // Of large corpora; searches compare all vectors until the graphs are built.
        let _ = made.connect(index, dir, model, self.database.index_key().map(GraphKey));
        let (model, generation) = (model.clone(), index.generation());
        let vectors = Some(Arc::new(made));
        *self.vectors.lock().await =
            Some(LoadedVectors { model, generation, stamp: Default::default(), vectors });
    }
}
