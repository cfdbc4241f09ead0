//! Nodes 1 and 2: extracts the claims of the advertisement and finds the rules that they break.

use std::collections::HashSet;
use std::sync::Arc;

use simui_domain::{Claim, ClaimId, Span, ViolationKind};
use simui_flow::NodeError;

use crate::finding::{Cleared, ExceptionTrial, Finding};
use crate::kinds::basis;
use crate::library::Library;
use crate::note::{Instruction, instructions};
use crate::rule_error::RuleError;
use crate::rules::{AdContext, Detector};
use crate::state::{ReviewDelta, ReviewState};

/// Largest number of claims, and of findings, kept for one advertisement: more than anybody reads, fewer than
/// a hostile megabyte holds. Where some are left out, as many violations remain, so that the verdict does not
/// depend on them.
const MAX_CLAIMS: usize = 300;

/// Node 1: extracts the claims. After a rejection, the words that the reviewer quoted are claims too.
pub fn claims(state: &ReviewState, library: &Library) -> Result<ReviewDelta, NodeError> {
    let context = context(state, library);
    let detector = detector(state, library)?;
    let (mut claims, mut notices) = detector.claims(&context);
    if claims.len() > MAX_CLAIMS {
        notices.push(format!(
            "주장이 {}건이나 되어 위반이 있는 것부터 {MAX_CLAIMS}건만 적었습니다.",
            claims.len()
        ));
        claims = broken_claims_first(claims, &context, &detector);
    }
    for quoted in state.rejections.iter().flat_map(|note| quoted_in(note, &state.ad.text)) {
        if !claims.iter().any(|claim| claim.start < quoted.end && quoted.start < claim.end) {
            claims.push(claim_at(&state.ad.text, quoted));
        }
    }
    let additions = additions(state);
    if claims.is_empty() && !additions.is_empty() {
        claims.extend(whole_text(&state.ad.text).map(|span| claim_at(&state.ad.text, span)));
    }
    claims.sort_by_key(|claim| claim.start);
    for (at, claim) in claims.iter_mut().enumerate() {
        claim.id = ClaimId(format!("c{}", at + 1));
    }
    Ok(ReviewDelta::Claims { claims, notices })
}

/// Node 2: finds the broken rules. After a rejection, the instructions in the reviewer's note are carried out
/// and recorded.
pub fn findings(state: &ReviewState, library: &Library) -> Result<ReviewDelta, NodeError> {
    let context = context(state, library);
    let detector = detector(state, library)?;
    let classified = detector.classify(&context, &state.claims);
    let (mut findings, mut cleared) = (classified.findings, classified.cleared);
    findings.truncate(MAX_CLAIMS);
    cleared.truncate(MAX_CLAIMS);
    for note in &state.rejections {
        for instruction in instructions(note) {
            match instruction {
                Instruction::Drop(kind) => drop_kind(kind, note, &mut findings, &mut cleared),
                Instruction::Add(kind) => add_kind(kind, note, state, &mut findings),
            }
        }
    }
    let (packs, unread) = (detector.applied(state.as_of), classified.unread);
    let suspicions = classified.suspicions;
    Ok(ReviewDelta::Classified { findings, cleared, suspicions, packs, unread })
}

/// The rules of the advertisement's day.
pub(crate) struct RulesOfDay {
    /// The rules that can be read.
    pub detector: Arc<Detector>,
    /// Why the program's own rules are used instead, if they are: the verdict is then 보류 (`grounds`).
    pub problem: Option<RuleError>,
}

/// Returns the rules of the advertisement's day, and why some of them cannot be read.
pub(crate) fn rules_of(state: &ReviewState, library: &Library) -> Result<RulesOfDay, NodeError> {
    let (detector, problem) = library.rules.readable_on(state.as_of).map_err(|error| {
        NodeError::new(format!("the program's own rules cannot be used: {error}; install it again"))
    })?;
    Ok(RulesOfDay { detector, problem })
}

/// Returns the rules of the advertisement's day without the reason why some cannot be read.
pub(crate) fn detector(state: &ReviewState, library: &Library) -> Result<Arc<Detector>, NodeError> {
    Ok(rules_of(state, library)?.detector)
}

