//! What each part of a consultation is worth: scripted patients are answered with everything, and again without one part; what
//! differs is the part's contribution (issue G, ablation).

mod random;
mod scenario;
mod worth;

pub use scenario::{Expected, Scenario, ScriptedTurn, scenarios};
pub use worth::{Measure, Observation, Worth, worth};
