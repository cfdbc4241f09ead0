//! Node 3: the searches for statutes, guidelines and decisions.
//!
//! Each kind of violation that was found has its own search, by the words of its rules, with the profile of
//! reviews (20 by words and 20 by meaning, fused, reranked). Without findings the claims are searched for.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use jiff::civil::Date;
use simui_domain::{Claim, DocumentKind, ViolationKind};
use simui_flow::NodeError;
use simui_search::fusion::{Part, Profile};
use simui_search::index::Query;
use simui_search::retriever::{Ask, FoundHit, Mode};
use simui_store::ChunkRow;

use crate::library::Library;
use crate::state::{FoundFor, Retrieved, ReviewState};

/// The searches of one lane of a review.
#[derive(Debug, Clone, PartialEq)]
pub struct Wanted {
    /// The words of each search.
    pub texts: Vec<String>,
    /// The kind of document.
    pub kind: DocumentKind,
    /// The day on which it must be in force.
    pub as_of: Date,
}

/// A passage that a search found.
#[derive(Debug, Clone)]
pub struct FoundPassage {
    /// The passage with its document.
    pub row: ChunkRow,
    /// Its ranks.
    pub hit: FoundHit,
}

/// The searches in progress: for each text of [`Wanted`] its passages, best first.
pub type Searching = Pin<Box<dyn Future<Output = Result<Vec<Vec<FoundPassage>>, String>> + Send>>;

/// Searches a library for a review. The desk searches with its installed models, [`offline`] without them.
pub type Search = Arc<dyn Fn(Arc<Library>, Wanted) -> Searching + Send + Sync>;

/// Returns the search without installed models: by words, and by meaning where the library's retriever is
/// ready for it.
pub fn offline(profile: Profile) -> Search {
    Arc::new(move |library, wanted| {
        let profile = profile.clone();
        Box::pin(async move {
            let mut found = Vec::with_capacity(wanted.texts.len());
            for text in wanted.texts {
                let query = Query {
                    kinds: vec![wanted.kind],
                    as_of: Some(wanted.as_of),
                    limit: profile.most(),
                    ..Query::new(text)
                };
                let (mode, rerank) = (Mode::Hybrid, true);
                let ask =
                    Ask { query, mode, profile: &profile, rerank, deadline: None, encoded: None };
                let hits = library.retriever.find(&ask).map_err(|error| error.to_string())?.hits;
                let ids: Vec<_> = hits.iter().map(|hit| hit.chunk_id.clone()).collect();
                let rows =
                    library.database.chunks(&ids).await.map_err(|error| error.to_string())?;
                found.push(with_rows(hits, rows));
            }
            Ok(found)
        })
    })
}

/// Joins hits with their chunks. A chunk that an import has just replaced is left out.
pub fn with_rows(hits: Vec<FoundHit>, mut rows: Vec<ChunkRow>) -> Vec<FoundPassage> {
    let passage = |hit: FoundHit| {
        let at = rows.iter().position(|row| row.chunk.id == hit.chunk_id)?;
        Some(FoundPassage { row: rows.swap_remove(at), hit })
    };
    hits.into_iter().filter_map(passage).collect()
}

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

/// Largest number of kinds of violation that are searched for; the gravest first.
const MAX_KINDS: usize = 6;

/// Largest number of claims in a query made of claims.
const MAX_QUERY_CLAIMS: usize = 5;

/// Longest query made of claims, in characters.
const MAX_QUERY_CHARS: usize = 2_000;

/// Searches one lane for the matter of the findings, or for the claims where there are no findings.
pub async fn retrieve(
    state: &ReviewState,
    library: &Arc<Library>,
    search: &Search,
    lane: Lane,
) -> Result<Vec<Retrieved>, NodeError> {
    let (texts, kinds): (Vec<_>, Vec<_>) =
        questions(state, lane).into_iter().map(|it| (it.text, it.kinds)).unzip();
    if texts.is_empty() {
        return Ok(Vec::new());
    }
    let kind = match lane {
        Lane::Statutes => DocumentKind::Statute,
        Lane::Guidelines => DocumentKind::Guideline,
        Lane::Precedents => DocumentKind::Precedent,
    };
    let wanted = Wanted { texts, kind, as_of: state.as_of };
    let searched = search(library.clone(), wanted).await.map_err(NodeError::new)?;
    let mut found: Vec<Retrieved> = Vec::new();
    for (kinds, passages) in kinds.into_iter().zip(searched) {
        for (rank, passage) in (1..).zip(passages) {
            let ranks = kinds.iter().map(|kind| found_for(*kind, rank, &passage.hit));
            match found.iter_mut().find(|it| it.chunk_id == passage.hit.chunk_id) {
                Some(known) => {
                    known.score = known.score.max(passage.hit.score);
                    for ranks in ranks {
                        match known.found_for.iter_mut().find(|it| it.kind == ranks.kind) {
                            Some(it) if it.rank <= ranks.rank => {}
                            Some(it) => *it = ranks,
                            None => known.found_for.push(ranks),
                        }
                    }
                }
                None => {
                    let found_for = ranks.collect();
                    found.push(to_retrieved(library, lane, passage, found_for).await?);
                }
            }
        }
    }
    Ok(found)
}

