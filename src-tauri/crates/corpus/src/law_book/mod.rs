//! The law as it stands on a day: provisions by title and number, and whether a quote is what they say.
//!
//! A [`LawBook`] keeps what was asked for in memory. Before every answer it looks at the corpus' generation, so an
//! import in this or another process is seen at once.

mod choice;
mod compare;
mod elsewhere;
mod found;
mod grounds;
mod law;
mod reference;
mod verify;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jiff::civil::Date;
use simui_domain::{ArticleId, Chunk, DocumentId, ProvisionPath};
use simui_store::{Database, StoreError};

pub(crate) use self::choice::in_force;
pub use self::found::{FoundProvision, ProvisionLookup};
pub use self::grounds::LostGround;
use self::law::Law;
pub(crate) use self::reference::squeezed;
use self::reference::{Catalogue, Target};
pub use self::verify::CitationCheck;
use crate::CorpusError;
use crate::citations::Titles;

/// Provisions and citations, answered from memory where possible.
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

impl LawBook {
    /// A book over a database; nothing is read yet.
    pub fn new(database: Database) -> Self {
        Self { database, cache: Mutex::default() }
    }

    /// The provision of a law as of a day. Official texts come before digests.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn find_provision(
        &self,
        title: &str,
        path: &ProvisionPath,
        as_of: Date,
    ) -> Result<ProvisionLookup, CorpusError> {
        let catalogue = self.catalogue().await?;
        let target = Target::Provision { path: path.clone(), article_title: None };
        self.look_up(&catalogue, title, &target, as_of).await
    }

    /// What a reference as written in citations points at: `의료법 제56조제2항제8호`,
    /// `의료광고 심의기준(요지) 비교 광고`, `대법원 2010. 5. 27. 선고 2006도9083 판결 판결요지[2]`.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn find_reference(
        &self,
        reference: &str,
        as_of: Date,
    ) -> Result<ProvisionLookup, CorpusError> {
        let catalogue = self.catalogue().await?;
        match reference::resolve(reference, &catalogue) {
            Some((title, target)) => self.look_up(&catalogue, &title, &target, as_of).await,
            None => Ok(ProvisionLookup::NoSuchDocument),
        }
    }

    async fn look_up(
        &self,
        catalogue: &Catalogue,
        title: &str,
        target: &Target,
        as_of: Date,
    ) -> Result<ProvisionLookup, CorpusError> {
        let Some(choice) = choice::choose(catalogue, title, as_of) else {
            return Ok(ProvisionLookup::NoSuchDocument);
        };
        let law = self.law(&choice.document.id).await?;
        let Some(place) = law.place(target) else {
            return Ok(ProvisionLookup::NoSuchProvision { document: choice.document.clone() });
        };
        let mut found = FoundProvision::new(choice.document, &law, place);
        if let Some(article_id) = &found.article_id {
            let chunks = self.chunks(article_id).await?;
            found.chunk_id = found::chunk_of(&chunks, &found);
        }
        Ok(match (choice.in_force, found.deleted) {
            (true, false) => ProvisionLookup::Found(found),
            (true, true) => ProvisionLookup::Deleted(found),
            (false, _) => ProvisionLookup::NotInForce(found),
        })
    }

    /// The titles of all statutes stored.
    pub(crate) async fn titles(&self) -> Result<Titles, CorpusError> {
        let catalogue = self.catalogue().await?;
        Titles::new(catalogue.statutes())
    }

    /// What is stored; fresh.
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
        // A stored document never changes under its id; only those that are gone are forgotten.
        cache.laws.retain(|id, _| catalogue.has(id));
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
        let document = self.database.document(id.as_str(), None).await?;
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

    /// A panic elsewhere cannot leave the cache half written: every change is one insertion.
    fn cache(&self) -> MutexGuard<'_, Cache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
