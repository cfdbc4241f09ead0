//! What rules and verdicts promise on whole advertisements, through the crate's public API.

mod bounded_work;
mod court_decisions;
mod labelled;
mod labelled_ads;
mod law_coverage;
mod packs;
mod reading_in_context;
mod rules_and_law;
mod technologies;
