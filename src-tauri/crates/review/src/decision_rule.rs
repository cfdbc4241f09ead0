//! Node 6: whether a person must look (seed 000, sections 2 and 4).

use sha2::{Digest, Sha256};
use simui_domain::{Confidence, ConfidenceBand, InterruptReason, Severity, Verdict};

/// Of the cases in the sampled band, one in this many goes to a person.
pub const SAMPLE_ONE_IN: u64 = 10;

/// How many drafts the verifier may send back.
pub const MAX_ITERATIONS: u32 = 3;

/// What the rule looks at.
#[derive(Debug, Clone, Copy)]
pub struct Standing<'a> {
    /// The verdict of the draft.
    pub verdict: Verdict,
    /// Its confidence.
    pub confidence: Confidence,
    /// The worst violation.
    pub worst: Option<Severity>,
    /// The verifier still objects after [`MAX_ITERATIONS`] drafts.
    pub unsettled: bool,
    /// A reviewer rejected an earlier draft of this case.
    pub rejected: bool,
    /// What decides the sample: the wording. The same advertisement is drawn, or not, on every desk.
    pub text: &'a str,
}

/// Why a person must look, in the order of the source; empty when nobody must.
pub fn reasons(standing: &Standing<'_>) -> Vec<InterruptReason> {
    let band = standing.confidence.band();
    let low = matches!(band, ConfidenceBand::Person | ConfidenceBand::Expert);
    [
        (low, InterruptReason::LowConfidence),
        (standing.verdict == Verdict::Hold, InterruptReason::Hold),
        (standing.unsettled, InterruptReason::MaxIterations),
        (standing.worst == Some(Severity::Critical), InterruptReason::Critical),
        (standing.rejected, InterruptReason::Rejected),
        (band == ConfidenceBand::Sampled && is_sampled(standing.text), InterruptReason::Sample),
    ]
    .into_iter()
    .filter_map(|(holds, reason)| holds.then_some(reason))
    .collect()
}

/// 보류 replaces the matrix's verdict below .70 (seed 000, section 4): nobody may act on a guess.
pub fn tempered(verdict: Verdict, confidence: Confidence) -> Verdict {
    match confidence.band() {
        ConfidenceBand::Expert => Verdict::Hold,
        _ => verdict,
    }
}

/// Whether the wording is drawn: by its SHA-256, so that nobody can choose or predict it by order or time.
fn is_sampled(text: &str) -> bool {
    let digest = Sha256::digest(text.as_bytes());
    let head: [u8; 8] = std::array::from_fn(|at| digest[at]);
    u64::from_be_bytes(head).is_multiple_of(SAMPLE_ONE_IN)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CALM: Standing<'static> = Standing {
        verdict: Verdict::Allowed,
        confidence: Confidence(0.96),
        worst: None,
        unsettled: false,
        rejected: false,
        text: "",
    };

    fn check(standing: Standing<'_>, expected: &[InterruptReason]) {
        assert_eq!(reasons(&standing), expected, "{standing:?}");
    }

    #[test]
    fn each_condition_asks_for_a_person() {
        use InterruptReason::*;
        check(CALM, &[]);
        check(Standing { confidence: Confidence(0.95), ..CALM }, &[]);
        check(Standing { confidence: Confidence(0.7999), ..CALM }, &[LowConfidence]);
        check(Standing { confidence: Confidence(0.7), ..CALM }, &[LowConfidence]);
        check(Standing { verdict: Verdict::Hold, ..CALM }, &[Hold]);
        check(Standing { unsettled: true, ..CALM }, &[MaxIterations]);
        check(Standing { worst: Some(Severity::Critical), ..CALM }, &[Critical]);
        check(Standing { worst: Some(Severity::High), ..CALM }, &[]);
        check(Standing { rejected: true, ..CALM }, &[Rejected]);
        check(
            Standing {
                confidence: Confidence(0.6),
                verdict: Verdict::Hold,
                worst: Some(Severity::Critical),
                ..CALM
            },
            &[LowConfidence, Hold, Critical],
        );
    }

    #[test]
    fn sampling_is_deterministic_and_near_its_rate() {
        let texts: Vec<String> = (0..2000).map(|n| format!("광고 {n}")).collect();
        let drawn = texts.iter().filter(|text| is_sampled(text)).count();
        assert!((140..260).contains(&drawn), "{drawn} of 2000 drawn at one in {SAMPLE_ONE_IN}");
        let sampled = texts.iter().find(|text| is_sampled(text)).map_or("", String::as_str);
        let band = Standing { confidence: Confidence(0.9), text: sampled, ..CALM };
        check(band, &[InterruptReason::Sample]);
        check(Standing { confidence: Confidence(0.96), ..band }, &[]);
    }

    #[test]
    fn a_guess_becomes_hold() {
        for (confidence, expected) in
            [(0.6999, Verdict::Hold), (0.70, Verdict::Denied), (0.99, Verdict::Denied)]
        {
            assert_eq!(tempered(Verdict::Denied, Confidence(confidence)), expected);
        }
    }
}
