//! The pages of a company, read once: rows of tables, mentions of coverages, clauses with their
//! values, notes and shares.

pub(crate) mod book;
pub(crate) mod brackets;
pub(crate) mod clause;
pub(crate) mod diseases;
pub(crate) mod exclusions;
pub(crate) mod library;
pub(crate) mod list_mark;
pub(crate) mod notes;
pub(crate) mod shares;
pub(crate) mod values;
