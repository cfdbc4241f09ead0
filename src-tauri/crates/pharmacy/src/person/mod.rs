//! What is known of the person who takes a drug, as far as it may make the drug unsuitable.

mod fact;
mod limits;
mod of_slots;

pub use fact::{FactKind, PersonFact};
pub(crate) use limits::age_limits_hold;
pub use limits::kidney_limits;
pub use of_slots::{each_once, person_facts};
