//! Reads clinical facts out of a text: illnesses, complaints, drugs, allergies and values, whose they
//! are, and
//! whether they are present, past, negated or only asked about.
//!
//! ```text
//! text -> normal letters, standard spelling -> surface forms of the lexicon -> mentions (longest first)
//!      -> clauses, people -> status of each mention, values, demographics, times, doses
//!      -> slots with offsets in the original text
//! ```
//! Facts are found by data (`lexicon/`, `rules/`) and rules of grammar; the same text always gives the
//! same slots. The crate neither searches nor stores.

mod allergies;
mod assertion;
pub mod data;
pub mod drugs;
mod error;
mod events;
mod extraction;
mod lexicon;
mod mentions;
mod people;
mod slots;
mod text;
mod values;
pub mod vocabulary;
mod warning;

pub use error::ClinicalError;
pub use extraction::{
    Continued, Extractor, LONGEST, NamedDrug, amended, is_same_person, names_child, names_speaker,
    refers_to_another, taken,
};
pub use lexicon::{Concept, Lexicon, Measure, Slot, symptom_spellings};
pub use slots::comparator::Comparator;
pub use slots::course::Course;
pub use slots::reaction::{AdverseReaction, Link};
pub use slots::status::Status;
pub use slots::{
    Correction, DemographicMention, Demographics, Dose, Frequency, INFANT_MONTHS, Item,
    Measurement, OtherPerson, PATIENT, Slots, Subject,
};
pub use text::persons::{is_animal, is_young};
pub use warning::{Severity, Warning};
