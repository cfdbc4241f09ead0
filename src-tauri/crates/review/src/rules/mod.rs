//! Rules as data: lexical classes, patterns over them, exceptions, and what to say when one fires.
//!
//! `rules/README.md` describes the files. [`Detector`] is what the nodes of the review call.

mod book;
mod check;
mod class;
mod detector;
mod error;
mod evidence;
mod exception;
mod exempt;
mod figures;
mod inflect;
mod lexicon;
mod limits;
mod matching;
mod merge;
mod pack;
mod pattern;
mod procedure;
mod ruleset;
mod trace;
pub mod wording;
mod words;

pub use book::RuleBook;
pub use check::{ExampleCheck, PackCheck, Problem, check};
pub use class::{ClassId, ClassNames, ClassSet};
pub use detector::{AdContext, Detector, Examination};
pub use error::RuleError;
pub(crate) use exception::RESTRICTED_TO_CHECK;
pub use figures::{FigureClasses, hits as figure_hits};
pub use lexicon::{Hit, Lexicon, LexiconBuilder};
pub use limits::LONGEST_PACK;
pub use matching::Match;
pub use pack::{Example, LexiconFile, RulePack, builtin_lexicons};
pub use pattern::{Comparison, Distance, Element, Pattern};
pub use procedure::shown_approval_number;
pub use ruleset::Phrase;
pub use trace::Trace;
pub use words::{OfClass, Words, by_class};
