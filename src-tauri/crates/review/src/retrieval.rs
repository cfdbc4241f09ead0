//! Node 3: the three searches.

use serde::{Deserialize, Serialize};
use simui_domain::{ChunkId, Claim, DocumentId, DocumentKind, ViolationKind};
use simui_flow::NodeError;
use simui_search::index::{Hit, Query};

use crate::graph::ReviewState;
use crate::library::Library;

/// One of the searches that run side by side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lane {
    /// 법령.
    Statutes,
    /// 심의기준.
    Guidelines,
    /// 판례.
    Precedents,
}

/// A hit, small enough to be stored with every case: the text stays in the corpora.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Retrieved {
    /// The chunk.
    pub chunk_id: ChunkId,
    /// Its document's title.
    pub title: String,
    /// Its article: `제56조`, `판결요지`.
    pub article: String,
    /// Its document; absent in cases from before decisions were weighed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub document_id: Option<DocumentId>,
    /// The search's score.
    pub score: f32,
    /// For decisions: whether the advertisement was held unlawful there; `None` when it does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unlawful: Option<bool>,
    /// For decisions: the kinds of violation it is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<ViolationKind>,
}

/// How many hits a search keeps.
const KEEP: usize = 5;

/// Claims that decisions are looked up by.
const CLAIMS: usize = 5;

/// Characters of the wording that a search is asked with.
const ASKED: usize = 2_000;

/// Searches one lane for what the rules found, or for the claims when they found nothing.
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
        // Decisions are found by what a rule calls the matter, and by the very words, which a court may have judged.
        for hit in search(state, library, kind, words_objected_to(state))? {
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
        Query { kinds: vec![kind], as_of: Some(state.as_of), limit: KEEP, ..Query::new(text) };
    Ok(library.retriever.index().search(&query)?)
}

/// The claims that rules fired on, each once.
fn words_objected_to(state: &ReviewState) -> String {
    let broken = |claim: &&Claim| state.findings.iter().any(|it| it.claim_id == claim.id);
    let claims = state.claims.iter().filter(broken).take(CLAIMS);
    beginning(&claims.map(|claim| claim.text.as_str()).collect::<Vec<_>>().join(" "))
}

/// The findings' own search words, each once; without findings, the claims.
fn query_text(state: &ReviewState) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for finding in &state.findings {
        if !parts.contains(&finding.query.as_str()) {
            parts.push(&finding.query);
        }
    }
    if parts.is_empty() {
        let claims = state.claims.iter().take(CLAIMS).map(|claim| claim.text.as_str());
        return beginning(&claims.collect::<Vec<_>>().join(" "));
    }
    parts.join(" ")
}

/// The first [`ASKED`] characters.
fn beginning(words: &str) -> String {
    words.chars().take(ASKED).collect()
}
