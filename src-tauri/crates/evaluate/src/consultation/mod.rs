//! Ablation of the consultation: scripted patients are answered with all parts, and again without one of
//! them. The difference is the contribution of that part.

mod contribution;
mod random;
mod scenario;

pub use contribution::{Contribution, Measure, Observation, contributions};
pub use scenario::{Expected, Scenario, ScriptedTurn, scenarios};
