use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use simui_domain::ChunkId;
use simui_search::Snippet;
use simui_search::fusion::{Part, Profile, Results};
use simui_search::index::Query;
use simui_search::retriever::{Ask, Found, FoundHit, Mode, Took};
use simui_store::ChunkRow;

use crate::types::{Hit, Ranks, SearchMode, SearchRequest, SearchResponse, StageScore, Why};
use crate::{ApiError, Desk};

/// The profile of a search that is for no job in particular.
const DEFAULT_PROFILE: &str = "search";

/// Looking again must not make anybody wait.
const DEADLINE: Duration = Duration::from_millis(500);

impl Desk {
    /// Searches the corpora.
    pub async fn search(&self, request: SearchRequest) -> Result<SearchResponse, ApiError> {
        let library = self.refresh().await?;
        let notice = match request.mode {
            SearchMode::Bm25 => String::new(),
            SearchMode::Dense | SearchMode::Hybrid => match self.holdings.ready(&library).await {
                Ok(true) => String::new(),
                Ok(false) => self.without_vectors(),
                Err(error) => error.to_string(),
            },
        };
        if request.mode == SearchMode::Dense && !notice.is_empty() {
            return Err(ApiError::Invalid(notice));
        }
        let begun = Instant::now();
        let profile = self.profile(request.profile.as_deref().unwrap_or(DEFAULT_PROFILE))?;
        let limit = request.k.map_or_else(|| most(profile), |k| k.clamp(1, 1000) as usize);
        let query = Query {
            kinds: request.kinds,
            as_of: request.as_of,
            limit,
            ..Query::new(request.query)
        };
        let mode = match request.mode {
            SearchMode::Bm25 => Mode::Bm25,
            SearchMode::Dense => Mode::Dense,
            SearchMode::Hybrid => Mode::Hybrid,
        };
        let rerank = !request.no_rerank;
        let ask = Ask { query, mode, profile, rerank, deadline: Some(DEADLINE) };
        let found = library.retriever.find(&ask)?;
        let ids: Vec<ChunkId> = found.hits.iter().map(|hit| hit.chunk_id.clone()).collect();
        let rows = self.database.chunks(&ids).await?;
        let hits = found
            .hits
            .iter()
            .filter_map(|hit| Some((hit, rows.iter().find(|row| row.chunk.id == hit.chunk_id)?)))
            .map(|(hit, row)| shown(hit, row, &found))
            .collect();
        let took_ms = took_ms(&found.took, begun.elapsed());
        let behind = !library.retriever.index().is_current(&self.database).await?;
        let mode = match found.mode {
            Mode::Bm25 => SearchMode::Bm25,
            Mode::Dense => SearchMode::Dense,
            Mode::Hybrid => SearchMode::Hybrid,
        };
        Ok(SearchResponse { hits, mode, notice, took_ms, behind })
    }

    fn profile(&self, name: &str) -> Result<&Profile, ApiError> {
        self.profiles.get(name).ok_or_else(|| {
            let known: Vec<&str> = self.profiles.names().collect();
            ApiError::Invalid(format!(
                "search profile {:?} is unknown; use one of {}",
                name.chars().take(40).collect::<String>(),
                known.join(", ")
            ))
        })
    }

    /// Why there are no vectors.
    fn without_vectors(&self) -> String {
        self.holdings.without_embedding.clone().unwrap_or_else(|| {
            "자료를 가져오는 중이라 의미 검색을 쓸 수 없습니다. 가져오기가 끝난 뒤 다시 찾으십시오."
                .to_owned()
        })
    }
}

fn most(profile: &Profile) -> usize {
    match &profile.results {
        Results::Most(most) => *most,
        Results::Steps(steps) => steps.last().copied().unwrap_or_default().max(1),
    }
}

fn shown(hit: &FoundHit, row: &ChunkRow, found: &Found) -> Hit {
    let rank = |part: Option<Part>| part.and_then(|part| u32::try_from(part.rank).ok());
    let score = |part: Option<Part>| {
        part.map(|Part { score, contribution, .. }| StageScore { score, contribution })
    };
    let snippet = Snippet::of(&found.terms, &row.chunk.text);
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
        },
        snippet: snippet.span,
        matches: snippet.matches,
        text: row.chunk.text.clone(),
        start: row.chunk.start,
        end: row.chunk.end,
        digest: row.digest,
    }
}

/// Milliseconds by stage. `total` is all of it; `text` is reading the chunks and marking the words.
fn took_ms(took: &Took, whole: Duration) -> BTreeMap<String, f64> {
    let ms = |duration: Duration| duration.as_secs_f64() * 1000.0;
    let stages = [
        ("analyse", took.analyse),
        ("bm25", took.bm25),
        ("embed", took.embed),
        ("dense", took.dense),
        ("fuse", took.fuse),
        ("rerank", took.rerank),
        ("text", whole.saturating_sub(took.total)),
        ("total", whole),
    ];
    stages.into_iter().map(|(stage, time)| (stage.to_owned(), ms(time))).collect()
}
