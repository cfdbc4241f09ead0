//! 판정 결정 매트릭스: the verdict that follows from the violations (README: verdict).

use std::collections::BTreeMap;

use simui_domain::{ClaimId, Severity, Verdict, Violation, ViolationKind};

/// How many violations there are of each severity.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SeverityCounts {
    /// Number of 중대 violations.
    pub critical: usize,
    /// Number of 높음 violations.
    pub high: usize,
    /// Number of 보통 violations.
    pub medium: usize,
    /// Number of 낮음 violations.
    pub low: usize,
}

impl FromIterator<Severity> for SeverityCounts {
    fn from_iter<I: IntoIterator<Item = Severity>>(severities: I) -> Self {
        let mut counts = Self::default();
        for severity in severities {
            match severity {
                Severity::Critical => counts.critical += 1,
                Severity::High => counts.high += 1,
                Severity::Medium => counts.medium += 1,
                Severity::Low => counts.low += 1,
            }
        }
        counts
    }
}

/// Counts the violations by severity. Of the violations of one kind in one claim only the gravest counts: the
/// same words that break the law and the standards of review break one prohibition.
pub fn counted(violations: &[Violation]) -> SeverityCounts {
    let mut gravest: BTreeMap<(&ClaimId, ViolationKind), Severity> = BTreeMap::new();
    for violation in violations {
        let severity =
            gravest.entry((&violation.claim_id, violation.kind)).or_insert(violation.severity);
        *severity = violation.severity.max(*severity);
    }
    gravest.into_values().collect()
}

/// Returns the verdict of the matrix. Each severity is looked up in its own row, and the strictest row
/// decides, so that a mixture is never judged more mildly than one of its parts.
///
/// 불허: one critical or high violation, two medium or three low ones. Fewer: 조건부허용. None: 허용.
pub fn verdict_for(counts: SeverityCounts) -> Verdict {
    let SeverityCounts { critical, high, medium, low } = counts;
    if critical > 0 || high > 0 || medium > 1 || low > 2 {
        Verdict::Denied
    } else if medium + low > 0 {
        Verdict::Conditional
    } else {
        Verdict::Allowed
    }
}

/// Returns the verdict on all violations. `is_unsettled` picks the violations that would fall if the
/// advertiser proved an assertion. Where these alone make the verdict 불허, it is 보류 until a person has
/// checked.
pub fn judge(violations: &[Violation], is_unsettled: impl Fn(&Violation) -> bool) -> Verdict {
    let settled: Vec<Violation> =
        violations.iter().filter(|violation| !is_unsettled(violation)).cloned().collect();
    worst_case(verdict_for(counted(violations)), verdict_for(counted(&settled)))
}

/// Combines the verdict on `all` violations with the verdict on those that are `settled`: 불허 becomes 보류
/// unless the settled ones alone give 불허; any other verdict stays.
pub fn worst_case(all: Verdict, settled: Verdict) -> Verdict {
    match all {
        Verdict::Denied if settled != Verdict::Denied => Verdict::Hold,
        all => all,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(row: &[Severity], expected: Verdict) {
        assert_eq!(verdict_for(row.iter().copied().collect()), expected, "{row:?}");
    }

    #[test]
    fn every_cell_of_the_matrix() {
        use Severity::{Critical, High, Low, Medium};
        check(&[], Verdict::Allowed);
        for n in 1..=4 {
            check(&vec![Critical; n], Verdict::Denied);
            check(&vec![High; n], Verdict::Denied);
        }
        check(&[Medium], Verdict::Conditional);
        check(&[Medium; 2], Verdict::Denied);
        check(&[Medium; 3], Verdict::Denied);
        check(&[Low], Verdict::Conditional);
        check(&[Low; 2], Verdict::Conditional);
        check(&[Low; 3], Verdict::Denied);
        check(&[Medium, High], Verdict::Denied);
        check(&[Medium, Low], Verdict::Conditional);
        check(&[Low, Critical], Verdict::Denied);
    }

    #[test]
    fn a_finding_that_an_assertion_could_clear_is_never_allowed() {
        use Severity::{Critical, High, Low, Medium};
        let check = |unsettled: &[Severity], settled: &[Severity], expected: Verdict| {
            let violation = |(at, severity): (usize, &Severity)| Violation {
                kind: ViolationKind::V1,
                level: simui_domain::Level::Statute,
                severity: *severity,
                claim_id: format!("c{at}").as_str().into(),
                article: String::new(),
                rationale: String::new(),
                citations: Vec::new(),
                rule: if at < unsettled.len() { "unsettled" } else { "settled" }.to_owned(),
            };
            let all: Vec<Violation> =
                unsettled.iter().chain(settled).enumerate().map(violation).collect();
            assert_eq!(
                judge(&all, |it| it.rule == "unsettled"),
                expected,
                "{unsettled:?} {settled:?}"
            );
        };
        check(&[], &[], Verdict::Allowed);
        check(&[Low], &[], Verdict::Conditional);
        check(&[Medium], &[], Verdict::Conditional);
        check(&[High], &[], Verdict::Hold);
        check(&[Critical], &[Medium], Verdict::Hold);
        check(&[Medium], &[Medium], Verdict::Hold);
        check(&[Critical], &[High], Verdict::Denied);
        check(&[], &[High], Verdict::Denied);
    }

    proptest! {
        #[test]
        fn one_more_violation_never_makes_the_verdict_milder(
            critical in 0usize..3, high in 0usize..3, medium in 0usize..4, low in 0usize..5,
        ) {
            let strictness = |counts| match verdict_for(counts) {
                Verdict::Allowed => 0,
                Verdict::Conditional => 1,
                Verdict::Denied | Verdict::Hold => 2,
            };
            let before = SeverityCounts { critical, high, medium, low };
            for after in [
                SeverityCounts { critical: critical + 1, ..before },
                SeverityCounts { high: high + 1, ..before },
                SeverityCounts { medium: medium + 1, ..before },
                SeverityCounts { low: low + 1, ..before },
            ] {
                prop_assert!(strictness(after) >= strictness(before));
            }
        }
    }
}
