//! Insurance coverage compared: which companies and which coverage a question means, and what their documents say about it.
//!
//! Pure and offline: [`Rules`], [`Tables`] and [`Page`]s go into a [`Book`], a [`Question`] goes in and a [`CoverageAnswer`] comes out.

mod answer;
mod book;
mod clause;
mod codes;
mod compare;
mod error;
mod fold;
mod grid;
mod hangul;
mod intent;
mod library;
mod money;
mod name;
mod narrow;
mod person;
mod quote;
mod reduce;
mod resolve;
mod retrieve;
mod rows;
mod rules;
mod scope;
mod sheet;
mod slots;
mod subtype;
mod summary;
mod tables;
mod trigram;
mod typing;

pub use answer::{
    Anchor, AxisHit, Confidence, CoverageAnswer, Debug, Evidence, ListedAmount, PartValue, Slot,
    SlotValue, SourceLevel, SuggestedCoverage,
};
pub use book::Book;
pub use compare::Question;
pub use error::CoverageError;
pub use intent::Intent;
pub use money::{format_won, parse_won};
pub use resolve::ResolutionState;
pub use rules::Rules;
pub use tables::{Alias, Insurer, Page, Standard, Tables};
pub use trigram::similarity;
