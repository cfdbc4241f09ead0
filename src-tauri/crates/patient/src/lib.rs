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
mod earlier_rules;
mod edit;
mod error;
mod fact;
pub mod fhir;
mod ignored;
mod item;
mod person;
mod profile;
mod relation;
mod rules;
mod said;
mod summary;
mod when;

pub use absorb::Changes;
pub use concept::Concept;
pub use context::ClinicalContext;
pub use earlier::{EarlierWarning, ago};
pub use edit::Edit;
pub use error::PatientError;
pub use fact::{Fact, Pregnancy, ProfileSlot, Sex, Standing, Value};
pub use ignored::{Ignored, WhyIgnored};
pub use item::{Checked, ItemId, ProfileItem, Said};
pub use person::{PersonNow, PregnancyNow};
pub use profile::{Conflict, Happening, Past, Profile, ProfileHead};
pub use rules::MemoryRules;
pub use summary::{Section, Summary, SummaryLine, shown};
