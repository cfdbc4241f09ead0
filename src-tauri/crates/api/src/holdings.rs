//! The library of one desk: which version searches use, when it is replaced, and fitting the embedding to it.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::{Duration, Instant};

use simui_review::library::{Library, Shelf};
use simui_review::rules::RuleBook;
use simui_search::analysis::Analyser;
use simui_search::dense::Embedding;
use simui_search::dense::train::{Next, Progress as Learning};
use simui_search::index::Progress;
use simui_search::retriever::{Embeddings, Fit, Lessons, Retriever, fit, learn_here};
use simui_store::Database;
use tokio::sync::{Mutex, broadcast};

use crate::ApiError;
use crate::faults::ErrorCode;
use crate::fitting_process::{Workshop, learn_in_child};
use crate::reader_process::ReaderProgram;
use crate::types::DeskEvent;

/// Time limit of a fit. What has been learned by then is kept.
const LONGEST_FIT: Duration = Duration::from_secs(180);

/// The corpora in the form that rules and searches use.
pub(crate) struct Holdings {
    database: Database,
    analyser: Analyser,
    /// The dictionary that the desk was opened with; searched for when absent.
    dictionary: Option<PathBuf>,
    /// Revision of the stored packs from which the present rules were made.
    rules_revision: AtomicI64,
    embeddings: Embeddings,
    /// Why no embedding is available; `None` when one is.
    pub(crate) without_embedding: Option<String>,
    pub(crate) shelf: Arc<Shelf>,
    events: broadcast::Sender<DeskEvent>,
    /// Held by the change of the library that is running.
    renewing: Mutex<()>,
    /// Held by the fit that is running.
    fitting: Mutex<()>,
    pub(crate) fit_cancelled: Arc<AtomicBool>,
    /// Whether an import of this desk is storing documents.
    pub(crate) import_running: AtomicBool,
}

impl Holdings {
    pub(crate) async fn open(
        database: &Database,
        analyser: &Analyser,
        dictionary: Option<PathBuf>,
        events: &broadcast::Sender<DeskEvent>,
    ) -> Result<Self, ApiError> {
        let (embeddings, without_embedding) =
            match Embedding::locate(None).and_then(|path| Embeddings::open(&path)) {
                Ok(embeddings) => (embeddings, None),
                Err(error) => (Embeddings::none(), Some(error.to_string())),
            };
        let (rules, revision) = rules(database, analyser).await?;
        let library = library(database, analyser, rules, &embeddings, events).await?;
        Ok(Self {
            database: database.clone(),
            analyser: analyser.clone(),
            dictionary,
            rules_revision: AtomicI64::new(revision),
            embeddings,
            without_embedding,
            shelf: Arc::new(Shelf::new(library)),
            events: events.clone(),
            renewing: Mutex::new(()),
            fitting: Mutex::new(()),
            fit_cancelled: Arc::default(),
            import_running: AtomicBool::new(false),
        })
    }

    /// Returns the Korean analyser of the index.
    pub(crate) fn analyser(&self) -> &Analyser {
        &self.analyser
    }

    /// Returns the library of the present corpora, imports of other processes included. While an import of
    /// this desk is running, it is the previous library, so that nobody waits for an import.
    pub(crate) async fn refresh(&self) -> Result<Arc<Library>, ApiError> {
        self.renew_rules().await?;
        if self.is_importing() {
            return Ok(self.shelf.library());
        }
        self.renew().await
    }

    /// Replaces the rules when the stored packs have changed, in this or another process.
    async fn renew_rules(&self) -> Result<(), ApiError> {
        let known = self.rules_revision.load(Ordering::Acquire);
        if self.database.rule_packs_revision().await? == known {
            return Ok(());
        }
        let _turn = self.renewing.lock().await;
        let (rules, revision) = rules(&self.database, &self.analyser).await?;
        self.shelf.replace_rules(rules);
        self.rules_revision.store(revision, Ordering::Release);
        Ok(())
    }

    /// Builds a library of the present corpora and makes it the one in use. Concurrent callers wait for the
    /// same library.
    pub(crate) async fn renew(&self) -> Result<Arc<Library>, ApiError> {
        let library = self.shelf.library();
        if library.retriever.index().is_current(&self.database).await? {
            return Ok(library);
        }
        let _turn = self.renewing.lock().await;
        let library = self.shelf.library();
        if library.retriever.index().is_current(&self.database).await? {
            return Ok(library);
        }
        self.replace().await
    }

    /// Prepares dense search. `false` when there is no embedding, or while an import is running.
    pub(crate) async fn ready(&self, library: &Library) -> Result<bool, ApiError> {
        let mut progress = indexing(&self.events);
        Ok(library.retriever.ready(&self.database, &mut progress).await?)
    }

    /// Returns a retriever of another database, searched like this desk's. Its index is built beside it.
    pub(crate) async fn retriever_of(&self, database: &Database) -> Result<Retriever, ApiError> {
        let folder = database.dir().join("index");
        let (embeddings, analyser) = (&self.embeddings, &self.analyser);
        let opened = Retriever::open(database, embeddings, analyser, &folder, &mut |_| {}).await?;
        opened.0.ready(database, &mut |_| {}).await?;
        Ok(opened.0)
    }

    /// Whether a library searches with an embedding fitted to it.
    pub(crate) fn is_fitted(&self, library: &Library) -> bool {
        let own = library.retriever.embedding().map(|embedding| embedding.fingerprint());
        own.is_some() && own != self.embeddings.base_fingerprint()
    }

