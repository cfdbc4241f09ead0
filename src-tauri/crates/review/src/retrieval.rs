//! Node 3: the searches for statutes, guidelines and decisions.

use simui_domain::{ChunkId, Claim, DocumentKind};
use simui_flow::NodeError;
use simui_search::index::{Hit, Query};

use crate::library::Library;
use crate::state::{Retrieved, ReviewState};

/// One of the three searches that run side by side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lane {
    /// 법령.
    Statutes,
    /// 심의기준.
    Guidelines,
    /// 판례.
    Precedents,
}

/// Largest number of hits that one search keeps.
const MAX_HITS: usize = 5;

/// Largest number of claims in the query of a search.
const MAX_QUERY_CLAIMS: usize = 5;

/// Longest query made of claims, in characters.
const MAX_QUERY_CHARS: usize = 2_000;

/// Searches one lane for the matter of the findings, or for the claims where there are no findings.
pub async fn retrieve(
    state: &ReviewState,
    library: &Library,
    lane: Lane,
) -> Result<Vec<Retrieved>, NodeError> {
    let text = query_text(state);
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let kind = match lane {
        Lane::Statutes => DocumentKind::Statute,
        Lane::Guidelines => DocumentKind::Guideline,
        Lane::Precedents => DocumentKind::Precedent,
    };
    let mut hits = search(state, library, kind, text)?;
    if lane == Lane::Precedents {
        // Decisions are found by the search words of the rules, and by the advertised words, which a court
        // may have judged.
        for hit in search(state, library, kind, broken_claims_text(state))? {
            if !hits.iter().any(|known| known.chunk_id == hit.chunk_id) {
                hits.push(hit);
            }
        }
    }
    let ids: Vec<ChunkId> = hits.iter().map(|hit| hit.chunk_id.clone()).collect();
    let rows = library.database.chunks(&ids).await?;
    let mut found = Vec::with_capacity(hits.len());
    for hit in &hits {
        // A chunk that has just been replaced by an import is left out.
        let Some(row) = rows.iter().find(|row| row.chunk.id == hit.chunk_id) else { continue };
        let ruling = match lane {
            Lane::Precedents => {
                Some(library.rulings.of(&library.database, &row.document_id).await?)
            }
            Lane::Statutes | Lane::Guidelines => None,
        };
        found.push(Retrieved {
            chunk_id: hit.chunk_id.clone(),
            title: row.title.clone(),
            article: row.chunk.label.clone(),
            document_id: ruling.is_some().then(|| row.document_id.clone()),
            score: hit.score,
            unlawful: ruling.as_ref().and_then(|ruling| ruling.unlawful()),
            kinds: ruling.map(|ruling| ruling.kinds.clone()).unwrap_or_default(),
        });
    }
    Ok(found)
}

fn search(
    state: &ReviewState,
    library: &Library,
    kind: DocumentKind,
    text: String,
) -> Result<Vec<Hit>, NodeError> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let query =
        Query { kinds: vec![kind], as_of: Some(state.as_of), limit: MAX_HITS, ..Query::new(text) };
    Ok(library.retriever.index().search(&query)?)
}

/// Returns the text of the claims that rules fired on, at most [`MAX_QUERY_CHARS`] characters.
fn broken_claims_text(state: &ReviewState) -> String {
    let broken = |claim: &&Claim| state.findings.iter().any(|it| it.claim_id == claim.id);
    let claims = state.claims.iter().filter(broken).take(MAX_QUERY_CLAIMS);
    beginning(&claims.map(|claim| claim.text.as_str()).collect::<Vec<_>>().join(" "))
}

/// Returns the search words of the findings, each once; without findings, the text of the claims.
fn query_text(state: &ReviewState) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for finding in &state.findings {
        if !parts.contains(&finding.query.as_str()) {
            parts.push(&finding.query);
        }
    }
    if parts.is_empty() {
        let claims = state.claims.iter().take(MAX_QUERY_CLAIMS).map(|claim| claim.text.as_str());
        return beginning(&claims.collect::<Vec<_>>().join(" "));
    }
    parts.join(" ")
}

/// Returns the first [`MAX_QUERY_CHARS`] characters.
fn beginning(words: &str) -> String {
    words.chars().take(MAX_QUERY_CHARS).collect()
}
