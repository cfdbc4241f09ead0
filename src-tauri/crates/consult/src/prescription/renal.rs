//! Sentences on the kidneys.

/// Words for the rate that a sentence compares, in lower case.
const RATES: [&str; 7] = ["청소율", "여과율", "egfr", "gfr", "crcl", "ccr", "clcr"];
/// Words for the kidneys.
const KIDNEYS: [&str; 5] = ["신장", "콩팥", "신기능", "신부전", "투석"];

/// Whether a sentence is about the kidneys.
pub(super) fn is_renal(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    RATES.iter().chain(&KIDNEYS).any(|it| lower.contains(it))
}
