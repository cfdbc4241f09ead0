use std::sync::Arc;

use simui_review::retrieval::{Search, with_rows};
use simui_search::routes::Job;

use super::{CorpusSearch, Searched};
use crate::types::SearchRequest;

impl CorpusSearch {
    /// Returns the search of node 3 of a review.
    pub(crate) fn for_reviews(self: &Arc<Self>) -> Search {
        let search = self.clone();
        Arc::new(move |library, wanted| {
            let search = search.clone();
            Box::pin(async move {
                let setup = search.setup().await.map_err(|error| error.to_string())?;
                let mut passages = Vec::with_capacity(wanted.texts.len());
                for query in wanted.texts {
                    let request = SearchRequest {
                        query,
                        kinds: vec![wanted.kind],
                        as_of: Some(wanted.as_of),
                        ..SearchRequest::default()
                    };
                    let searched = search
                        .search_with(&setup, &library, Job::Review, &request, |_, _, _, _, _| None)
                        .await
                        .map_err(|error| error.to_string())?;
                    let Searched { mut found, rows, limit, .. } = searched;
                    found.hits.truncate(limit);
                    passages.push(with_rows(found.hits, rows));
                }
                Ok(passages)
            })
        })
    }
}
