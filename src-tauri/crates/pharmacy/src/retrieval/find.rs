//! How passages are asked for: the search is handed in.

use std::sync::Arc;

use futures::future::BoxFuture;
use simui_domain::DocumentId;

use super::passage::Passage;

/// What the graph asks of the desk's drug documents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wanted {
    /// Passages for each of these queries, the first of which is the question's own.
    Matches(Vec<String>),
    /// Every section of these documents.
    Sections(Vec<DocumentId>),
}

/// Searches the desk's drug documents.
pub type Find =
    Arc<dyn Fn(Wanted) -> BoxFuture<'static, Result<Vec<Passage>, String>> + Send + Sync>;
