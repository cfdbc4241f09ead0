//! What happens over time: since when and for how long, how often a drug is taken, and a fever that is over.

pub(crate) mod doses;
pub(crate) mod fever;
pub(crate) mod times;
