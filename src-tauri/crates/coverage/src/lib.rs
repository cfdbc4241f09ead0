//! Compares insurance coverage: finds the companies and the coverage that a question means, and
//! reads from their documents what each company pays.
//!
//! The crate is pure and offline. A [`Book`] is made of [`Rules`], [`Tables`] and [`Page`]s; it
//! answers a [`Question`] with a [`CoverageAnswer`].

mod catalog;
mod comparison;
mod document;
mod error;
mod facts;
mod query;
mod table;

pub use catalog::fact::{Attribute, Basis, Confidence, Evidence, Fact, Polarity};
pub use catalog::rules::{Reading, RuleText, Rules};
pub use catalog::tables::{Alias, Insurer, Page, Standard, Tables};
pub use catalog::trigram::similarity;
pub use comparison::answer::{
    Anchor, AxisHit, CoverageAnswer, Debug, PaidElsewhere, ResolutionDebug, ScopeDebug,
    SuggestedCoverage,
};
pub use comparison::compare::Question;
pub use comparison::labels::{Expected, LabelledQuestion, OneOf, slot_keys};
pub use comparison::values::{PartValue, Slot, SlotValue, SourceLevel};
pub use document::book::Book;
pub use error::CoverageError;
pub use query::intent::Intent;
pub use query::resolve::ResolutionState;
pub use simui_korean::money::{format_won, parse_won};
