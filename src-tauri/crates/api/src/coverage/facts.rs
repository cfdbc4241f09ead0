//! The facts of the documents: read once after an import, stored, and taken from there afterwards.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use simui_coverage::{Attribute, Book, Rules};
use simui_store::{CoverageSet, FactList};

use super::parts;
use crate::faults::ErrorCode;
use crate::types::{CoverageFact, CoverageProgress, CoverageStage, DeskEvent};
use crate::{ApiError, Desk};

impl Desk {
    /// Makes a book of an import, with the facts that are stored, or else reads and stores them. Once
    /// `cancelled` is set, the rest is read when it is asked for.
    pub(super) async fn book_with_facts(
        &self,
        revision: i64,
        rules: Rules,
        set: CoverageSet,
        cancelled: Option<Arc<AtomicBool>>,
    ) -> Result<Arc<Book>, ApiError> {
        let scheme = rules.scheme();
        let stored = self.database.coverage_facts(revision, &scheme).await?;
        let (tables, pages) = parts(set);
        let events = self.events.clone();
        let is_stored = !stored.is_empty();
        let read = tokio::task::spawn_blocking(move || {
            let book = Book::new(rules, tables, pages);
            if is_stored {
                keep(&book, stored);
                return (book, Vec::new());
            }
            let is_complete = book.read_facts(|done, total| {
                let progress = progress(CoverageStage::Facts, done, total);
                // Nobody may be listening.
                let _ = events.send(DeskEvent::CoverageImport { progress });
                cancelled.as_ref().is_none_or(|it| !it.load(Ordering::Relaxed))
            });
            let lists = if is_complete { lists(&book) } else { Vec::new() };
            (book, lists)
        });
        let (book, lists) = read.await.map_err(|error| {
            ApiError::invalid(ErrorCode::Internal, &[], format!("facts: {error}; report this"))
        })?;
        if !lists.is_empty() {
            self.database.keep_coverage_facts(revision, &scheme, &lists).await?;
        }
        Ok(Arc::new(book))
    }
}

pub(super) fn progress(stage: CoverageStage, done: usize, total: usize) -> CoverageProgress {
    let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    CoverageProgress { stage, done: count(done), total: count(total) }
}

/// Gives a book the facts that are stored. What cannot be read is read from the documents again.
fn keep(book: &Book, stored: Vec<FactList>) {
    for list in stored {
        match serde_json::from_str::<Vec<CoverageFact>>(&list.facts) {
            Ok(facts) => {
                let code = Some(list.coverage_code.as_str()).filter(|it| !it.is_empty());
                book.keep_facts(&list.insurer_code, code, facts);
            }
            Err(error) => {
                let (insurer, coverage) = (&list.insurer_code, &list.coverage_code);
                tracing::warn!(%insurer, %coverage, %error, "stored facts are read again");
            }
        }
    }
}

fn lists(book: &Book) -> Vec<FactList> {
    let list = |(insurer, coverage, facts): (&str, Option<&str>, &[CoverageFact])| {
        Some(FactList {
            insurer_code: insurer.to_owned(),
            coverage_code: coverage.unwrap_or_default().to_owned(),
            facts: serde_json::to_string(facts).ok()?,
        })
    };
    book.fact_lists().filter_map(list).collect()
}

/// Returns the facts that are listed: without the places that only lead to the pages, and without those
/// of a name that are stated for all names of the coverage.
pub(super) fn listed(facts: &[&CoverageFact]) -> Vec<CoverageFact> {
    let same = |a: &CoverageFact, b: &CoverageFact| {
        (a.attribute, &a.coverage, &a.applies_to, &a.value, &a.evidence)
            == (b.attribute, &b.coverage, &b.applies_to, &b.value, &b.evidence)
    };
    let mut listed: Vec<CoverageFact> = Vec::new();
    for fact in facts.iter().filter(|it| it.attribute != Attribute::Place) {
        let known = listed.iter().rev().take_while(|it| it.coverage == fact.coverage);
        if !known.into_iter().any(|it| same(it, fact)) {
            listed.push((*fact).clone());
        }
    }
    listed
}
