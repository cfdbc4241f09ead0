//! What the graph works with, handed in by the caller.

use std::sync::Arc;

use simui_search::analysis::Analyser;

use super::roles::AskModel;
use crate::dur::DurBook;
use crate::knowledge::Knowledge;
use crate::retrieval::find::Find;
use crate::retrieval::scope::Guard;

/// The data and functions that the graph works with.
#[derive(Clone)]
pub struct Shelf {
    /// The rules, with the products that the question names.
    pub knowledge: Arc<Knowledge>,
    /// The stored DUR tables.
    pub dur: Arc<DurBook>,
    /// The Korean morphological analyser.
    pub analyser: Analyser,
    /// Searches the drug documents.
    pub find: Find,
    /// Thresholds of the reranker that `find` uses.
    pub guard: Guard,
    /// Asks chat models; `None` if the rules answer alone.
    pub model: Option<AskModel>,
    /// Most characters of each passage that a model is shown; more for a longer context.
    pub passage_chars: usize,
}
