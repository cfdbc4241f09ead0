//! Computes the four parts of the 확신도. Their weights are in `ConfidenceParts::total` of simui-domain;
//! this module defines how each part is measured.

use simui_domain::{
    Citation, CitationStatus, ClaimId, ConfidenceParts, InterruptReason, MissingGround, Span,
    Stance, Violation, ViolationKind,
};

use crate::evidence::{Evidence, FindingFeatures, SilenceFeatures, Strength};
use crate::finding::Finding;
use crate::precedents::{ARGUABLE, JudgedClaim, Weighed};
use crate::provisions::unfit;
use crate::rules::Examination;
use crate::state::{Draft, ReviewState};
use crate::verify::Steps;

/// Score of a verified quote when only our digest (요지) of the source is stored, not the official text.
const DIGEST: f64 = 0.85;
/// Score of a quote that was repaired: it differs from the source in spacing or punctuation.
const REPAIRED: f64 = 0.90;

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

/// Computes the four parts, each from 0 to 1 and rounded to four decimal places. `steps` are those of the
/// reasoning, derived again, with whether the check of 논리 일관성 passed; `strength` is that of [`strength`].
pub fn parts(
    state: &ReviewState,
    draft: &Draft,
    (steps, logic_passed): (Steps, bool),
    strength: &Strength,
    (weighed, judged): (&[Weighed], &[JudgedClaim]),
) -> ConfidenceParts {
    ConfidenceParts {
        citation_accuracy: citation_accuracy(draft),
        logic_consistency: logic_consistency(steps, logic_passed),
        evidence_strength: rounded(strength.mean()),
        precedent_match: precedent_match(
            &draft.violations,
            &state.findings,
            strength,
            weighed,
            judged,
        ),
    }
}

/// 인용 정확성: the share of the statements about citations that hold. For each citation of a violation: the quote
/// stands in its source (less for digests and repaired quotes), says what the kind needs, and belongs to the
/// item of the law that is cited beside it. For each violation: the search found a passage that it cites. A
/// violation without citations is one statement that does not hold; without violations the result is 1.
fn citation_accuracy(draft: &Draft) -> f64 {
    let score = |citation: &Citation| match citation.status {
        CitationStatus::Verified if citation.digest => DIGEST,
        CitationStatus::Verified => 1.0,
        CitationStatus::Repaired => REPAIRED,
        _ => 0.0,
    };
    let mut statements: Vec<f64> = Vec::new();
    for violation in &draft.violations {
        let cited: Vec<&Citation> =
            violation.citations.iter().filter_map(|at| draft.citations.get(*at)).collect();
        if cited.is_empty() {
            statements.push(0.0);
            continue;
        }
        for citation in &cited {
            statements.push(match unfit(citation, &cited) {
                Some(_) => 0.0,
                None => score(citation),
            });
        }
        let found = |citation: &&Citation| {
            let mut support = draft.support.iter().filter(|it| it.claim_id == violation.claim_id);
            support.any(|it| it.kind == violation.kind && it.article == citation.article)
        };
        statements.push(if cited.iter().any(found) { 1.0 } else { 0.0 });
    }
    mean(statements.into_iter()).unwrap_or(1.0)
}

/// 논리 일관성: the mean of the five steps derived again and of the check of 논리 일관성.
fn logic_consistency(steps: Steps, passed: bool) -> f64 {
    let check = if passed { 1.0 } else { 0.0 };
    rounded((5.0 * steps.mean() + check) / 6.0)
}

/// Least evidence of silence. The wording model sends a case to a person and must not move its verdict, which
/// a confidence below .70 would: .30 + .25 + (.25 + .20) · .35 is .7075.
const LEAST_SILENCE: f64 = 0.35;

