//! The hits of a search as people read them: with the words that were found, the days of force, and other
//! versions of the article below.

use std::collections::HashMap;

use jiff::civil::Date;
use simui_search::Snippet;
use simui_search::copies;
use simui_search::fusion::{Part, Profile};
use simui_search::index::Query;
use simui_search::retriever::{Found, FoundHit};
use simui_search::versions::{Folded, ended_since, fold, is_in_force};
use simui_store::ChunkRow;

use crate::types::{FoundBy, Hit, Ranks, StageScore, Why};

/// Whether the versions of an article are folded into one hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Versions {
    Folded,
    Apart,
}

/// How the hits of one search are put together.
#[derive(Debug, Clone, Copy)]
pub(super) struct Folding {
    pub(super) versions: Versions,
    /// Day of the search, on which a version is in force or not.
    pub(super) day: Date,
    /// Most hits, folded ones not counted.
    pub(super) limit: usize,
}

impl Folding {
    /// Returns the depth to search again with; `None` when `hits`, found at `depth`, suffice. Folding leaves
    /// fewer hits than were asked for, and of an ended version the one in force may stand deeper. Within the
    /// depth of the profile's lists a deeper search has the same beginning.
    pub(super) fn deeper(
        &self,
        hits: &[FoundHit],
        rows: &[ChunkRow],
        depth: usize,
        profile: &Profile,
    ) -> Option<usize> {
        /// Factor by which the depth grows.
        const GROWTH: usize = 3;
        if self.versions == Versions::Apart || hits.len() < depth {
            return None;
        }
        let rows: Vec<&ChunkRow> = in_order(hits, rows).into_iter().map(|(_, row)| row).collect();
        let folded = fold(&rows, self.day);
        let lists = profile.lexical.max(profile.dense);
        let is_ended = |it: &Folded| ended_since(rows[it.displayed], self.day).is_some();
        let front_rows: Vec<&ChunkRow> = folded.iter().map(|it| rows[it.displayed]).collect();
        let deeper = if folded.len() < self.limit {
            depth * GROWTH
        } else if folded.iter().take(self.limit).any(is_ended)
            || copies::groups(&front_rows, self.limit).len() < self.limit
        {
            lists
        } else {
            depth
        };
        Some(deeper.min(Query::MOST)).filter(|deeper| *deeper > depth)
    }

    /// Returns the hits of a search, at most the limit.
    pub(super) fn hits(&self, found: &Found, rows: &[ChunkRow], profile: &Profile) -> Vec<Hit> {
        let hits = in_order(&found.hits, rows);
        let folded = match self.versions {
            Versions::Folded => {
                fold(&hits.iter().map(|&(_, row)| row).collect::<Vec<_>>(), self.day)
            }
            Versions::Apart => {
                (0..hits.len()).map(|displayed| Folded { displayed, others: Vec::new() }).collect()
            }
        };
        let best = found.lists.map(|lists| lists.best);
        let to_hit = |at: usize| {
            let (hit, row) = hits[at];
            let computation = best.map(|best| profile.computation([hit.bm25, hit.dense], best));
            to_hit(hit, row, found, self.day, computation.unwrap_or_default())
        };
        let with_versions = |Folded { displayed, others }: &Folded| Hit {
            other_versions: others.iter().copied().map(to_hit).collect(),
            ..to_hit(*displayed)
        };
        let groups = self.groups(&hits, &folded);
        let below = |group: &[usize]| group.iter().map(|&at| with_versions(&folded[at])).collect();
        let joined = groups.iter().filter_map(|group| group.split_first());
        joined
            .map(|(&first, rest)| Hit { copies: below(rest), ..with_versions(&folded[first]) })
            .collect()
    }

    /// Returns the hits to show with the copies of each, as indices of `folded`.
    fn groups(&self, hits: &[(&FoundHit, &ChunkRow)], folded: &[Folded]) -> Vec<Vec<usize>> {
        match self.versions {
            Versions::Folded => {
                let rows: Vec<&ChunkRow> = folded.iter().map(|it| hits[it.displayed].1).collect();
                copies::groups(&rows, self.limit)
            }
            Versions::Apart => (0..folded.len().min(self.limit)).map(|at| vec![at]).collect(),
        }
    }
}

/// Returns each hit with its chunk; one that was replaced by an import meanwhile is left out.
fn in_order<'a>(hits: &'a [FoundHit], rows: &'a [ChunkRow]) -> Vec<(&'a FoundHit, &'a ChunkRow)> {
    let rows: HashMap<&str, &ChunkRow> =
        rows.iter().map(|row| (row.chunk.id.as_str(), row)).collect();
    hits.iter().filter_map(|hit| Some((hit, *rows.get(hit.chunk_id.as_str())?))).collect()
}

fn to_hit(hit: &FoundHit, row: &ChunkRow, found: &Found, day: Date, computation: String) -> Hit {
    let rank = |part: Option<Part>| part.and_then(|part| u32::try_from(part.rank).ok());
    let score = |part: Option<Part>| {
        part.map(|Part { score, contribution, .. }| StageScore { score, contribution })
    };
    let words_in = |text: &str| Snippet::of(&found.terms, text).matches;
    let title_matches = words_in(&row.title);
    let mut snippet = Snippet::of(&found.terms, &row.chunk.text);
    let has_words = [&title_matches, &snippet.matches].iter().any(|found| !found.is_empty())
        || [&row.chunk.label, &row.article_title].iter().any(|text| !words_in(text).is_empty());
    // Only pairs of its syllables were found.
    if hit.bm25.is_some() && !has_words {
        snippet = Snippet::of_bigrams(&found.terms, &row.chunk.text);
    }
    let by_words = has_words || hit.bm25.is_some();
    Hit {
        chunk_id: hit.chunk_id.clone(),
        doc_id: row.document_id.clone(),
        title: row.title.clone(),
        article: row.chunk.label.clone(),
        kind: row.kind,
        score: hit.score,
        ranks: Ranks {
            bm25: rank(hit.bm25),
            dense: rank(hit.dense),
            fused: rank(hit.fused),
            rerank: hit.rerank.and_then(|it| u32::try_from(it.rank).ok()),
        },
        why: Why {
            bm25: score(hit.bm25),
            dense: score(hit.dense),
            fused: score(hit.fused),
            rerank: hit.rerank.map(|it| StageScore { score: it.score, contribution: it.score }),
            computation,
        },
        snippet: snippet.span,
        matches: snippet.matches,
        title_matches,
        found_by: if by_words { FoundBy::Words } else { FoundBy::Meaning },
        text: row.chunk.text.clone(),
        start: row.chunk.start,
        end: row.chunk.end,
        digest: row.digest,
        effective_from: row.effective_from,
        effective_to: row.effective_to,
        in_force: is_in_force(row, day),
        ended_since: ended_since(row, day),
        other_versions: Vec::new(),
        copies: Vec::new(),
    }
}
