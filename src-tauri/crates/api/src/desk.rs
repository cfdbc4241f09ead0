use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use simui_corpus::LinkBook;
use simui_domain::Clock;
use simui_flow::{Engine, Limits};
use simui_review::graph::{ReviewState, review_graph};
use simui_review::library::{Library, Shelf};
use simui_review::rules::Detector;
use simui_review::rulings::Rulings;
use simui_search::analysis::{Analyser, Dictionary};
use simui_search::index::{Progress, SearchIndex};
use simui_store::{Database, Projection, SqliteJournal};
use tokio::sync::{Mutex, broadcast};

use crate::ApiError;
use crate::clock::{korean_day, system_clock};
use crate::types::DeskEvent;

/// Events kept for a slow listener; one that falls further behind asks again for what it shows.
const BACKLOG: usize = 1024;

/// An open desk: the one thing the window, the server and the command line talk to.
pub struct Desk {
    pub(crate) database: Database,
    pub(crate) clock: Clock,
    pub(crate) analyser: Analyser,
    /// Why there is no dictionary, when there is none.
    pub(crate) without_dictionary: Option<String>,
    pub(crate) detector: Arc<Detector>,
    pub(crate) links: LinkBook,
    pub(crate) shelf: Arc<Shelf>,
    pub(crate) engine: Engine<ReviewState, SqliteJournal>,
    pub(crate) events: broadcast::Sender<DeskEvent>,
    /// One import at a time.
    pub(crate) importing: Mutex<()>,
    /// One change of the library at a time.
    renewing: Mutex<()>,
    /// Whether an import of this desk is storing documents.
    pub(crate) import_running: AtomicBool,
    pub(crate) import_cancelled: Arc<AtomicBool>,
}

/// How to open a desk.
pub struct OpenDesk {
    /// Its data directory; the platform's when absent.
    pub data_dir: Option<PathBuf>,
    /// The Korean dictionary; looked for when absent.
    pub dictionary: Option<PathBuf>,
    /// Time and ids.
    pub clock: Clock,
}

impl OpenDesk {
    /// `SIMUI_DATA_DIR`, else the platform's data directory; the machine's clock.
    pub fn from_environment() -> Self {
        let data_dir = std::env::var_os("SIMUI_DATA_DIR").map(PathBuf::from);
        Self { data_dir, dictionary: None, clock: system_clock() }
    }

    fn data_dir(&self) -> Result<PathBuf, ApiError> {
        let platform = || dirs::data_dir().map(|dir| dir.join("simui"));
        self.data_dir.clone().or_else(platform).ok_or_else(|| {
            ApiError::Invalid("no data directory is known; set SIMUI_DATA_DIR".to_owned())
        })
    }
}

impl Desk {
    /// Opens a data directory, creating it on first use, and goes on with what a killed process left unfinished.
    pub async fn open(opening: OpenDesk) -> Result<Self, ApiError> {
        let data_dir = opening.data_dir()?;
        let database = Database::open(&data_dir).await?;
        let clock = opening.clock;
        simui_corpus::install_starter(&database, &clock).await?;
        let (analyser, without_dictionary) = analyser(opening.dictionary.as_deref());
        let rules = Detector::builtin(analyser.clone());
        let detector = Arc::new(rules.map_err(|error| ApiError::Rules(error.to_string()))?);
        let (events, _) = broadcast::channel(BACKLOG);
        let library = library(&database, &analyser, &detector, &events).await?;
        let shelf = Arc::new(Shelf::new(library));
        let graph = Arc::new(review_graph(shelf.clone())?);
        let journal =
            Arc::new(SqliteJournal::new(database.clone(), Projection::Review, clock.clone()));
        let engine = Engine::new(graph, journal, clock.clone(), Limits::default());
        let links = LinkBook::new(database.clone());
        let desk = Self {
            database,
            clock,
            analyser,
            without_dictionary,
            detector,
            links,
            shelf,
            engine,
            events,
            importing: Mutex::new(()),
            renewing: Mutex::new(()),
            import_running: AtomicBool::new(false),
            import_cancelled: Arc::default(),
        };
        desk.recover().await?;
        Ok(desk)
    }

    /// What the desk tells without being asked, from now on.
    pub fn events(&self) -> broadcast::Receiver<DeskEvent> {
        self.events.subscribe()
    }

    /// Where everything is kept.
    pub fn data_dir(&self) -> &Path {
        self.database.dir()
    }

    pub(crate) fn today(&self) -> jiff::civil::Date {
        korean_day(self.clock.now())
    }

    pub(crate) fn tell(&self, event: DeskEvent) {
        // Nobody listening is not an error.
        let _ = self.events.send(event);
    }

    /// The library for rules and searches: the corpora as they are now, also when another process has imported
    /// something. While an import of this desk is running it is the library from before: an import never
    /// makes anybody wait.
    pub(crate) async fn refresh(&self) -> Result<Arc<Library>, ApiError> {
        if self.import_running.load(Ordering::Relaxed) {
            return Ok(self.shelf.library());
        }
        self.renew().await
    }

    /// Puts a library of the corpora as they are now on the shelf; who asks meanwhile waits for the same one.
    pub(crate) async fn renew(&self) -> Result<Arc<Library>, ApiError> {
        let library = self.shelf.library();
        if library.index.is_current(&self.database).await? {
            return Ok(library);
        }
        let _turn = self.renewing.lock().await;
        let library = self.shelf.library();
        if library.index.is_current(&self.database).await? {
            return Ok(library);
        }
        let fresh =
            self::library(&self.database, &self.analyser, &self.detector, &self.events).await?;
        self.shelf.replace(fresh);
        let library = self.shelf.library();
        self.tell(DeskEvent::Indexed {
            chunks: u32::try_from(library.index.chunks()).unwrap_or(u32::MAX),
        });
        Ok(library)
    }

    /// Drives on what a process that is gone left unfinished. Its committed nodes are not repeated.
    async fn recover(&self) -> Result<(), ApiError> {
        for run in self.engine.unfinished().await? {
            if let Err(error) = self.engine.resume(&run).await {
                // One run that cannot go on must not keep the desk closed.
                tracing::error!(%run, %error, "a run could not be continued");
            }
        }
        Ok(())
    }
}

/// With the dictionary where it can be found; otherwise without, and why.
fn analyser(explicit: Option<&Path>) -> (Analyser, Option<String>) {
    match Dictionary::locate(explicit).and_then(|dictionary| Analyser::open(&dictionary)) {
        Ok(analyser) => (analyser, None),
        Err(error) => (Analyser::without_dictionary(), Some(error.to_string())),
    }
}

async fn library(
    database: &Database,
    analyser: &Analyser,
    detector: &Arc<Detector>,
    events: &broadcast::Sender<DeskEvent>,
) -> Result<Library, ApiError> {
    let mut progress = |progress: Progress| {
        let chunks = u32::try_from(progress.chunks).unwrap_or(u32::MAX);
        let _ = events.send(DeskEvent::Indexing { chunks });
    };
    let folder = database.dir().join("index");
    let (index, _) = SearchIndex::open(database, analyser, &folder, &mut progress).await?;
    Ok(Library {
        detector: detector.clone(),
        index: Arc::new(index),
        law: Arc::new(simui_corpus::LawBook::new(database.clone())),
        rulings: Rulings::default(),
        technologies: database.technologies().await?,
        database: database.clone(),
    })
}
