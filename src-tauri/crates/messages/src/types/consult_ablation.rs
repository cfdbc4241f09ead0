use serde::Serialize;
use simui_evaluate::consultation::Contribution;

/// The contributions of all parts.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ConsultAblation {
    /// Number of scripted patients.
    pub patients: usize,
    /// Number of their turns.
    pub turns: usize,
    /// Seed of the drawn patients and of the samples for the intervals.
    pub seed: u64,
    /// The contributions, part by part.
    pub parts: Vec<PartWorth>,
}

/// The contribution of one part.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PartWorth {
    /// The part.
    pub part: String,
    /// The contribution, measure by measure.
    pub worth: Vec<Contribution>,
}
