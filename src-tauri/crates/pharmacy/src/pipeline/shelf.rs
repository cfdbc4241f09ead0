use std::sync::Arc;

use simui_search::analysis::Analyser;

use super::roles::AskModel;
use crate::dur::DurBook;
use crate::knowledge::Knowledge;
use crate::retrieval::find::Find;
use crate::retrieval::scope::Guard;

/// What the graph works with.
#[derive(Clone)]
pub struct Shelf {
    /// The rules.
    pub knowledge: &'static Knowledge,
    /// The stored DUR tables.
    pub dur: Arc<DurBook>,
    /// Korean analysis.
    pub analyser: Analyser,
    /// The search.
    pub find: Find,
    /// Of the reranker that `find` asks.
    pub guard: Guard,
    /// Chat models beside the rules; none where the rules answer alone.
    pub model: Option<AskModel>,
}
