//! Nodes 1 and 2: what the advertisement claims, and which rules that breaks.

use std::collections::HashSet;
use std::sync::Arc;

use simui_domain::{Claim, ClaimId, Span, ViolationKind};
use simui_flow::NodeError;

use crate::finding::{Cleared, ExceptionTrial, Finding};
use crate::graph::{ReviewDelta, ReviewState};
use crate::kinds::basis;
use crate::library::Library;
use crate::note::{Instruction, instructions};
use crate::rules::{AdContext, Detector, RuleError};

/// Claims and findings kept of one advertisement: more than anybody reads, fewer than a hostile megabyte holds.
/// Any that are left out come after as many violations, so that the verdict does not depend on them.
const MOST: usize = 300;

/// Node 1: the claims. After a rejection, the words the reviewer quoted are claims too.
pub fn claims(state: &ReviewState, library: &Library) -> Result<ReviewDelta, NodeError> {
    let context = context(state, library);
    let detector = detector(state, library)?;
    let (mut claims, mut notices) = detector.claims(&context);
    if claims.len() > MOST {
        notices.push(format!(
            "주장이 {}건이나 되어 위반이 있는 것부터 {MOST}건만 적었습니다.",
            claims.len()
        ));
        claims = foremost(claims, &context, &detector);
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

/// Node 2: the findings. After a rejection, the reviewer's instructions are followed, and said so.
pub fn findings(state: &ReviewState, library: &Library) -> Result<ReviewDelta, NodeError> {
    let context = context(state, library);
    let detector = detector(state, library)?;
    let classified = detector.classify(&context, &state.claims);
    let (mut findings, mut cleared) = (classified.findings, classified.cleared);
    findings.truncate(MOST);
    cleared.truncate(MOST);
    for note in &state.rejections {
        for instruction in instructions(note) {
            match instruction {
                Instruction::Drop(kind) => drop_kind(kind, note, &mut findings, &mut cleared),
                Instruction::Add(kind) => add_kind(kind, note, state, &mut findings),
            }
        }
    }
    let (packs, unread) = (detector.applied(state.as_of), classified.unread);
    Ok(ReviewDelta::Classified { findings, cleared, packs, unread })
}

/// The rules of the advertisement's day.
pub(crate) struct RulesOfDay {
    /// As far as they can be read.
    pub detector: Arc<Detector>,
    /// Why the program's own rules stand in for them, where they do: the verdict is 보류 then (`grounds`).
    pub problem: Option<RuleError>,
}

/// The rules of the advertisement's day, and what could not be read of them.
pub(crate) fn rules_of(state: &ReviewState, library: &Library) -> Result<RulesOfDay, NodeError> {
    let (detector, problem) = library.rules.readable_on(state.as_of).map_err(|error| {
        NodeError::new(format!("the program's own rules cannot be used: {error}; install it again"))
    })?;
    Ok(RulesOfDay { detector, problem })
}

/// [`rules_of`], where what is missing does not matter.
pub(crate) fn detector(state: &ReviewState, library: &Library) -> Result<Arc<Detector>, NodeError> {
    Ok(rules_of(state, library)?.detector)
}

/// The claims that rules fire on, and then the others, [`MOST`] of them altogether, in order of appearance.
fn foremost(claims: Vec<Claim>, context: &AdContext<'_>, detector: &Detector) -> Vec<Claim> {
    let findings = detector.classify(context, &claims).findings;
    let broken: HashSet<&ClaimId> = findings.iter().map(|finding| &finding.claim_id).collect();
    let (first, rest): (Vec<Claim>, Vec<Claim>) =
        claims.into_iter().partition(|claim| broken.contains(&claim.id));
    first.into_iter().chain(rest).take(MOST).collect()
}

/// The case as the rules look at it.
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

/// Where the words a note puts in quotation marks stand in the advertisement.
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
