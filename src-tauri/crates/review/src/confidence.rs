//! Computes the four parts of the 확신도. Their weights are in `ConfidenceParts::total` of simui-domain;
//! this module defines how each part is measured.

use simui_domain::{
    ChecklistEntry, Citation, CitationStatus, ClaimId, ConfidenceParts, InterruptReason,
    MissingGround, Stance, Violation, ViolationKind,
};

use crate::finding::{Cleared, Finding};
use crate::precedents::{ARGUABLE, Weighed};

/// What a quote is worth when only our digest of the source is stored, not the official text.
const DIGEST: f64 = 0.85;
/// A quote that differs from the source in spacing or punctuation.
const REPAIRED: f64 = 0.90;
/// What is known when no decision speaks for or against: neither.
const NO_PRECEDENT: f64 = 0.50;
/// Without a finding no decision is needed; none confirms the silence either.
const NOTHING_TO_MATCH: f64 = 0.75;
/// What a word that looked like a violation and was let through takes from the certainty that there is none.
const NEAR_MISS: f64 = 0.15;

/// The four parts, where what they rest on is `missing`: without rules nothing is evidence that there is no violation, without law
/// no citation is right.
pub fn without(parts: ConfidenceParts, missing: &[MissingGround]) -> ConfidenceParts {
    let lacks = |reason| missing.iter().any(|it| it.reason == reason);
    let zero_where = |lacking: bool, value: f64| if lacking { 0.0 } else { value };
    ConfidenceParts {
        citation_accuracy: zero_where(lacks(InterruptReason::NoLaw), parts.citation_accuracy),
        evidence_strength: zero_where(lacks(InterruptReason::NoRules), parts.evidence_strength),
        ..parts
    }
}

/// The four parts.
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

/// 인용 정확성: the mean worth of the citations (1 verified, less for digests and repaired quotes, 0 for the
/// rest). A violation that cites nothing counts as one worthless citation. Nothing claimed, nothing wrong: 1.
fn citation_accuracy(citations: &[Citation], violations: &[Violation]) -> f64 {
    let worth = |citation: &Citation| match citation.status {
        CitationStatus::Verified if citation.digest => DIGEST,
        CitationStatus::Verified => 1.0,
        CitationStatus::Repaired => REPAIRED,
        _ => 0.0,
    };
    let bare = violations.iter().filter(|violation| violation.citations.is_empty()).count();
    mean(citations.iter().map(worth).chain(std::iter::repeat_n(0.0, bare))).unwrap_or(1.0)
}

/// 논리 일관성: the share of the verifier's items that the draft survived.
fn logic_consistency(checklist: &[ChecklistEntry]) -> f64 {
    mean(checklist.iter().map(|entry| if entry.passed { 1.0 } else { 0.0 })).unwrap_or(0.0)
}

/// 증거 강도: how unequivocal the wording is, as the rules say — the mean over the findings. Without findings,
/// 1 less 0.15 for every near miss, at least 0.4.
fn evidence_strength(findings: &[Finding], cleared: &[Cleared]) -> f64 {
    mean(findings.iter().map(|finding| finding.strength.clamp(0.0, 1.0)))
        .unwrap_or_else(|| (1.0 - NEAR_MISS * cleared.len() as f64).max(0.4))
}

/// 판례 일치도: over the violations, the share of standing decisions on that kind that held the advertisement unlawful, each
/// decision counted once, and twice where it judged arguably the same words; smoothed by one imagined decision on each side so
/// that a single decision is no certainty.
fn precedent_match(violations: &[Violation], findings: &[Finding], weighed: &[Weighed]) -> f64 {
    let mut judged: Vec<(&ClaimId, ViolationKind)> = Vec::new();
    for violation in violations {
        // The same words under the law and under the standards are judged once.
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
            let near = weighed.iter().any(|other| {
                let same = findings.get(other.finding).is_some_and(|f| f.claim_id == *claim);
                same && other.ruling.case_number() == number && other.similarity >= ARGUABLE
            });
            let side = if it.stance == Stance::For { &mut unlawful } else { &mut lawful };
            *side += if near { 2.0 } else { 1.0 };
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
    // Four places, as in the total: the same parts on every machine.
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
    fn decisions_move_the_match_and_one_is_no_certainty() {
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
        // One decision is one, however often it was found; of the same words it counts twice.
        let twice = [hit(0, "2009도1", true, 0.0), hit(0, "2009도1", true, 0.0)];
        check(&[violation(V6)], &twice, 0.6667);
        check(&[violation(V6)], &[hit(0, "2009도1", false, 0.8)], 0.25);
        // Of another kind, or without ground, it is none.
        check(&[violation(V6)], &[hit(1, "2009도1", false, 0.0)], 0.5);
        let lost = Weighed { stance: Stance::LostGround, ..hit(0, "2009도1", false, 0.9) };
        check(&[violation(V6)], &[lost], 0.5);
        check(&[violation(V6), violation(V2)], &[hit(0, "2009도1", true, 0.0)], 0.5833);
        // The law and the standard broken by the same words are one judgement.
        check(&[violation(V6), violation(V6)], &[hit(0, "2009도1", true, 0.0)], 0.6667);
    }

    #[test]
    fn a_violation_without_a_citation_is_worth_nothing() {
        assert!((citation_accuracy(&[], &[]) - 1.0).abs() < 1e-9);
        assert!(citation_accuracy(&[], &[violation(ViolationKind::V1)]).abs() < 1e-9);
    }
}
