//! What is remembered of one patient, from turn to turn.
//!
//! ```text
//! slots of a turn -> facts (or ignored, with the reason) -> added | renewed | changed | in conflict -> profile
//! profile + now   -> summary with weights · clinical context (what an answer may depend on) · who the patient is today
//! ```
//! Pure: a profile is a value, time is passed in, nothing is stored or searched here. Two profiles share nothing.

mod absorb;
mod concept;
mod context;
mod earlier;
mod edit;
mod fact;
pub mod fhir;
mod item;
mod person;
mod profile;
mod relation;
mod rules;
mod said;
mod summary;
mod when;

pub use absorb::{Changes, Ignored, WhyIgnored};
pub use concept::Concept;
pub use context::ClinicalContext;
pub use earlier::EarlierWarning;
pub(crate) use earlier::ago;
pub use edit::Edit;
pub use fact::{Fact, Pregnancy, ProfileSlot, Sex, Standing, Value};
pub use item::{Checked, ItemId, ProfileItem, Said};
pub use person::{PersonNow, PregnancyNow};
pub use profile::{Conflict, Happening, Past, Profile, ProfileHead};
pub use rules::MemoryRules;
pub use summary::{Section, Summary, SummaryLine, shown};
