use serde::Serialize;
use simui_clinical::Slots;
use simui_consult::safety::Warning;
use ts_rs::TS;

/// The facts of a text in slots, with their warnings.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Extraction {
    /// The warnings, the gravest first.
    pub warnings: Vec<Warning>,
    /// The facts.
    #[serde(flatten)]
    pub slots: Slots,
}
