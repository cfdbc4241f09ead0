//! Computes the vectors that are missing.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use futures::future::BoxFuture;
use simui_store::{ChunkRow, Database};

use super::digests::{Digest, Digests, digest_of, passage};
use super::store::Store;
use super::{Encoded, Model, Share};
use crate::SearchError;
use crate::index::SearchIndex;

/// Converts passages to vectors. The error is a message for the user.
pub type Encode = Arc<dyn Fn(&[&str]) -> Result<Vec<Vec<f32>>, String> + Send + Sync>;

/// Passages encoded and written at once. Bounds what a kill loses and how long a cancellation takes.
const BATCH: usize = 16;
/// Chunks read from the database at a time.
const PAGE: u32 = 512;

/// Outcome of [`embed`].
#[derive(Debug)]
pub enum Embedded {
    /// All vectors exist.
    Complete(Encoded),
    /// Cancelled by the caller; vectors made so far are kept.
    Cancelled,
    /// The corpus has changed since the index was built; vectors made so far are kept.
    Behind,
}

/// Computes the missing vectors of the index' corpus until all exist or `goes_on` returns `false`.
///
/// # Errors
/// [`SearchError::Encoder`] when the encoder fails; [`SearchError::Busy`] when another process computes
/// vectors; also when the corpus cannot be read or the disk is full. Vectors made so far are kept.
pub fn embed<'a>(
    database: &'a Database,
    index: &'a SearchIndex,
    dir: &'a Path,
    model: &'a Model,
    encode: Encode,
    goes_on: &'a mut (dyn FnMut(Share) -> bool + Send),
) -> BoxFuture<'a, Result<Embedded, SearchError>> {
    // Boxed, so that this crate compiles it once, and not every crate that awaits it.
    Box::pin(embed_missing(database, index, dir, model, encode, goes_on))
}

async fn embed_missing(
    database: &Database,
    index: &SearchIndex,
    dir: &Path,
    model: &Model,
    encode: Encode,
    goes_on: &mut (dyn FnMut(Share) -> bool + Send),
) -> Result<Embedded, SearchError> {
    let path = super::store(dir, model);
    let opening = model.clone();
    let mut store = blocking(move || Store::open(&path, &opening)).await?;
    let digests = match Digests::load(dir, index) {
        Ok(digests) => digests,
        Err(_) => {
            let made = Digests::make(database, index).await?;
            let current = index.is_current(database).await?;
            let Some(made) = made.filter(|_| current) else { return Ok(Embedded::Behind) };
            made.save(dir, index)?;
            made
        }
    };
    let mut share = digests.share(&store.records);
    if !goes_on(share) {
        return Ok(Embedded::Cancelled);
    }
    let mut page = database.chunks_after(i64::MIN, PAGE).await?;
    while let Some(&(last, _)) = page.last() {
        let missing = missing(&page, &store);
        for batch in missing.chunks(BATCH).map(<[_]>::to_vec) {
            let (added, encode) = (batch.len(), encode.clone());
            store = blocking(move || encode_into(store, batch, &encode)).await?;
            share.done = (share.done + added).min(share.of);
            if !goes_on(share) {
                return Ok(Embedded::Cancelled);
            }
        }
        page = database.chunks_after(last, PAGE).await?;
    }
    let index = index.clone();
    let gathering = move || {
        let complete = Encoded::gather(&index, &digests, &store.records);
        store.prune(&digests.set())?;
        Ok(complete)
    };
    // A vector is missing only if the corpus has changed during the loop.
    Ok(blocking(gathering).await?.map_or(Embedded::Behind, Embedded::Complete))
}

/// Returns the distinct passages of a page without a vector, ordered by length so that little is padded.
fn missing(page: &[(i64, ChunkRow)], store: &Store) -> Vec<(Digest, String)> {
    let mut seen = HashSet::new();
    let passages = page.iter().map(|(_, row)| passage(row));
    let mut missing: Vec<(Digest, String)> = passages
        .map(|passage| (digest_of(&passage), passage))
        .filter(|(digest, _)| !store.records.has(digest) && seen.insert(*digest))
        .collect();
    missing.sort_by_key(|(_, passage)| passage.len());
    missing
}

fn encode_into(
    mut store: Store,
    batch: Vec<(Digest, String)>,
    encode: &Encode,
) -> Result<Store, SearchError> {
    let texts: Vec<&str> = batch.iter().map(|(_, passage)| passage.as_str()).collect();
    let vectors = encode(&texts).map_err(|reason| SearchError::Encoder { reason })?;
    if vectors.len() != texts.len() {
        let reason = format!("it gave {} vectors for {} texts", vectors.len(), texts.len());
        return Err(SearchError::Encoder { reason });
    }
    store.add(batch.iter().map(|(digest, _)| *digest).zip(vectors))?;
    Ok(store)
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, SearchError> + Send + 'static,
) -> Result<T, SearchError> {
    tokio::task::spawn_blocking(work)
        .await
        .unwrap_or_else(|panic| Err(SearchError::panicked(&panic)))
}