/// 증거 강도: the probability that each finding is right, or without findings that the silence of the rules is
/// ([`Evidence`]). `alone` says of each finding whether its sentence gives it when it is read alone.
pub(crate) fn strength(
    state: &ReviewState,
    examined: &Examination,
    (likeness, alone): (&[f64], &[bool]),
) -> Strength {
    let evidence = Evidence::builtin();
    if state.findings.is_empty() {
        let letters = state.ad.text.chars().count();
        let (excess, cleared) = (examined.excess, state.cleared.len());
        let silence = evidence.of_silence(SilenceFeatures { excess, cleared, letters });
        return Strength::Silence(silence.max(LEAST_SILENCE));
    }
    let witnesses = likeness.iter().copied().zip(alone.iter().copied());
    let of = |(finding, (likeness, alone)): (&Finding, (f64, bool))| {
        let Span { start, end } = finding.span;
        let strength = finding.strength.clamp(0.0, 1.0);
        let letters = end.saturating_sub(start);
        evidence.of_finding(FindingFeatures { strength, likeness, alone, letters })
    };
    Strength::Findings(state.findings.iter().zip(witnesses).map(of).collect())
}

/// 판례 일치도: the mean, over the violations, of the share of standing decisions that held unlawful what the
/// draft holds unlawful. Only decisions that judged arguably the same wording count, each once, beside
/// [`IMAGINED`] ones that agree as often as the evidence is strong: a single decision is never certainty,
/// and where none counts the match is the evidence's. Without violations it is the share of `judged`,
/// decisions on wording like the claims, that cleared it.
fn precedent_match(
    violations: &[Violation],
    findings: &[Finding],
    strength: &Strength,
    weighed: &[Weighed],
    judged: &[JudgedClaim],
) -> f64 {
    let share = |agreeing: usize, opposing: usize, evidence: f64| {
        let all = (agreeing + opposing) as f64 + IMAGINED;
        (agreeing as f64 + IMAGINED * evidence) / all
    };
    let mut claims: Vec<(&ClaimId, ViolationKind)> = Vec::new();
    for violation in violations {
        // The same words under the law and under the standards count as one judgement.
        if !claims.contains(&(&violation.claim_id, violation.kind)) {
            claims.push((&violation.claim_id, violation.kind));
        }
    }
    let of_claim = |(claim, kind): (&ClaimId, ViolationKind)| {
        let is_meant = |it: &Finding| it.kind == kind && it.claim_id == *claim;
        let evidence = findings.iter().position(is_meant).and_then(|at| strength.of(at));
        let (mut unlawful, mut lawful): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
        for it in weighed.iter().filter(|it| it.similarity >= ARGUABLE) {
            if !findings.get(it.finding).is_some_and(is_meant) {
                continue;
            }
            let side = match it.stance {
                Stance::LostGround => continue,
                Stance::For => &mut unlawful,
                Stance::Against => &mut lawful,
            };
            if !side.contains(&it.ruling.case_number()) {
                side.push(it.ruling.case_number());
            }
        }
        share(unlawful.len(), lawful.len(), evidence.unwrap_or(0.5))
    };
    mean(claims.into_iter().map(of_claim)).unwrap_or_else(|| {
        let unlawful = judged.iter().filter(|it| it.unlawful).count();
        rounded(share(judged.len() - unlawful, unlawful, strength.mean()))
    })
}

/// Number of decisions that are imagined beside those that count.
const IMAGINED: f64 = 2.0;

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    (count > 0.0).then(|| rounded(sum / count))
}

