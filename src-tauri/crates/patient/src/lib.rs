//! Remembers one patient from turn to turn.
//!
//! ```text
//! slots of a turn -> facts (or ignored, with the reason) -> added | renewed | changed | in conflict
//!                 -> profile
//! profile + now   -> summary with weights · clinical context (what an answer may depend on)
//!                 -> demographics of today
//! ```
//! A profile is a value: time is passed in, and nothing is stored or searched here. Two profiles share
//! nothing.

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
mod moments;
mod person;
mod profile;
mod relation;
mod rules;
mod summary;
mod turn_facts;
mod turn_warnings;

pub use absorb::Changes;
pub use concept::Concept;
pub use context::ClinicalContext;
pub use earlier::{EarlierWarning, ago};
pub use edit::Edit;
pub use error::{BundleFault, PatientError};
pub use fact::{Fact, Pregnancy, ProfileSlot, Sex, Standing, Value};
pub use ignored::{Ignored, WhyIgnored};
pub use item::{Checked, ItemId, ProfileItem, TurnTime};
pub use person::{PersonNow, PregnancyNow};
pub use profile::{Conflict, Happening, HistoryEntry, Profile, ProfileHead};
pub use rules::MemoryRules;
pub use summary::{Section, Summary, SummaryLine, describe_item};
