use serde::{Deserialize, Serialize};
use simui_pharmacy::dur::Person;

/// What is known of a patient when a turn is answered, this turn included. Nothing of anybody else is ever in it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Facts {
    /// Whose.
    pub patient: String,
    /// For people and for the context.
    pub summary: String,
    /// Everything that could change an answer, in one order; empty where nothing is known.
    pub context: String,
    /// Age and state, as the DUR tables ask for them.
    pub person: Person,
    /// Completed weeks of a pregnancy.
    pub pregnancy_weeks: Option<u32>,
    /// A man, or a woman of 60 and older.
    pub cannot_be_pregnant: bool,
    /// Present conditions.
    pub conditions: Vec<String>,
    /// Drugs that are taken.
    pub medications: Vec<String>,
    /// What is not tolerated.
    pub allergies: Vec<String>,
    /// Drugs that the turns before this one spoke of, the last first.
    pub spoken_of: Vec<String>,
    /// What this turn added or renewed, for people.
    pub remembered: Vec<String>,
    /// The last turns, the oldest first.
    pub history: Vec<String>,
}

impl Facts {
    /// Whether nothing at all is known.
    pub fn is_empty(&self) -> bool {
        self.context.is_empty() && self.summary.is_empty()
    }
}
