//! Semantic types of the UMLS and the slot each belongs to.

use crate::lexicon::Slot;

/// Signs or symptoms; diseases, injuries and anomalies; substances that are given. Findings (T033) are
/// left out as too unspecific, and clinical drugs (T200) because their names are not written in sentences
/// (`aspirin 81 MG Oral Tablet`).
const TYPES: [(&str, Slot); 15] = [
    ("T184", Slot::Symptom),
    ("T047", Slot::Condition),
    ("T048", Slot::Condition),
    ("T191", Slot::Condition),
    ("T046", Slot::Condition),
    ("T037", Slot::Condition),
    ("T019", Slot::Condition),
    ("T020", Slot::Condition),
    ("T190", Slot::Condition),
    ("T049", Slot::Condition),
    ("T121", Slot::Medication),
    ("T195", Slot::Medication),
    ("T127", Slot::Medication),
    ("T125", Slot::Medication),
    ("T129", Slot::Medication),
];

/// The slot of a semantic type; `None` if names of that type are not used.
pub(super) fn slot_of(tui: &str) -> Option<Slot> {
    TYPES.iter().find(|it| it.0 == tui).map(|it| it.1)
}

/// The more specific of two slots of one concept: a complaint before a disease before a substance.
pub(super) fn more_specific(a: Slot, b: Slot) -> Slot {
    let rank = |slot: Slot| match slot {
        Slot::Symptom => 0,
        Slot::Condition => 1,
        Slot::Medication => 2,
        Slot::Allergen | Slot::Habit => 3,
    };
    if rank(b) < rank(a) { b } else { a }
}
