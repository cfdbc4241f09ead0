//! Reads the corpus page by page and analyses it on all cores.

use std::thread;

use simui_domain::DocumentKind;
use simui_store::{ChunkRow, Database};

use super::build::Progress;
use crate::SearchError;
use crate::analysis::{Analyser, Terms};
use crate::rerank::Keyed;

/// Chunks read and analysed at a time. Their terms are in memory together: 2,048 chunks doubled an import's
/// peak.
const PAGE: u32 = 512;

/// The processing of one page.
pub(crate) type Step<S> = fn(&mut S, &[(i64, ChunkRow)]) -> Result<(), SearchError>;

/// Passes every chunk of the corpus to `step`, in row order, while the next page is being read.
pub(crate) async fn each_page<S: Send + 'static>(
    database: &Database,
    progress: &mut (dyn FnMut(Progress) + Send),
    mut state: S,
    step: Step<S>,
) -> Result<S, SearchError> {
    let mut chunks = 0;
    let mut page = database.chunks_after(i64::MIN, PAGE).await?;
    while let Some(&(last, _)) = page.last() {
        chunks += page.len();
        let working = tokio::task::spawn_blocking(move || {
            let done = step(&mut state, &page);
            (state, done)
        });
        let (next, worked) = tokio::join!(database.chunks_after(last, PAGE), working);
        let (same, done) = worked.map_err(|panic| SearchError::panicked(&panic))?;
        state = same;
        done?;
        page = next?;
        progress(Progress { chunks });
    }
    Ok(state)
}

/// Applies `work` to chunks on all cores; results are in order.
pub(super) fn analyse<T: Send>(
    page: &[&ChunkRow],
    work: impl Fn(&ChunkRow) -> T + Sync,
) -> Result<Vec<T>, SearchError> {
    /// Parts for each core: chunks differ in length, and small parts balance the load.
    const PARTS: usize = 4;
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let share = page.len().div_ceil(cores * PARTS).max(1);
    let work = &work;
    thread::scope(|scope| {
        let parts: Vec<_> = page
            .chunks(share)
            .map(|part| scope.spawn(move || part.iter().map(|row| work(row)).collect::<Vec<T>>()))
            .collect();
        let mut results = Vec::with_capacity(page.len());
        for part in parts {
            results.extend(part.join().map_err(|_| SearchError::panicked(&"the analysis"))?);
        }
        Ok(results)
    })
}

/// The terms of a chunk.
pub(crate) struct Analysed {
    pub(crate) text: Terms,
    /// Terms of the document's title, the chunk's label and the article's title.
    pub(crate) heading: Terms,
}

impl Analysed {
    pub(crate) fn new(row: &ChunkRow, analyser: &Analyser) -> Self {
        let heading = heading(row);
        Self { text: analyser.terms(&row.chunk.text), heading: analyser.terms(&heading) }
    }

    /// Returns the terms of the heading, then of the text.
    pub(super) fn all_terms(self) -> Terms {
        let mut all_terms = self.heading;
        all_terms.morphemes.extend(self.text.morphemes);
        all_terms.bigrams.extend(self.text.bigrams);
        all_terms
    }

    /// Returns the words in order, as keys for the reranker.
    pub(super) fn keyed(&self) -> Keyed {
        Keyed::new(&self.heading, &self.text)
    }
}

/// Returns the heading of a chunk: document title, label and article title, without repetitions. The title of
/// an untitled benchmark document is its id and is left out.
pub(crate) fn heading(row: &ChunkRow) -> String {
    let nameless = row.kind == DocumentKind::Bench && row.title == row.document_id.as_str();
    let title = if nameless { "" } else { row.title.as_str() };
    let mut lines: Vec<&str> = Vec::new();
    for line in [title, &row.chunk.label, &row.article_title] {
        if !line.is_empty() && !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines.join("\n")
}
