//! Patients. What is kept of them is opaque here: JSON that is sealed, see `seal.rs`.

mod forget;
mod read;
mod write;

use jiff::Timestamp;
use serde_json::Value;
use simui_domain::{ConversationId, PatientId};

pub use forget::Forgotten;
pub(crate) use read::opened;

/// A patient in a list.
#[derive(Debug, Clone, PartialEq)]
pub struct PatientEntry {
    /// Which.
    pub id: PatientId,
    /// What the desk calls them.
    pub name: String,
    /// Number of their last turn.
    pub turns: u32,
    /// Since when they are known.
    pub created_at: Timestamp,
    /// When anything of theirs changed last.
    pub updated_at: Timestamp,
}

/// Everything that is remembered of a patient.
#[derive(Debug, Clone, PartialEq)]
pub struct PatientRecord {
    /// Who.
    pub entry: PatientEntry,
    /// What the next change is made from.
    pub revision: u32,
    /// What belongs to no single item.
    pub head: Value,
    /// Items by number.
    pub items: Vec<(u32, Value)>,
    /// The last conversation, and when its last turn was.
    pub conversation: Option<(ConversationId, Timestamp)>,
}

/// What changes of a patient, in one transaction.
#[derive(Debug, Clone, Default)]
pub struct PatientChange {
    /// The revision it was made from: a change that another has overtaken is refused.
    pub revision: u32,
    /// Another name.
    pub name: Option<String>,
    /// See [`PatientRecord::head`].
    pub head: Value,
    /// New items and changed ones.
    pub put: Vec<(u32, Value)>,
    /// Items that are gone.
    pub gone: Vec<u32>,
    /// Goes to the end of the history.
    pub happened: Vec<Value>,
    /// A new turn.
    pub turn: Option<NewTurn>,
    /// What the audit log says of it, and details that hold no health data; nothing for a mere turn.
    pub audit: Option<(&'static str, Value)>,
    /// Nothing new was told: the end of the process does not lose it, a power cut may. Anything else survives that too.
    pub retold: bool,
}

/// A turn to be kept.
#[derive(Debug, Clone)]
pub struct NewTurn {
    /// Its number: one more than the last.
    pub turn: u32,
    /// The conversation it belongs to; begun with it when it is new.
    pub conversation: ConversationId,
    /// What was said, answered and remembered.
    pub body: Value,
}

/// A turn that was kept, with all of its body or what is wanted of it.
#[derive(Debug, Clone, PartialEq)]
pub struct PatientTurn<Body = Value> {
    /// Its number.
    pub turn: u32,
    /// The conversation it belongs to.
    pub conversation: ConversationId,
    /// When.
    pub at: Timestamp,
    /// See [`NewTurn::body`].
    pub body: Body,
}
