//! Ablation of the consultation: scripted patients are answered with all parts and again without one of them; the difference
//! is the contribution of that part.

mod random;
mod scenario;
mod worth;

pub use scenario::{Expected, Scenario, ScriptedTurn, scenarios};
pub use worth::{Measure, Observation, Worth, worth};