/// Keeps [`MAX_CLAIMS`] claims: first those that rules fire on, then others in order of appearance.
fn broken_claims_first(
    claims: Vec<Claim>,
    context: &AdContext<'_>,
    detector: &Detector,
) -> Vec<Claim> {
    let findings = detector.classify(context, &claims).findings;
    let broken: HashSet<&ClaimId> = findings.iter().map(|finding| &finding.claim_id).collect();
    let (first, rest): (Vec<Claim>, Vec<Claim>) =
        claims.into_iter().partition(|claim| broken.contains(&claim.id));
    first.into_iter().chain(rest).take(MAX_CLAIMS).collect()
}

/// Returns the parts of the case that the rules look at.
pub(crate) fn context<'a>(state: &'a ReviewState, library: &'a Library) -> AdContext<'a> {
    AdContext { ad: &state.ad, as_of: state.as_of, technologies: &library.technologies }
}

fn drop_kind(
    kind: ViolationKind,
    note: &str,
    findings: &mut Vec<Finding>,
    cleared: &mut Vec<Cleared>,
) {
    findings.retain(|finding| {
        if finding.kind == kind {
            let mut exceptions = finding.exceptions.clone();
            let why = format!("심의관 의견: {note}");
            exceptions.push(ExceptionTrial::new("reviewer_note", true, &why));
            let (span, rule) = (finding.span, finding.rule.clone());
            cleared.push(Cleared { kind, span, rule, exceptions });
        }
        finding.kind != kind
    });
}

fn add_kind(kind: ViolationKind, note: &str, state: &ReviewState, findings: &mut Vec<Finding>) {
    if findings.iter().any(|finding| finding.kind == kind) {
        return;
    }
    let quoted = quoted_in(note, &state.ad.text);
    let claim = state
        .claims
        .iter()
        .find(|claim| quoted.iter().any(|q| claim.start < q.end && q.start < claim.end))
        .or(state.claims.first());
    let Some(claim) = claim else { return };
    let basis = basis(kind);
    findings.push(Finding {
        kind,
        level: basis.level,
        severity: basis.severity,
        claim_id: claim.id.clone(),
        span: claim.span(),
        rule: "reviewer_note".to_owned(),
        articles: basis.provisions.iter().take(1).map(|p| (*p).to_owned()).collect(),
        rationale: format!("심의관이 기각하며 {} 위반을 지적함: {note}", kind.label()),
        exceptions: Vec::new(),
        unsettled: false,
        missing: Vec::new(),
        strength: 1.0,
        suggestion: None,
        query: format!("{} 의료광고", kind.label()),
    });
}

fn additions(state: &ReviewState) -> Vec<ViolationKind> {
    let all = state.rejections.iter().flat_map(|note| instructions(note));
    all.filter_map(|instruction| match instruction {
        Instruction::Add(kind) => Some(kind),
        Instruction::Drop(_) => None,
    })
    .collect()
}

/// Returns the spans of the advertisement that a note quotes in quotation marks.
fn quoted_in(note: &str, text: &str) -> Vec<Span> {
    let marks = ['"', '\'', '“', '”', '‘', '’', '「', '」'];
    let quoted = note.split(marks).skip(1).step_by(2).filter(|words| !words.trim().is_empty());
    quoted
        .filter_map(|words| {
            let start = text.get(..text.find(words)?)?.chars().count();
            Some(Span { start, end: start + words.chars().count() })
        })
        .collect()
}

fn whole_text(text: &str) -> Option<Span> {
    let start = text.chars().position(|c| !c.is_whitespace())?;
    Some(Span { start, end: start + text.trim().chars().count() })
}

fn claim_at(text: &str, span: Span) -> Claim {
    let text = span.slice(text).unwrap_or_default().to_owned();
    Claim { id: ClaimId(String::new()), text, start: span.start, end: span.end }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(note: &str, text: &str, expected: &[(usize, usize)]) {
        let spans: Vec<_> = quoted_in(note, text).iter().map(|s| (s.start, s.end)).collect();
        assert_eq!(spans, expected, "{note:?} in {text:?}");
    }

    #[test]
    fn quotes_are_found_where_they_stand() {
        check("‘국내 유일’은 최상급", "우리는 국내 유일 병원", &[(4, 9)]);
        check("\"없음\" 추가", "우리는 국내 유일 병원", &[]);
        check("최상급 추가", "우리는 국내 유일 병원", &[]);
        check("'가' '나'", "가나", &[(0, 1), (1, 2)]);
    }
}