    /// Fits the embedding to the corpora where that is due, and makes a library with the new vectors the one
    /// in use when they are complete. Until then, searches use the old ones. `heard` gets the progress.
    pub(crate) async fn fit(
        &self,
        again: bool,
        mut heard: impl FnMut(Learning) + Send + 'static,
    ) -> Result<Fit, ApiError> {
        let _turn = self.fitting.lock().await;
        self.fit_cancelled.store(false, Ordering::Relaxed);
        let library = self.refresh().await?;
        let (cancelled, events) = (self.fit_cancelled.clone(), self.events.clone());
        let started = Instant::now();
        let progress = move |learning: Learning| {
            let count = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
            let (done, of) = (count(learning.done), count(learning.of));
            let _ = events.send(DeskEvent::Fitting { done, of });
            heard(learning);
            if cancelled.load(Ordering::Relaxed) {
                Next::Cancel
            } else if started.elapsed() > LONGEST_FIT {
                Next::Finish
            } else {
                Next::Continue
            }
        };
        let (dir, chunks) = (self.folder(), library.retriever.index().chunks());
        let learn = async |lessons: Lessons<'_>| match ReaderProgram::this_program() {
            Some(program) => {
                let workshop = Workshop {
                    program: &program,
                    dictionary: self.dictionary.as_deref(),
                    dir: &dir,
                    analyser: &self.analyser,
                    time: LONGEST_FIT,
                };
                learn_in_child(workshop, lessons, progress).await
            }
            None => learn_here(lessons, &self.analyser, progress).await,
        };
        let (database, embeddings) = (&self.database, &self.embeddings);
        let fitted =
            fit(database, embeddings, &self.analyser, &dir, (chunks, again), learn).await?;
        if fitted == Fit::Fitted {
            let _turn = self.renewing.lock().await;
            self.replace().await?;
        }
        Ok(fitted)
    }

    /// Makes a new, complete library the one in use.
    async fn replace(&self) -> Result<Arc<Library>, ApiError> {
        let rules = self.shelf.library().rules.clone();
        let fresh =
            library(&self.database, &self.analyser, rules, &self.embeddings, &self.events).await?;
        // Word search works even when the vectors cannot be made.
        if let Err(error) = self.ready(&fresh).await {
            tracing::warn!(%error, "searching by words alone");
        }
        self.shelf.replace(fresh);
        let library = self.shelf.library();
        let chunks = library.retriever.index().chunks();
        let chunks = u32::try_from(chunks).unwrap_or(u32::MAX);
        let _ = self.events.send(DeskEvent::Indexed { chunks });
        Ok(library)
    }

    /// Whether an import of this desk is running.
    pub(crate) fn is_importing(&self) -> bool {
        self.import_running.load(Ordering::Relaxed)
    }

    /// Returns the folder of the index and its companion files.
    pub(crate) fn folder(&self) -> PathBuf {
        self.database.dir().join("index")
    }
}

/// Returns a function that reports the progress of an index as events.
fn indexing(events: &broadcast::Sender<DeskEvent>) -> impl FnMut(Progress) + Send + use<> {
    let events = events.clone();
    move |progress| {
        let chunks = u32::try_from(progress.chunks).unwrap_or(u32::MAX);
        let _ = events.send(DeskEvent::Indexing { chunks });
    }
}

/// Returns the rules with the packs that are active now, and the revision of the packs.
async fn rules(database: &Database, analyser: &Analyser) -> Result<(Arc<RuleBook>, i64), ApiError> {
    // The revision is read first, so that a change in between is noticed the next time.
    let revision = database.rule_packs_revision().await?;
    let mut packs = database.rule_packs().await?;
    packs.retain(|pack| pack.active().is_some());
    packs.sort_by_key(|pack| pack.active().map(|it| it.seq));
    let files: Vec<(String, String)> =
        packs.into_iter().map(|it| (format!("{}@{}", it.id, it.version), it.text)).collect();
    let rules = RuleBook::new(&files, analyser.clone());
    let rules =
        rules.map_err(|error| ApiError::rules(ErrorCode::RulesUnusable, &[], error.to_string()))?;
    Ok((Arc::new(rules), revision))
}

/// Folder for the index of a read-only data directory that has none. It is removed when the process ends.
fn index_elsewhere() -> PathBuf {
    std::env::temp_dir().join(format!("simui-index-{}", std::process::id()))
}

impl Drop for Holdings {
    fn drop(&mut self) {
        if self.database.is_read_only() {
            // The folder may not exist.
            let _ = std::fs::remove_dir_all(index_elsewhere());
        }
    }
}

async fn library(
    database: &Database,
    analyser: &Analyser,
    rules: Arc<RuleBook>,
    embeddings: &Embeddings,
    events: &broadcast::Sender<DeskEvent>,
) -> Result<Library, ApiError> {
    let (mut progress, folder) = (indexing(events), database.dir().join("index"));
    let opened = Retriever::open(database, embeddings, analyser, &folder, &mut progress).await;
    let (retriever, _) = match opened {
        Err(_) if database.is_read_only() => {
            let folder = index_elsewhere();
            Retriever::open(database, embeddings, analyser, &folder, &mut progress).await?
        }
        opened => opened?,
    };
    Ok(Library {
        rules,
        retriever: Arc::new(retriever),
        law: Arc::new(simui_corpus::LawBook::new(database.clone())),
        rulings: Arc::default(),
        technologies: database.technologies().await?.into(),
        database: database.clone(),
    })
}
