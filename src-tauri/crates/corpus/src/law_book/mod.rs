//! The law as of a day: looks up provisions by title and number, and verifies quotes.
//!
//! A [`LawBook`] caches what it has read. Before every answer it compares the generation of the corpus, so an
//! import by this or another process takes effect at once.

mod catalogue;
mod citation_check;
mod compare;
mod documents;
mod elsewhere;
mod found;
mod grounds;
mod law;
mod look_up;
mod reference;
mod verify;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jiff::civil::Date;
use simui_domain::{ArticleId, Chunk, DocumentId, ProvisionPath};
use simui_store::{Database, StoreError};

pub(crate) use self::catalogue::Catalogue;
pub use self::documents::DocumentLookup;
pub use self::found::{FoundProvision, ProvisionLookup};
pub use self::grounds::LostGround;
use self::law::Law;
use self::reference::Target;
pub use self::verify::CitationCheck;
use crate::CorpusError;
use crate::titles::Titles;

/// Looks up provisions and checks citations, with a cache.
#[derive(Debug)]
pub struct LawBook {
    database: Database,
    cache: Mutex<Cache>,
}

#[derive(Debug, Default)]
struct Cache {
    generation: Option<u64>,
    catalogue: Arc<Catalogue>,
    laws: HashMap<DocumentId, Arc<Law>>,
    chunks: HashMap<ArticleId, Arc<[Chunk]>>,
    events: Option<Arc<grounds::Events>>,
    grounds: HashMap<DocumentId, grounds::Known>,
}

/// The law of one day, with the documents that were stored when it was asked for: what is imported later is
/// not seen.
#[derive(Debug)]
pub struct LawOnDay<'a> {
    book: &'a LawBook,
    catalogue: Arc<Catalogue>,
    day: Date,
}

impl LawOnDay<'_> {
    /// Returns the day.
    pub fn day(&self) -> Date {
        self.day
    }

    /// See [`LawBook::find_reference`].
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn find_reference(&self, reference: &str) -> Result<ProvisionLookup, CorpusError> {
        match reference::resolve(reference, &self.catalogue) {
            Some((name, target)) => {
                self.book.look_up(&self.catalogue, &name, &target, self.day).await
            }
            None => Ok(ProvisionLookup::NoSuchDocument),
        }
    }

    /// See [`LawBook::verify_quote`].
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn verify_quote(
        &self,
        quote: &str,
        article: &str,
    ) -> Result<CitationCheck, CorpusError> {
        self.book.verify_in(&self.catalogue, quote, article, self.day).await
    }

    /// Returns the first later day on which a stored text changes or drops the provision that a reference
    /// names. Digests (요지) are our own words and are not compared.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn changed_after(&self, reference: &str) -> Result<Option<Date>, CorpusError> {
        self.book.changed_in(&self.catalogue, reference, self.day).await
    }

    /// See [`LawBook::lost_ground`].
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn lost_ground(
        &self,
        decision: &DocumentId,
    ) -> Result<Option<LostGround>, CorpusError> {
        self.book.lost_in(&self.catalogue, decision, self.day).await
    }
}

impl LawBook {
    /// Makes a book over a database without reading anything.
    pub fn new(database: Database) -> Self {
        Self { database, cache: Mutex::default() }
    }

    /// Finds a provision of a law as of a day; official texts take precedence over digests. `title` may
    /// identify one of several laws: `가법 시행규칙(보건복지부령)`, or an id.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn find_provision(
        &self,
        title: &str,
        path: &ProvisionPath,
        as_of: Date,
    ) -> Result<ProvisionLookup, CorpusError> {
        let catalogue = self.catalogue().await?;
        let Some(name) = catalogue.name(title) else { return Ok(ProvisionLookup::NoSuchDocument) };
        let target = Target::Provision { path: path.clone(), article_title: None };
        self.look_up(&catalogue, &name, &target, as_of).await
    }

    /// Finds the source of a reference as written in citations: `의료법 제56조제2항제8호`, `의료광고 심의기준(요지) 비교 광고`, `대법원
    /// 2010. 5. 27. 선고 2006도9083 판결 판결요지[2]`.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn find_reference(
        &self,
        reference: &str,
        as_of: Date,
    ) -> Result<ProvisionLookup, CorpusError> {
        self.on(as_of).await?.find_reference(reference).await
    }

    /// The law of one day, for several lookups at once.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn on(&self, day: Date) -> Result<LawOnDay<'_>, CorpusError> {
        Ok(LawOnDay { book: self, catalogue: self.catalogue().await?, day })
    }

    /// Returns the titles of all stored statutes.
    pub(crate) async fn titles(&self) -> Result<Titles, CorpusError> {
        let catalogue = self.catalogue().await?;
        Titles::new(catalogue.statutes())
    }

    /// Returns the current catalogue and clears the cache when the corpus has changed.
    async fn catalogue(&self) -> Result<Arc<Catalogue>, StoreError> {
        let generation = self.database.corpus_generation().await?;
        {
            let cache = self.cache();
            if cache.generation == Some(generation) {
                return Ok(Arc::clone(&cache.catalogue));
            }
        }
        let catalogue = Arc::new(Catalogue::new(self.database.documents().await?));
        let mut cache = self.cache();
        // The text of a stored document never changes, but its last days do.
        cache.laws.clear();
        cache.chunks.clear();
        cache.events = None;
        cache.grounds.clear();
        cache.catalogue = Arc::clone(&catalogue);
        cache.generation = Some(generation);
        Ok(catalogue)
    }

    async fn law(&self, id: &DocumentId) -> Result<Arc<Law>, StoreError> {
        if let Some(law) = self.cache().laws.get(id) {
            return Ok(Arc::clone(law));
        }
        let document = self.database.document(id).await?;
        let articles = self.database.articles(id).await?;
        let law = Arc::new(Law::new(document.map(|d| d.body).unwrap_or_default(), articles));
        self.cache().laws.insert(id.clone(), Arc::clone(&law));
        Ok(law)
    }

    async fn chunks(&self, article: &ArticleId) -> Result<Arc<[Chunk]>, StoreError> {
        if let Some(chunks) = self.cache().chunks.get(article) {
            return Ok(Arc::clone(chunks));
        }
        let chunks: Arc<[Chunk]> = self.database.chunks_of_article(article).await?.into();
        self.cache().chunks.insert(article.clone(), Arc::clone(&chunks));
        Ok(chunks)
    }

    /// Locks the cache; poisoning is ignored, because every change is a single insertion.
    fn cache(&self) -> MutexGuard<'_, Cache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