/// Rounds to four decimal places, as the total is: the same result on every machine.
fn rounded(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    use simui_domain::DecisionEffect;

    use crate::rulings::Ruling;

    fn hit(finding: usize, number: &str, unlawful: bool, similarity: f64) -> Weighed {
        let title = format!("대법원 2010. 1. 1. 선고 {number} 판결");
        Weighed {
            finding,
            ruling: Arc::new(Ruling { title, ..Ruling::default() }),
            stance: if unlawful { Stance::For } else { Stance::Against },
            similarity,
            wording: String::new(),
            relevant: true,
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
            missing: Vec::new(),
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
    fn decisions_on_such_wording_move_the_match_and_one_alone_is_not_certainty() {
        use ViolationKind::{V2, V6};
        let findings = [finding(V6), finding(V2)];
        let even = Strength::Findings(vec![0.5, 0.5]);
        let check = |violations: &[Violation], hits: &[Weighed], expected: f64| {
            let value = precedent_match(violations, &findings, &even, hits, &[]);
            assert!((value - expected).abs() < 1e-3, "{value}: {hits:?}");
        };
        check(&[], &[], 0.5);
        check(&[violation(V6)], &[], 0.5);
        check(&[violation(V6)], &[hit(0, "2009도1", true, 0.8)], 0.6667);
        check(&[violation(V6)], &[hit(0, "2009도1", false, 0.8)], 0.3333);
        // A decision on other wording of the kind says nothing about this one.
        check(&[violation(V6)], &[hit(0, "2009도1", true, 0.3)], 0.5);
        // A decision counts once however often it was found.
        let twice = [hit(0, "2009도1", true, 0.8), hit(0, "2009도1", true, 0.8)];
        check(&[violation(V6)], &twice, 0.6667);
        // A decision on another kind, or one that lost its ground, does not count.
        check(&[violation(V6)], &[hit(1, "2009도1", false, 0.8)], 0.5);
        let lost = Weighed { stance: Stance::LostGround, ..hit(0, "2009도1", false, 0.9) };
        check(&[violation(V6)], &[lost], 0.5);
        check(&[violation(V6), violation(V2)], &[hit(0, "2009도1", true, 0.8)], 0.5833);
        // Breaking the law and the standard with the same words is one judgement.
        check(&[violation(V6), violation(V6)], &[hit(0, "2009도1", true, 0.8)], 0.6667);

        let judged = |unlawful| JudgedClaim {
            claim_id: "c1".into(),
            case_number: "2009도1".into(),
            unlawful,
            similarity: 0.8,
            wording: String::new(),
        };
        let silent = |evidence: f64, judged: &[JudgedClaim]| {
            precedent_match(&[], &[], &Strength::Silence(evidence), &[], judged)
        };
        assert!((silent(0.5, &[judged(true)]) - 0.3333).abs() < 1e-3);
        assert!((silent(0.5, &[judged(false)]) - 0.6667).abs() < 1e-3);
        // Where no decision counts, the match is the evidence's.
        assert!((silent(0.9, &[]) - 0.9).abs() < 1e-3);
    }

    fn citation(article: &str, quote: &str, status: CitationStatus) -> Citation {
        Citation {
            chunk_id: "chunk".into(),
            kind: simui_domain::DocumentKind::Statute,
            article: article.to_owned(),
            quote: quote.to_owned(),
            effective_from: None,
            status,
            digest: false,
            version: String::new(),
            note: String::new(),
        }
    }

    #[test]
    fn each_statement_about_a_citation_counts() {
        let law = "의료법 제56조제2항제8호";
        let decree = |item: u32| format!("의료법 시행령 제23조제1항제{item}호");
        let check = |cited: &[(&str, &str, CitationStatus)], found: &[&str], expected: f64| {
            let citations: Vec<Citation> = cited
                .iter()
                .map(|&(article, quote, status)| citation(article, quote, status))
                .collect();
            let of = Violation {
                citations: (0..citations.len()).collect(),
                ..violation(ViolationKind::V3)
            };
            let support = found.iter().map(|article| simui_domain::Support {
                claim_id: "c1".into(),
                kind: ViolationKind::V3,
                article: (*article).to_owned(),
                rank: 1,
                by_words: Some(1),
                by_meaning: None,
                named_by_rule: true,
            });
            let draft = Draft {
                citations,
                violations: vec![of],
                support: support.collect(),
                ..Draft::empty()
            };
            let value = citation_accuracy(&draft);
            assert!((value - expected).abs() < 1e-3, "{value}, not {expected}: {cited:?}");
        };
        use CitationStatus::{NotFound, Verified};
        let words = "객관적인 사실을 과장하는 내용";
        check(&[], &[], 0.0);
        check(&[(law, words, Verified)], &[law], 1.0);
        check(&[(law, words, Verified)], &[], 0.5);
        check(&[(law, words, NotFound)], &[law], 0.5);
        // The item says something else on that day.
        check(&[(law, "객관적인 근거가 없는 내용", Verified)], &[law], 0.5);
        // An item of the decree belongs to the item of the law beside it.
        check(&[(law, words, Verified), (&decree(8), words, Verified)], &[law], 1.0);
        let other = (&decree(3)[..], "거짓된 내용을 광고하는 것", Verified);
        check(&[(law, words, Verified), other], &[law], 0.6667);
        assert!((citation_accuracy(&Draft::empty()) - 1.0).abs() < 1e-9);
    }
}
