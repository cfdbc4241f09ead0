//! What the nodes work with: the corpora as of one moment, and the rules.

use std::sync::{Arc, PoisonError, RwLock};

use simui_corpus::LawBook;
use simui_domain::Technology;
use simui_search::retriever::Retriever;
use simui_store::Database;

use crate::rules::RuleBook;
use crate::rulings::Rulings;

/// One consistent set of rules, searches and law, replaced as a whole after an import.
#[derive(Clone)]
pub struct Library {
    /// The rule packs, by the day they apply to.
    pub rules: Arc<RuleBook>,
    /// The corpora, searched.
    pub retriever: Arc<Retriever>,
    /// Provisions by article and date.
    pub law: Arc<LawBook>,
    /// The 신의료기술평가 list.
    pub technologies: Arc<[Technology]>,
    /// How decisions ended.
    pub rulings: Arc<Rulings>,
    /// For the chunks behind search hits.
    pub database: Database,
}

/// Where the present library stands; a run under way keeps the one its node began with.
pub struct Shelf(RwLock<Arc<Library>>);

impl Shelf {
    /// A shelf with a library on it.
    pub fn new(library: Library) -> Self {
        Self(RwLock::new(Arc::new(library)))
    }

    /// The present library.
    pub fn library(&self) -> Arc<Library> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Puts another in its place.
    pub fn replace(&self, library: Library) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(library);
    }

    /// Changes the rules and nothing else.
    pub fn replace_rules(&self, rules: Arc<RuleBook>) {
        let mut shelf = self.0.write().unwrap_or_else(PoisonError::into_inner);
        *shelf = Arc::new(Library { rules, ..Library::clone(&shelf) });
    }
}
