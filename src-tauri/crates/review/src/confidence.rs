//! Computes the four parts of the 확신도. Their weights are in `ConfidenceParts::total` of simui-domain;
//! this module defines how each part is measured.

use simui_domain::{
    ChecklistEntry, Citation, CitationStatus, ClaimId, ConfidenceParts, InterruptReason,
    MissingGround, Stance, Violation, ViolationKind,
};

use crate::finding::{Cleared, Finding};
use crate::precedents::{ARGUABLE, Weighed};

/// Score of a verified quote when only our digest (요지) of the source is stored, not the official text.
const DIGEST: f64 = 0.85;
/// Score of a quote that was repaired: it differs from the source in spacing or punctuation.
const REPAIRED: f64 = 0.90;
/// Precedent match (판례 일치도) of a violation for which no decision counts on either side.
const NO_PRECEDENT: f64 = 0.50;
/// Precedent match of a draft without violations: no decision is needed, and none confirms the result.
const NOTHING_TO_MATCH: f64 = 0.75;
/// Evidence strength (증거 강도) that each trigger cleared by an exception takes off a draft without findings.
const NEAR_MISS: f64 = 0.15;

/// Sets to 0 the parts whose ground is missing: citation accuracy without stored law, evidence strength
/// without rules.
pub fn without_grounds(parts: ConfidenceParts, missing: &[MissingGround]) -> ConfidenceParts {
    let lacks = |reason| missing.iter().any(|it| it.reason == reason);
    let zero_where = |lacking: bool, value: f64| if lacking { 0.0 } else { value };
    ConfidenceParts {
        citation_accuracy: zero_where(lacks(InterruptReason::NoLaw), parts.citation_accuracy),
        evidence_strength: zero_where(lacks(InterruptReason::NoRules), parts.evidence_strength),
        ..parts
    }
}

/// Computes the four parts, each from 0 to 1 and rounded to four decimal places.
pub fn parts(
    citations: &[Citation],
    checklist: &[ChecklistEntry],
    violations: &[Violation],
    findings: &[Finding],
    cleared: &[Cleared],
    weighed: &[Weighed],
) -> ConfidenceParts {
    ConfidenceParts {
        citation_accuracy: citation_accuracy(citations, violations),
        logic_consistency: logic_consistency(checklist),
        evidence_strength: evidence_strength(findings, cleared),
        precedent_match: precedent_match(violations, findings, weighed),
    }
}

/// 인용 정확성: the mean score of the citations: 1 for a verified quote, less for digests and repaired quotes, 0
/// for any other status. A violation without a citation counts as one citation with score 0. Without
/// citations and violations the result is 1.
fn citation_accuracy(citations: &[Citation], violations: &[Violation]) -> f64 {
    let score = |citation: &Citation| match citation.status {
        CitationStatus::Verified if citation.digest => DIGEST,
        CitationStatus::Verified => 1.0,
        CitationStatus::Repaired => REPAIRED,
        _ => 0.0,
    };
    let uncited = violations.iter().filter(|violation| violation.citations.is_empty()).count();
    mean(citations.iter().map(score).chain(std::iter::repeat_n(0.0, uncited))).unwrap_or(1.0)
}

/// 논리 일관성: the share of the verifier's checks that the draft passed.
fn logic_consistency(checklist: &[ChecklistEntry]) -> f64 {
    mean(checklist.iter().map(|entry| if entry.passed { 1.0 } else { 0.0 })).unwrap_or(0.0)
}

/// 증거 강도: the mean `strength` of the rules that fired. Without findings, 1 less 0.15 for every cleared
/// trigger, at least 0.4.
fn evidence_strength(findings: &[Finding], cleared: &[Cleared]) -> f64 {
    mean(findings.iter().map(|finding| finding.strength.clamp(0.0, 1.0)))
        .unwrap_or_else(|| (1.0 - NEAR_MISS * cleared.len() as f64).max(0.4))
}

