//! Node 4: the draft, in the five steps of seed 000, section 2.

mod reasoning;

use simui_domain::{Citation, Confidence, ConfidenceParts, Suggestion, Violation, ViolationKind};
use simui_flow::NodeError;

use crate::cite;
use crate::finding::Finding;
use crate::graph::{Draft, Objection, ReviewState};
use crate::library::Library;
use crate::verdict::verdict_for;

/// Writes a draft. What the verifier objected to in the draft before is not written again.
pub async fn write(state: &ReviewState, library: &Library) -> Result<Draft, NodeError> {
    let mut citations: Vec<Citation> = Vec::new();
    let mut violations = Vec::new();
    for finding in state.findings.iter().filter(|finding| !is_dropped(finding, state)) {
        let cited = cite_finding(finding, state, library, &mut citations).await?;
        violations.push(violation(finding, cited, &citations));
    }
    cite_precedents(state, library, &mut violations, &mut citations).await?;
    let verdict = verdict_for(violations.iter().map(|violation| violation.severity).collect());
    Ok(Draft {
        verdict,
        reasoning: reasoning::five_steps(state, &violations, &citations, verdict),
        suggestions: suggestions(state, &violations),
        violations,
        citations,
        parts: ConfidenceParts::default(),
        confidence: Confidence(0.0),
    })
}

/// A violation the verifier could not follow goes, unless it only lacked a citation: that one stays, bare,
/// for a person to see.
fn is_dropped(finding: &Finding, state: &ReviewState) -> bool {
    state.objections.iter().any(|objection| match objection {
        Objection::Violation { rule, claim_id, fatal, .. } => {
            *fatal && *rule == finding.rule && *claim_id == finding.claim_id
        }
        _ => false,
    })
}

/// Cites every article of the finding that is in force on the day, each article once in the whole draft.
async fn cite_finding(
    finding: &Finding,
    state: &ReviewState,
    library: &Library,
    citations: &mut Vec<Citation>,
) -> Result<Vec<usize>, NodeError> {
    let mut cited = Vec::new();
    for article in &finding.articles {
        let objected = state.objections.iter().any(
            |objection| matches!(objection, Objection::Citation { article: a, .. } if a == article),
        );
        if objected {
            continue;
        }
        if let Some(at) = citations.iter().position(|citation| citation.article == *article) {
            cited.push(at);
        } else if let Some(citation) = cite::article(library, article, state.as_of).await? {
            citations.push(citation);
            cited.push(citations.len() - 1);
        }
    }
    Ok(cited)
}

fn violation(finding: &Finding, cited: Vec<usize>, citations: &[Citation]) -> Violation {
    let article = cited
        .first()
        .and_then(|at| citations.get(*at))
        .map(|citation| citation.article.clone())
        .or_else(|| finding.articles.first().cloned());
    Violation {
        kind: finding.kind,
        level: finding.level,
        severity: finding.severity,
        claim_id: finding.claim_id.clone(),
        article: article.unwrap_or_default(),
        rationale: finding.rationale.clone(),
        citations: cited,
        rule: finding.rule.clone(),
    }
}

/// Adds, for each kind, the best retrieved decision about it.
async fn cite_precedents(
    state: &ReviewState,
    library: &Library,
    violations: &mut [Violation],
    citations: &mut Vec<Citation>,
) -> Result<(), NodeError> {
    let mut done: Vec<ViolationKind> = Vec::new();
    for at in 0..violations.len() {
        let kind = violations[at].kind;
        if done.contains(&kind) {
            continue;
        }
        done.push(kind);
        let ruling =
            state.precedents.iter().find(|hit| hit.kinds.contains(&kind) && hit.unlawful.is_some());
        let Some(ruling) = ruling else { continue };
        let known = citations.iter().position(|citation| citation.chunk_id == ruling.chunk_id);
        let index = match known {
            Some(index) => index,
            None => match cite::precedent(library, ruling, state.as_of).await? {
                Some(citation) => {
                    citations.push(citation);
                    citations.len() - 1
                }
                None => continue,
            },
        };
        for violation in violations.iter_mut().filter(|violation| violation.kind == kind) {
            violation.citations.push(index);
        }
    }
    Ok(())
}

/// One suggestion a claim: the rewording of its gravest finding that has one.
fn suggestions(state: &ReviewState, violations: &[Violation]) -> Vec<Suggestion> {
    state
        .claims
        .iter()
        .filter_map(|claim| {
            let of_claim = violations.iter().filter(|violation| violation.claim_id == claim.id);
            let mut gravest: Vec<_> = of_claim.collect();
            gravest.sort_by_key(|violation| std::cmp::Reverse(violation.severity));
            let rewording = gravest.iter().find_map(|violation| {
                let finding = state.findings.iter().find(|finding| {
                    finding.claim_id == claim.id && finding.rule == violation.rule
                })?;
                finding.suggestion.as_ref()
            })?;
            Some(Suggestion {
                claim_id: claim.id.clone(),
                before: claim.text.clone(),
                after: rewording.after.clone(),
                why: rewording.why.clone(),
            })
        })
        .collect()
}
