//! The search for passages. It is handed in as a function, because this crate has no index.

use std::sync::Arc;

use futures::future::BoxFuture;
use simui_domain::DocumentId;

use crate::passage::Passage;

/// A request for passages of the desk's drug documents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wanted {
    /// Passages that match any of these queries; the first one is made of the whole question.
    Matches(Vec<String>),
    /// All sections of these documents.
    Sections(Vec<DocumentId>),
}

/// Searches the desk's drug documents. The error is a message for the person at the desk.
pub type Find =
    Arc<dyn Fn(Wanted) -> BoxFuture<'static, Result<Vec<Passage>, String>> + Send + Sync>;
