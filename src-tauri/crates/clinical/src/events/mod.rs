//! What happens over time: since when and for how long, how often a drug is taken, a fever that is over, and
//! what happened under a drug.

pub(crate) mod doses;
pub(crate) mod fever;
pub(crate) mod reactions;
pub(crate) mod times;
