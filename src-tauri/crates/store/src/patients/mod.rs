//! Patients. Their data is opaque JSON here and stored sealed, see `seal.rs`.

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
    /// Id of the patient.
    pub id: PatientId,
    /// Name that the desk uses for the patient.
    pub name: String,
    /// Number of the last turn.
    pub turns: u32,
    /// When the patient was added.
    pub created_at: Timestamp,
    /// When the patient's data last changed.
    pub updated_at: Timestamp,
}

/// Everything that is remembered about a patient.
#[derive(Debug, Clone, PartialEq)]
pub struct PatientRecord {
    /// Id, name and times.
    pub entry: PatientEntry,
    /// Revision, which the next change must name.
    pub revision: u32,
    /// Data that belongs to no single item.
    pub head: Value,
    /// Items by number.
    pub items: Vec<(u32, Value)>,
    /// The last conversation, and the time of its last turn.
    pub conversation: Option<(ConversationId, Timestamp)>,
}

/// Changes to a patient, applied in one transaction.
#[derive(Debug, Clone, Default)]
pub struct PatientChange {
    /// The revision that the change is based on; the change is refused if the stored one is newer.
    pub revision: u32,
    /// New name, if it changes.
    pub name: Option<String>,
    /// New value of [`PatientRecord::head`].
    pub head: Value,
    /// New and changed items.
    pub put: Vec<(u32, Value)>,
    /// Numbers of removed items.
    pub gone: Vec<u32>,
    /// Entries to append to the history.
    pub history: Vec<Value>,
    /// New turn, if there is one.
    pub turn: Option<NewTurn>,
    /// Action for the audit log, and details without health data; `None` for a mere turn.
    pub audit: Option<(&'static str, Value)>,
    /// Whether the turn contains nothing new. Such a change survives the end of the process but perhaps
    /// not a power cut; every other change survives both.
    pub nothing_new: bool,
}

/// A turn to be stored.
#[derive(Debug, Clone)]
pub struct NewTurn {
    /// Its number, one more than the last turn's.
    pub turn: u32,
    /// The conversation it belongs to, which is created if it is new.
    pub conversation: ConversationId,
    /// Question, answer and remembered items as JSON.
    pub body: Value,
}

/// A stored turn, with its complete body or the part of it that `Body` reads.
#[derive(Debug, Clone, PartialEq)]
pub struct PatientTurn<Body = Value> {
    /// Its number.
    pub turn: u32,
    /// The conversation it belongs to.
    pub conversation: ConversationId,
    /// When it took place.
    pub at: Timestamp,
    /// Question, answer and remembered items, see [`NewTurn::body`].
    pub body: Body,
}
