use std::collections::BTreeMap;
use std::time::Instant;

use simui_domain::ChunkId;
use simui_search::index::Query;

use crate::types::{Hit, Ranks, SearchRequest, SearchResponse};
use crate::{ApiError, Desk};

/// How many hits when nobody says.
const DEFAULT_K: u32 = 10;

impl Desk {
    /// Searches the corpora.
    pub async fn search(&self, request: SearchRequest) -> Result<SearchResponse, ApiError> {
        let library = self.refresh().await?;
        let begun = Instant::now();
        let limit = request.k.unwrap_or(DEFAULT_K).clamp(1, 1000) as usize;
        let query = Query {
            kinds: request.kinds,
            as_of: request.as_of,
            limit,
            ..Query::new(request.query)
        };
        let found = library.index.search(&query)?;
        let searched = begun.elapsed();
        let ids: Vec<ChunkId> = found.iter().map(|hit| hit.chunk_id.clone()).collect();
        let rows = self.database.chunks(&ids).await?;
        let hits = found
            .iter()
            .filter_map(|hit| Some((hit, rows.iter().find(|row| row.chunk.id == hit.chunk_id)?)))
            .map(|(hit, row)| Hit {
                chunk_id: hit.chunk_id.clone(),
                doc_id: row.document_id.clone(),
                title: row.title.clone(),
                article: row.chunk.label.clone(),
                kind: row.kind,
                score: hit.score,
                ranks: Ranks { bm25: u32::try_from(hit.rank).ok(), ..Ranks::default() },
                text: row.chunk.text.clone(),
                start: row.chunk.start,
                end: row.chunk.end,
                digest: row.digest,
            })
            .collect();
        let ms = |duration: std::time::Duration| duration.as_secs_f64() * 1000.0;
        let took_ms = BTreeMap::from([
            ("bm25".to_owned(), ms(searched)),
            ("total".to_owned(), ms(begun.elapsed())),
        ]);
        let behind = !library.index.is_current(&self.database).await?;
        Ok(SearchResponse { hits, took_ms, behind })
    }
}
