//! What the search found for the violations: which of their statutes and standards it found as well, and
//! what it adds to them.

use simui_corpus::LawOnDay;
use simui_domain::{Citation, DocumentKind, Support, Violation};
use simui_flow::NodeError;

use crate::cite;
use crate::finding::Finding;
use crate::kinds::{basis, standard};
use crate::state::{FoundFor, Retrieved, ReviewState};

/// Returns the statutes and standards cited by the violations that the search for their kinds found.
pub(crate) fn support(
    state: &ReviewState,
    violations: &[Violation],
    citations: &[Citation],
) -> Vec<Support> {
    let mut found: Vec<Support> = Vec::new();
    for violation in violations {
        let rule = state
            .findings
            .iter()
            .find(|it| it.rule == violation.rule && it.claim_id == violation.claim_id);
        let cited = violation.citations.iter().filter_map(|at| citations.get(*at));
        // Decisions have weights of their own.
        for citation in cited.filter(|it| it.kind != DocumentKind::Precedent) {
            let Some(ranks) = ranks(state, violation, citation) else { continue };
            let support = Support {
                claim_id: violation.claim_id.clone(),
                kind: violation.kind,
                article: citation.article.clone(),
                rank: ranks.rank,
                by_words: ranks.by_words,
                by_meaning: ranks.by_meaning,
                named_by_rule: rule.is_some_and(|rule| rule.articles.contains(&citation.article)),
            };
            if !found.contains(&support) {
                found.push(support);
            }
        }
    }
    found
}

/// Returns the ranks of a citation in the search for the kind of a violation; `None` when that search did not
/// find it.
fn ranks(state: &ReviewState, violation: &Violation, citation: &Citation) -> Option<FoundFor> {
    let hits = state.statutes.iter().chain(&state.guidelines);
    let of_chunk = hits.filter(|hit| hit.chunk_id == citation.chunk_id);
    of_chunk.filter_map(|hit| hit.found_for(violation.kind)).min_by_key(|ranks| ranks.rank)
}

/// Returns the provisions that the kind of a finding rests on, that its rule does not name, and that the
/// search found in a passage which is not cited yet. `cited` are the citations of the finding.
pub(super) async fn further_provisions(
    finding: &Finding,
    state: &ReviewState,
    law: &LawOnDay<'_>,
    cited: &[&Citation],
) -> Result<Vec<Citation>, NodeError> {
    let mut further: Vec<Citation> = Vec::new();
    for provision in basis(finding.kind).provisions {
        if finding.articles.iter().any(|article| article == provision) {
            continue;
        }
        let within = |hit: &&Retrieved| {
            provision.starts_with(&format!("{} {}", hit.title, hit.article))
                && hit.found_for(finding.kind).is_some()
                && !cited.iter().any(|it| it.chunk_id == hit.chunk_id)
        };
        let Some(hit) = state.statutes.iter().find(within) else { continue };
        let known = further.iter().any(|it| it.chunk_id == hit.chunk_id);
        if let Some(citation) = cite::article(law, provision).await?
            && citation.chunk_id == hit.chunk_id
            && !known
        {
            further.push(citation);
        }
    }
    Ok(further)
}

/// Returns the best passage of an official standard of review that the search found for the kind of a
/// finding; `None` where our own digest (요지) of that standard comes first, or is not found at all, so that
/// nothing shows that the passage is about this kind.
pub(super) async fn official_standard(
    finding: &Finding,
    state: &ReviewState,
    law: &LawOnDay<'_>,
) -> Result<Option<Citation>, NodeError> {
    let Some(digest) = standard(finding.kind) else { return Ok(None) };
    let mut found: Vec<(FoundFor, &Retrieved)> = state
        .guidelines
        .iter()
        .filter_map(|hit| Some((hit.found_for(finding.kind)?, hit)))
        .collect();
    found.sort_by_key(|(ranks, _)| ranks.rank);
    let is_digest = |hit: &Retrieved| format!("{} {}", hit.title, hit.article) == digest;
    let Some(end) = found.iter().position(|(_, hit)| is_digest(hit)) else { return Ok(None) };
    for (_, hit) in found.iter().take(end).filter(|(_, hit)| !hit.digest) {
        let reference = format!("{} {}", hit.title, hit.article);
        let citation = cite::article(law, &reference).await?;
        if let Some(citation) = citation.filter(|citation| citation.chunk_id == hit.chunk_id) {
            return Ok(Some(citation));
        }
    }
    Ok(None)
}
