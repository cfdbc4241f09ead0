//! Node 6: decides whether a person must look at the case, and which verdicts may become final without one.

use simui_domain::{
    AutomaticFinish, Confidence, ConfidenceBand, InterruptReason, MissingGround, Severity, Verdict,
    is_drawn,
};

/// One case in this many of the sampled confidence band (.80 to .95) goes to a person.
pub const SAMPLE_ONE_IN: u64 = 10;

/// Largest number of drafts since the last rejection. After that many the case goes to a person, whatever the
/// verifier objects to.
pub const MAX_ITERATIONS: u32 = 3;

/// The facts of a review that decide whether a person must look at it.
#[derive(Debug, Clone, Copy)]
pub struct Standing<'a> {
    /// The verdict of the draft.
    pub verdict: Verdict,
    /// The confidence of the draft.
    pub confidence: Confidence,
    /// The severity of the gravest violation; `None` without violations.
    pub worst: Option<Severity>,
    /// True when the verifier still objects after [`MAX_ITERATIONS`] drafts.
    pub unsettled: bool,
    /// True when a reviewer rejected an earlier draft of this case.
    pub rejected: bool,
    /// True when the case was final and a person reopened it.
    pub reopened: bool,
    /// True when the wording model suspects a violation that no rule found.
    pub suspected: bool,
    /// True when a chat model disagrees with the rules.
    pub chat_disagrees: bool,
    /// True when the advertisement contains text that addresses its reviewer.
    pub instructed: bool,
    /// True when some kind of violation has no rules on the advertisement's day.
    pub missing_rules: bool,
    /// True when no law in force on the advertisement's day is stored.
    pub missing_law: bool,
    /// True when the advertiser asserts something that a person has to confirm.
    pub unconfirmed: bool,
    /// The verdicts that the office allows to become final without a person.
    pub automatic_finish: AutomaticFinish,
    /// True when the rules did not read the advertisement to its end.
    pub unread: bool,
    /// The text of the advertisement. The sample is drawn from it, so that every desk draws the same
    /// advertisements.
    pub text: &'a str,
}

/// Returns why a person must look, in the order in which the interface lists the reasons; empty when nobody
/// must.
pub fn reasons(standing: &Standing<'_>) -> Vec<InterruptReason> {
    let band = standing.confidence.band();
    let low = matches!(band, ConfidenceBand::Person | ConfidenceBand::Expert);
    [
        (low, InterruptReason::LowConfidence),
        (standing.verdict == Verdict::Hold, InterruptReason::Hold),
        (standing.missing_rules, InterruptReason::NoRules),
        (standing.missing_law, InterruptReason::NoLaw),
        (standing.unsettled, InterruptReason::MaxIterations),
        (standing.worst == Some(Severity::Critical), InterruptReason::Critical),
        (standing.rejected, InterruptReason::Rejected),
        (standing.reopened, InterruptReason::Reopened),
        (standing.suspected, InterruptReason::Suspicion),
        (standing.chat_disagrees, InterruptReason::ChatDisagrees),
        (standing.instructed, InterruptReason::Instructions),
        (standing.unread, InterruptReason::Unread),
        (standing.unconfirmed, InterruptReason::Evidence),
        (
            standing.verdict != Verdict::Hold
                && !standing.automatic_finish.allows(standing.verdict),
            InterruptReason::Verdict,
        ),
        (
            band == ConfidenceBand::Sampled && is_drawn(standing.text, SAMPLE_ONE_IN),
            InterruptReason::Sample,
        ),
    ]
    .into_iter()
    .filter_map(|(holds, reason)| holds.then_some(reason))
    .collect()
}

/// Replaces 허용 and 조건부허용 by 보류 when the advertisement was not read to its end: the unread part could only
/// make them stricter. 불허 is the strictest verdict already and stays.
pub fn hold_if_unread(verdict: Verdict, unread: bool) -> Verdict {
    match (unread, verdict) {
        (true, Verdict::Allowed | Verdict::Conditional) => Verdict::Hold,
        _ => verdict,
    }
}