fn found_for(kind: ViolationKind, rank: u32, hit: &FoundHit) -> FoundFor {
    let of = |part: Option<Part>| part.and_then(|part| u32::try_from(part.rank).ok());
    FoundFor { kind, rank, by_words: of(hit.bm25), by_meaning: of(hit.dense) }
}

async fn to_retrieved(
    library: &Library,
    lane: Lane,
    FoundPassage { row, hit }: FoundPassage,
    found_for: Vec<FoundFor>,
) -> Result<Retrieved, NodeError> {
    let ruling = match lane {
        Lane::Precedents => Some(library.rulings.of(&library.database, &row.document_id).await?),
        Lane::Statutes | Lane::Guidelines => None,
    };
    Ok(Retrieved {
        chunk_id: hit.chunk_id,
        title: row.title,
        article: row.chunk.label,
        document_id: ruling.is_some().then_some(row.document_id),
        score: hit.score,
        found_for,
        digest: row.digest,
        unlawful: ruling.as_ref().and_then(|ruling| ruling.unlawful()),
        kinds: ruling.map(|ruling| ruling.kinds.clone()).unwrap_or_default(),
    })
}

/// A query, and the kinds of violation that it is for.
#[derive(Debug, PartialEq)]
struct Question {
    text: String,
    kinds: Vec<ViolationKind>,
}

/// Returns one query for each kind that was found, by the search words of its rules. Decisions are found by
/// the advertised words as well, which a court may have judged. Without findings the claims are the query.
fn questions(state: &ReviewState, lane: Lane) -> Vec<Question> {
    if state.findings.is_empty() {
        let text = claims_text(state.claims.iter());
        return if text.is_empty() { Vec::new() } else { vec![Question { text, kinds: vec![] }] };
    }
    let mut gravest: Vec<_> = state.findings.iter().collect();
    gravest.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    let mut questions: Vec<(ViolationKind, Vec<&str>)> = Vec::new();
    for finding in gravest {
        let query = finding.query.as_str();
        if let Some((_, parts)) = questions.iter_mut().find(|(kind, _)| *kind == finding.kind) {
            if !parts.contains(&query) {
                parts.push(query);
            }
        } else if questions.len() < MAX_KINDS {
            questions.push((finding.kind, vec![query]));
        }
    }
    // Other laws say more about the matter of a kind than the one that forbids to advertise it.
    let context = if lane == Lane::Statutes { "의료광고의 금지 " } else { "" };
    let question = |(kind, parts): (ViolationKind, Vec<&str>)| Question {
        text: format!("{context}{}", parts.join(" ")),
        kinds: vec![kind],
    };
    let mut questions: Vec<Question> = questions.into_iter().map(question).collect();
    if lane == Lane::Precedents {
        let broken = |claim: &&Claim| state.findings.iter().any(|it| it.claim_id == claim.id);
        let text = claims_text(state.claims.iter().filter(broken));
        let mut kinds: Vec<ViolationKind> = state.findings.iter().map(|it| it.kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        questions.push(Question { text, kinds });
    }
    questions.retain(|question| !question.text.trim().is_empty());
    questions
}

/// Returns the text of the first claims, at most [`MAX_QUERY_CHARS`] characters.
fn claims_text<'a>(claims: impl Iterator<Item = &'a Claim>) -> String {
    let texts: Vec<&str> = claims.take(MAX_QUERY_CLAIMS).map(|claim| claim.text.as_str()).collect();
    texts.join(" ").chars().take(MAX_QUERY_CHARS).collect()
}
