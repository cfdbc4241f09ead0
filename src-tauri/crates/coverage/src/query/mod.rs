//! The meaning of a question: its companies, its intent and its coverage.

pub(crate) mod intent;
pub(crate) mod list;
pub(crate) mod narrow;
pub(crate) mod reduce;
pub(crate) mod resolve;
pub(crate) mod scope;
pub(crate) mod subtype;
pub(crate) mod typing;
