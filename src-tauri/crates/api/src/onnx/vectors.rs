use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

use simui_search::encoded::{Encoded, Model, stamp};
use simui_search::index::SearchIndex;

use super::Onnx;

/// The loaded vectors of an encoder.
pub(super) struct Held {
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
        let mut held = self.vectors.lock().await;
        let same = |held: &&Held| held.model == *model && held.generation == index.generation();
        let now = stamp(index, dir, model);
        if let Some(held) = held.as_ref().filter(same)
            && (held.vectors.is_some() || held.stamp == now)
        {
            return held.vectors.clone();
        }
        let (reading, of, at) = (index.clone(), model.clone(), dir.to_owned());
        let read = tokio::task::spawn_blocking(move || Encoded::complete(&reading, &at, &of)).await;
        let vectors = read.ok().flatten().map(Arc::new);
        let (model, generation) = (model.clone(), index.generation());
        *held = Some(Held { model, generation, stamp: now, vectors: vectors.clone() });
        vectors
    }

    /// Uses vectors that have just been computed.
    pub(super) async fn take_up(&self, index: &SearchIndex, model: &Model, made: Encoded) {
        let (model, generation) = (model.clone(), index.generation());
        let vectors = Some(Arc::new(made));
        *self.vectors.lock().await =
            Some(Held { model, generation, stamp: Default::default(), vectors });
    }
}
