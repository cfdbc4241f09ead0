//! The corpora as of one moment, and the rules: all that the nodes of a review read.

use std::sync::{Arc, PoisonError, RwLock};

use simui_corpus::LawBook;
use simui_domain::Technology;
use simui_search::retriever::Retriever;
use simui_store::Database;

use crate::rules::RuleBook;
use crate::rulings::Rulings;

/// One consistent set of rules, search index and law. It is replaced as a whole after an import.
#[derive(Clone)]
pub struct Library {
    /// The rule packs, by the day they apply to.
    pub rules: Arc<RuleBook>,
    /// The search over the corpora.
    pub retriever: Arc<Retriever>,
    /// Provisions by article and date.
    pub law: Arc<LawBook>,
    /// The imported register of evaluated technologies (신의료기술평가).
    pub technologies: Arc<[Technology]>,
    /// The outcomes of court decisions, read on demand.
    pub rulings: Arc<Rulings>,
    /// The database, which holds the chunks behind search hits.
    pub database: Database,
}

/// Holds the current library. A running node keeps the library it began with.
pub struct Shelf(RwLock<Arc<Library>>);

impl Shelf {
    /// Creates a shelf that holds `library`.
    pub fn new(library: Library) -> Self {
        Self(RwLock::new(Arc::new(library)))
    }

    /// Returns the current library.
    pub fn library(&self) -> Arc<Library> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Replaces the current library.
    pub fn replace(&self, library: Library) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(library);
    }

    /// Replaces the rules of the current library and keeps its other parts.
    pub fn replace_rules(&self, rules: Arc<RuleBook>) {
        let mut shelf = self.0.write().unwrap_or_else(PoisonError::into_inner);
        *shelf = Arc::new(Library { rules, ..Library::clone(&shelf) });
    }
}
