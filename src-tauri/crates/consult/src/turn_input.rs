//! What a turn is read with.

use simui_patient::{MemoryRules, Profile, TurnTime};
use simui_pharmacy::knowledge::Knowledge;

use super::earlier_turns::EarlierTurn;
use super::wording::Words;

/// What a turn is read with.
pub struct TurnInput<'a> {
    /// Id of the patient.
    pub patient: &'a str,
    /// The patient's record before this turn.
    pub profile: &'a Profile,
    /// Earlier turns, oldest first.
    pub history: &'a [EarlierTurn],
    /// Number and time of this turn.
    pub time: TurnTime,
    /// The rules by which memory ages.
    pub memory: &'a MemoryRules,
    /// The rules on drugs and emergencies.
    pub knowledge: &'a Knowledge,
    /// The fixed texts of the desk.
    pub words: &'a Words,
}
