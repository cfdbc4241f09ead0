//! Digests of passages: they identify a passage by its text, independent of its index in the corpus.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};
use simui_domain::ChunkId;
use simui_store::{ChunkRow, Database};

use super::Share;
use super::records::Records;
use crate::index::{SearchIndex, heading};
use crate::{SearchError, sealed};

/// The first 16 bytes of the SHA-256 of a passage.
pub(super) type Digest = [u8; 16];

/// Returns the text of a chunk that a model reads: its heading, then its text.
pub fn passage(row: &ChunkRow) -> String {
    let heading = heading(row);
    if heading.is_empty() {
        row.chunk.text.clone()
    } else {
        format!("{heading}\n{}", row.chunk.text)
    }
}

pub(super) fn digest_of(passage: &str) -> Digest {
    let mut half = Digest::default();
    half.copy_from_slice(&Sha256::digest(passage)[..16]);
    half
}

/// The digests of the corpus' passages by place, kept in a file so that a search need not read the corpus.
/// That of a removed chunk is [`REMOVED`].
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Digests(Vec<Digest>);

/// Stands at the places of removed chunks.
pub(super) const REMOVED: Digest = [0; 16];

/// Chunks whose digests are computed at a time.
const PAGE: usize = 512;

impl Digests {
    /// Reads the digests from disk. Fails where they are missing, damaged or of another state of the corpus.
    pub(super) fn load(dir: &Path, index: &SearchIndex) -> Result<Self, SearchError> {
        let (path, about) = place(dir, index);
        let [bytes] = sealed::read(&path, &about)?;
        let digests = bytes.as_slice().as_chunks::<16>().0.to_vec();
        if digests.len() != index.places_count() {
            return Err(sealed::damaged(&path, "not as many as the index has places"));
        }
        Ok(Self(digests))
    }

    /// Computes the digests of the index' chunks; `None` where the corpus has changed since.
    pub(super) async fn make(
        database: &Database,
        index: &SearchIndex,
    ) -> Result<Option<Self>, SearchError> {
        let mut digests = Vec::with_capacity(index.places_count());
        for page in index.chunk_ids()?.concat().chunks(PAGE) {
            let present: Vec<ChunkId> =
                page.iter().filter(|id| !id.as_str().is_empty()).cloned().collect();
            let rows = database.chunks(&present).await?;
            if rows.len() != present.len() {
                return Ok(None);
            }
            let mut rows = rows.iter();
            digests.extend(page.iter().map(|id| {
                let row = if id.as_str().is_empty() { None } else { rows.next() };
                row.map_or(REMOVED, |row| digest_of(&passage(row)))
            }));
        }
        Ok(Some(Self(digests)))
    }

    pub(super) fn save(&self, dir: &Path, index: &SearchIndex) -> Result<(), SearchError> {
        let (path, about) = place(dir, index);
        sealed::write(&path, &about, [self.0.as_flattened()])
    }

    pub(super) fn all(&self) -> &[Digest] {
        &self.0
    }

    /// Returns the distinct digests.
    pub(super) fn set(&self) -> HashSet<Digest> {
        self.0.iter().copied().filter(|it| *it != REMOVED).collect()
    }

    /// Returns the number of distinct digests.
    pub(super) fn distinct(&self) -> usize {
        self.set().len()
    }

    pub(super) fn share(&self, records: &Records) -> Share {
        let set = self.set();
        Share { done: set.iter().filter(|it| records.has(it)).count(), of: set.len() }
    }
}

pub(super) fn place(dir: &Path, index: &SearchIndex) -> (PathBuf, String) {
    let generation = index.generation();
    // The version after `passages` must be raised with every change of `passage`.
    (dir.join(format!("digests-{generation}")), format!("passages 1\ngeneration {generation}"))
}
