//! What one turn is answered with, and what the graph does to the world.

use std::sync::{Arc, OnceLock};

use futures::future::BoxFuture;
use simui_flow::NodeError;
use simui_pharmacy::Shelf;

use super::budget::Count;
use super::cache::{Entry, Hit, Key};
use super::rules::Rules;
use super::turn::Turn;

/// Finds a kept answer, and says how like the nearest question is.
pub type FindKept = Arc<dyn Fn(&Key, &[f32]) -> (Option<Hit>, Option<f32>) + Send + Sync>;

/// The vector of a text.
pub type Embed = Arc<dyn Fn(&str) -> Vec<f32> + Send + Sync>;

/// What the graph does to the world, one function each.
#[derive(Clone)]
pub struct Doors {
    /// Reads the turn and what is known: [`Turn::read`].
    pub read: Arc<dyn Fn() -> Result<Turn, String> + Send + Sync>,
    /// Remembers the turn.
    pub remember: Arc<dyn Fn() -> BoxFuture<'static, Result<(), String>> + Send + Sync>,
    /// Looks for a kept answer; and how like the nearest question is.
    pub find: FindKept,
    /// Keeps an answer.
    pub keep: Arc<dyn Fn(Entry) + Send + Sync>,
    /// The vector of a text, of length one; empty where there is no embedding.
    pub embed: Embed,
}

/// What one turn is answered with.
pub struct Room {
    /// Documents, DUR tables, names.
    pub shelf: Arc<Shelf>,
    /// The rules.
    pub rules: &'static Rules,
    /// The world.
    pub doors: Doors,
    /// Counts tokens.
    pub count: Count,
    /// Tokens of the answerer's window.
    pub window: u32,
    /// `rules`, or who plays which role with what prompt: an answer is kept for those who made it.
    pub engine: String,
    /// The state of the corpora.
    pub corpus: u64,
    /// The turn, once it is read.
    pub turn: OnceLock<Turn>,
}

impl Room {
    /// The turn; read at the first call.
    pub(super) fn turn(&self) -> Result<&Turn, NodeError> {
        if let Some(turn) = self.turn.get() {
            return Ok(turn);
        }
        let turn = (self.doors.read)().map_err(NodeError::new)?;
        Ok(self.turn.get_or_init(|| turn))
    }
}
