//! What a question means: its companies, whether it looks up or compares, and its coverage.

pub(crate) mod intent;
pub(crate) mod narrow;
pub(crate) mod reduce;
pub(crate) mod resolve;
pub(crate) mod scope;
pub(crate) mod subtype;
pub(crate) mod typing;