/// 판례 일치도: the mean, over the violations, of the share of standing decisions on that kind that held the
/// advertisement unlawful. A decision counts once, and twice where it judged arguably the same wording. One
/// imagined decision is added to each side, so that a single decision is never certainty.
fn precedent_match(violations: &[Violation], findings: &[Finding], weighed: &[Weighed]) -> f64 {
    let mut judged: Vec<(&ClaimId, ViolationKind)> = Vec::new();
    for violation in violations {
        // The same words under the law and under the standards count as one judgement.
        if !judged.contains(&(&violation.claim_id, violation.kind)) {
            judged.push((&violation.claim_id, violation.kind));
        }
    }
    let share = |(claim, kind): (&ClaimId, ViolationKind)| {
        let (mut unlawful, mut lawful) = (0.0, 0.0);
        let mut seen: Vec<&str> = Vec::new();
        let of_kind = |it: &&Weighed| findings.get(it.finding).is_some_and(|f| f.kind == kind);
        for it in weighed.iter().filter(of_kind) {
            let number = it.ruling.case_number();
            if it.stance == Stance::LostGround || seen.contains(&number) {
                continue;
            }
            seen.push(number);
            let judged_this_claim = weighed.iter().any(|other| {
                let same = findings.get(other.finding).is_some_and(|f| f.claim_id == *claim);
                same && other.ruling.case_number() == number && other.similarity >= ARGUABLE
            });
            let side = if it.stance == Stance::For { &mut unlawful } else { &mut lawful };
            *side += if judged_this_claim { 2.0 } else { 1.0 };
        }
        if unlawful + lawful == 0.0 {
            NO_PRECEDENT
        } else {
            (unlawful + 1.0) / (unlawful + lawful + 2.0)
        }
    };
    mean(judged.into_iter().map(share)).unwrap_or(NOTHING_TO_MATCH)
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    // Four decimal places, as in the total: the same result on every machine.
    (count > 0.0).then(|| (sum / count * 10_000.0).round() / 10_000.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    use simui_domain::{DecisionEffect, Span};

    use crate::rulings::Ruling;

    fn hit(finding: usize, number: &str, unlawful: bool, similarity: f64) -> Weighed {
        let title = format!("대법원 2010. 1. 1. 선고 {number} 판결");
        Weighed {
            finding,
            ruling: Arc::new(Ruling { title, ..Ruling::default() }),
            stance: if unlawful { Stance::For } else { Stance::Against },
            similarity,
            wording: String::new(),
            effect: DecisionEffect::Shown,
            why: String::new(),
        }
    }

    fn finding(kind: ViolationKind) -> Finding {
        Finding {
            kind,
            level: simui_domain::Level::Statute,
            severity: simui_domain::Severity::High,
            claim_id: "c1".into(),
            span: Span { start: 0, end: 0 },
            rule: String::new(),
            articles: Vec::new(),
            rationale: String::new(),
            exceptions: Vec::new(),
            unsettled: false,
            strength: 1.0,
            suggestion: None,
            query: String::new(),
        }
    }

    fn violation(kind: ViolationKind) -> Violation {
        Violation {
            kind,
            level: simui_domain::Level::Statute,
            severity: simui_domain::Severity::High,
            claim_id: "c1".into(),
            article: String::new(),
            rationale: String::new(),
            citations: Vec::new(),
            rule: String::new(),
        }
    }

    #[test]
    fn decisions_move_the_match_and_one_alone_is_not_certainty() {
        use ViolationKind::{V2, V6};
        let findings = [finding(V6), finding(V2)];
        let check = |violations: &[Violation], hits: &[Weighed], expected: f64| {
            let value = precedent_match(violations, &findings, hits);
            assert!((value - expected).abs() < 1e-3, "{value}: {hits:?}");
        };
        check(&[], &[], 0.75);
        check(&[violation(V6)], &[], 0.5);
        check(&[violation(V6)], &[hit(0, "2009도1", true, 0.0)], 0.6667);
        check(&[violation(V6)], &[hit(0, "2009도1", false, 0.0)], 0.3333);
        // A decision counts once however often it was found, and twice when it judged the same words.
        let twice = [hit(0, "2009도1", true, 0.0), hit(0, "2009도1", true, 0.0)];
        check(&[violation(V6)], &twice, 0.6667);
        check(&[violation(V6)], &[hit(0, "2009도1", false, 0.8)], 0.25);
        // A decision on another kind, or one that lost its ground, does not count.
        check(&[violation(V6)], &[hit(1, "2009도1", false, 0.0)], 0.5);
        let lost = Weighed { stance: Stance::LostGround, ..hit(0, "2009도1", false, 0.9) };
        check(&[violation(V6)], &[lost], 0.5);
        check(&[violation(V6), violation(V2)], &[hit(0, "2009도1", true, 0.0)], 0.5833);
        // Breaking the law and the standard with the same words is one judgement.
        check(&[violation(V6), violation(V6)], &[hit(0, "2009도1", true, 0.0)], 0.6667);
    }

    #[test]
    fn a_violation_without_a_citation_scores_zero() {
        assert!((citation_accuracy(&[], &[]) - 1.0).abs() < 1e-9);
        assert!(citation_accuracy(&[], &[violation(ViolationKind::V1)]).abs() < 1e-9);
    }
}
