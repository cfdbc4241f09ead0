//! Rules as data: patterns over lexical classes, exceptions, and what to say when one fires.
//!
//! `rules/README.md` describes the files. [`Detector`] is what the nodes of the review call.

mod alone;
mod book;
mod check;
mod contents;
mod detector;
mod elements;
mod evidence;
mod exception;
mod exempt;
mod limits;
mod merge;
mod pack;
mod procedure;
mod rationale;
mod register;
mod ruleset;
mod suspicions;
mod tables;
mod trace;
mod triggers;
pub mod wording;

pub use alone::Alone;
pub use book::RuleBook;
pub use check::{ExampleCheck, PackCheck, Problem, check};
pub use detector::{AdContext, Detector, Examination};
pub(crate) use exception::RESTRICTED_TO_CHECK;
pub use limits::LONGEST_PACK;
pub use pack::{Example, LexiconFile, RulePack, builtin_lexicons};
pub use procedure::shown_approval_number;
pub use tables::Tables;
pub use trace::Trace;

pub use crate::rule_error::RuleError;