/// Replaces the verdict of the matrix by 보류 where the confidence is below .70, or where rules or law are
/// missing.
pub fn hold_if_uncertain(
    verdict: Verdict,
    confidence: Confidence,
    missing: &[MissingGround],
) -> Verdict {
    match confidence.band() {
        ConfidenceBand::Expert => Verdict::Hold,
        _ if !missing.is_empty() => Verdict::Hold,
        _ => verdict,
    }
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
        reopened: false,
        suspected: false,
        chat_disagrees: false,
        instructed: false,
        missing_rules: false,
        missing_law: false,
        unconfirmed: false,
        automatic_finish: AutomaticFinish::Allowed,
        unread: false,
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
        check(Standing { verdict: super::Verdict::Hold, ..CALM }, &[Hold]);
        check(Standing { unsettled: true, ..CALM }, &[MaxIterations]);
        check(Standing { worst: Some(Severity::Critical), ..CALM }, &[Critical]);
        check(Standing { worst: Some(Severity::High), ..CALM }, &[]);
        check(Standing { rejected: true, ..CALM }, &[Rejected]);
        check(Standing { reopened: true, ..CALM }, &[Reopened]);
        check(Standing { suspected: true, ..CALM }, &[Suspicion]);
        check(Standing { chat_disagrees: true, ..CALM }, &[ChatDisagrees]);
        check(Standing { instructed: true, ..CALM }, &[Instructions]);
        check(Standing { missing_rules: true, ..CALM }, &[NoRules]);
        check(Standing { missing_law: true, ..CALM }, &[NoLaw]);
        check(Standing { unconfirmed: true, ..CALM }, &[Evidence]);
        check(Standing { unread: true, ..CALM }, &[Unread]);
        check(
            Standing {
                confidence: Confidence(0.6),
                verdict: super::Verdict::Hold,
                worst: Some(Severity::Critical),
                ..CALM
            },
            &[LowConfidence, Hold, Critical],
        );
    }

    #[test]
    fn the_office_decides_which_verdicts_need_no_person() {
        use AutomaticFinish::*;
        use Verdict::{Allowed as Permit, Conditional, Denied};
        let verdict = &[InterruptReason::Verdict][..];
        for (set, sure, expected) in [
            (Allowed, Permit, &[][..]),
            (Allowed, Conditional, verdict),
            (Allowed, Denied, verdict),
            (AllowedAndConditional, Permit, &[]),
            (AllowedAndConditional, Conditional, &[]),
            (AllowedAndConditional, Denied, verdict),
            (SourceRule, Conditional, &[]),
            (SourceRule, Denied, &[]),
        ] {
            check(Standing { verdict: sure, automatic_finish: set, ..CALM }, expected);
        }
        let hold = Standing { verdict: Verdict::Hold, automatic_finish: SourceRule, ..CALM };
        check(hold, &[InterruptReason::Hold]);
    }

    #[test]
    fn only_the_sampled_band_is_sampled() {
        let texts: Vec<String> = (0..2000).map(|n| format!("광고 {n}")).collect();
        let drawn = |text: &&String| is_drawn(text, SAMPLE_ONE_IN);
        let sampled = texts.iter().find(drawn).map_or("", String::as_str);
        let band = Standing { confidence: Confidence(0.9), text: sampled, ..CALM };
        check(band, &[InterruptReason::Sample]);
        check(Standing { confidence: Confidence(0.96), ..band }, &[]);
    }

    #[test]
    fn an_unread_advertisement_is_not_allowed() {
        use Verdict::*;
        for (verdict, expected) in
            [(Allowed, Hold), (Conditional, Hold), (Hold, Hold), (Denied, Denied)]
        {
            assert_eq!(hold_if_unread(verdict, true), expected);
            assert_eq!(hold_if_unread(verdict, false), verdict);
        }
    }

    #[test]
    fn an_uncertain_verdict_becomes_hold() {
        for (confidence, expected) in
            [(0.6999, Verdict::Hold), (0.70, Verdict::Denied), (0.99, Verdict::Denied)]
        {
            assert_eq!(hold_if_uncertain(Verdict::Denied, Confidence(confidence), &[]), expected);
        }
        let (what, remedy) = (String::new(), String::new());
        let missing = [MissingGround { reason: InterruptReason::NoLaw, what, remedy }];
        assert_eq!(hold_if_uncertain(Verdict::Allowed, Confidence(0.99), &missing), Verdict::Hold);
    }
}
