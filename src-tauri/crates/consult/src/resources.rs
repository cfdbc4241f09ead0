//! What a turn is answered with: data, and the functions by which the graph reads and writes outside itself.

use std::sync::{Arc, OnceLock};

use futures::future::BoxFuture;
use simui_flow::NodeError;
use simui_pharmacy::Shelf;

use super::budget::Count;
use super::cache::{Entry, Hit, Key};
use super::complexity::DocumentCounts;
use super::rules::Rules;
use super::turn::Turn;

/// Finds a cached answer, and the cosine of the nearest cached question, also below the threshold.
pub type FindKept = Arc<dyn Fn(&Key, &[f32]) -> (Option<Hit>, Option<f32>) + Send + Sync>;

/// Computes the embedding of a text.
pub type Embed = Arc<dyn Fn(&str) -> Vec<f32> + Send + Sync>;

/// The functions by which the graph reads and writes outside itself.
#[derive(Clone)]
pub struct Effects {
    /// Reads the turn and what is known of the patient: [`Turn::read`].
    pub read: Arc<dyn Fn() -> Result<Turn, String> + Send + Sync>,
    /// Marks the turn to be added to the patient's record.
    pub remember: Arc<dyn Fn() -> BoxFuture<'static, Result<(), String>> + Send + Sync>,
    /// Looks for a cached answer.
    pub find: FindKept,
    /// Caches an answer.
    pub keep: Arc<dyn Fn(Entry) + Send + Sync>,
    /// Computes the embedding of a text, of Euclidean length 1; empty if there is no embedding model.
    pub embed: Embed,
}

/// The data and functions that a turn is answered with.
pub struct TurnResources {
    /// The documents, DUR tables and names.
    pub shelf: Arc<Shelf>,
    /// The rules.
    pub rules: &'static Rules,
    /// The functions by which the graph acts outside itself.
    pub effects: Effects,
    /// Counts tokens.
    pub count: Count,
    /// The context window of the model, in tokens.
    pub window: u32,
    /// The most tokens that the model may answer with; 0 without a model.
    pub answer_tokens: u32,
    /// `rules`, or which models play which roles with which prompts. It is part of the cache key.
    pub engine: String,
    /// Number of documents by how much a turn asks; part of the cache key.
    pub documents: DocumentCounts,
    /// The values that the documents are searched with; part of the cache key.
    pub search: String,
    /// Version of the corpora; part of the cache key.
    pub corpus: u64,
    /// The turn, after it was read.
    pub turn: OnceLock<Turn>,
}

impl TurnResources {
    /// The turn; it is read at the first call. Fails if it cannot be read.
    pub(super) fn turn(&self) -> Result<&Turn, NodeError> {
        if let Some(turn) = self.turn.get() {
            return Ok(turn);
        }
        let turn = (self.effects.read)().map_err(NodeError::new)?;
        Ok(self.turn.get_or_init(|| turn))
    }
}
