//! An open data directory, and the state that its operations share: one module a topic. The operations are
//! methods of [`Desk`] in the folders of the topics, which import this one and are not imported by it.

pub(crate) mod accounts;
pub(crate) mod administration;
pub(crate) mod audit_check;
pub(crate) mod chat_models;
pub(crate) mod corpus_search;
pub(crate) mod counsel;
pub(crate) mod coverage;
pub(crate) mod installed_models;
pub(crate) mod intake;
pub(crate) mod keys;
pub(crate) mod onnx_models;
pub(crate) mod outbound;
pub(crate) mod sessions;
pub(crate) mod settings;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use futures::future::BoxFuture;
use simui_corpus::LinkBook;
use simui_domain::Clock;
use simui_flow::{Engine, Limits};
use simui_inference::registry::ModelDirectory;
use simui_review::graph::{ReviewState, review_graph_with_chat};
use simui_review::library::Library;
use simui_search::analysis::{Analyser, Dictionary};
use simui_search::fusion::Profiles;
use simui_search::routes::Routes;
use simui_store::{Database, KeyPlace, Projection, SqliteJournal};
use tokio::sync::{Mutex, broadcast};

use self::accounts::Accounts;
use self::administration::Administration;
use self::audit_check::AuditCheck;
use self::chat_models::ChatModels;
use self::corpus_search::CorpusSearch;
use self::counsel::Counsel;
use self::coverage::CoverageShelf;
use self::installed_models::models_in;
use self::intake::Intake;
use self::onnx_models::Onnx;
use crate::ApiError;
use crate::clock::system_clock;
use crate::faults::ErrorCode;
use crate::holdings::Holdings;
use crate::reader_process::{ReaderPool, ReaderProgram};
use crate::types::DeskEvent;
use simui_domain::korean_day;

/// Number of events kept for a slow listener. A listener that falls further behind reloads what it shows.
const BACKLOG: usize = 1024;

/// An open desk: the object that the window, the server and the command line use.
pub struct Desk {
    pub(crate) database: Database,
    pub(crate) clock: Clock,
    /// Why no dictionary is available; `None` when one is.
    pub(crate) without_dictionary: Option<String>,
    pub(crate) links: LinkBook,
    pub(crate) holdings: Arc<Holdings>,
    pub(crate) onnx: Arc<Onnx>,
    pub(crate) search: Arc<CorpusSearch>,
    /// Whether the process stays after a call; see [`OpenDesk::resident`].
    pub(crate) resident: bool,
    pub(crate) engine: Engine<ReviewState, SqliteJournal>,
    pub(crate) events: broadcast::Sender<DeskEvent>,
    /// Held by the import that is running.
    pub(crate) importing: Mutex<()>,
    pub(crate) import_cancelled: Arc<AtomicBool>,
    reader: Option<ReaderProgram>,
    pub(crate) administration: Administration,
    pub(crate) chat: Arc<ChatModels>,
    pub(crate) accounts: Accounts,
    pub(crate) intake: Intake,
    pub(crate) counsel: Counsel,
    pub(crate) coverage: CoverageShelf,
    pub(crate) audit_check: AuditCheck,
}

/// Options for opening a desk.
pub struct OpenDesk {
    /// The data directory; the platform's when absent.
    pub data_dir: Option<PathBuf>,
    /// The Korean dictionary; searched for when absent.
    pub dictionary: Option<PathBuf>,
    /// Source of time and ids.
    pub clock: Clock,
    /// Whether the process stays after a call, as the window and the server do. Long work may then continue
    /// in the background.
    pub resident: bool,
    /// Where a new desk stores the key of its audit log: the keyring if possible, else a file.
    pub audit_key: KeyPlace,
    /// The program that reads untrusted files in child processes; without it, they are read in this process.
    pub reader: Option<ReaderProgram>,
}

impl OpenDesk {
    /// Uses `SIMUI_DATA_DIR`, or else the platform's data directory, and the machine's clock.
    /// `SIMUI_AUDIT_KEY=file` keeps a new desk's audit key out of the keyring, for tests and for directories
    /// that are copied as they are.
    pub fn from_environment() -> Self {
        let data_dir = std::env::var_os("SIMUI_DATA_DIR").map(PathBuf::from);
        let audit_key = match std::env::var("SIMUI_AUDIT_KEY").as_deref() {
            Ok("file") => KeyPlace::File,
            _ => KeyPlace::Keyring,
        };
        let reader = ReaderProgram::this_program();
        Self {
            data_dir,
            dictionary: None,
            clock: system_clock(),
            resident: false,
            audit_key,
            reader,
        }
    }

    /// Sets [`OpenDesk::resident`].
    pub fn resident(self) -> Self {
        Self { resident: true, ..self }
    }

    /// Returns the data directory that would be opened.
    pub fn data_dir(&self) -> Result<PathBuf, ApiError> {
        let platform = || dirs::data_dir().map(|dir| dir.join("simui"));
        self.data_dir.clone().or_else(platform).ok_or_else(|| {
            ApiError::invalid(
                ErrorCode::DataDirUnknown,
                &[],
                "no data directory is known; set SIMUI_DATA_DIR".to_owned(),
            )
        })
    }
}

impl Desk {
    /// Opens a data directory, creating it on first use. Interrupted runs are not continued here: a process
    /// that stays calls [`Desk::recover_in_background`], a command [`Desk::resume_runs`] where its user waits
    /// for that. A read-only directory is opened for reading: nothing is installed or continued in it.
    pub fn open(opening: OpenDesk) -> BoxFuture<'static, Result<Self, ApiError>> {
        // Boxed, so that this crate compiles it once, and not every crate that awaits it.
        Box::pin(Self::open_directory(opening))
    }

    async fn open_directory(opening: OpenDesk) -> Result<Self, ApiError> {
        let data_dir = opening.data_dir()?;
        let vault = audit_check::vault();
        let database = Database::open_with(&data_dir, Some(vault), opening.audit_key).await?;
        let clock = opening.clock;
        let read_only = database.is_read_only();
        if !read_only {
            simui_corpus::install_starter(&database, &clock).await?;
        }
        if opening.resident && !read_only {
            simui_corpus::install_drug_digests(&database, &clock).await?;
        }
        let (analyser, without_dictionary) = analyser(opening.dictionary.as_deref());
        let (events, _) = broadcast::channel(BACKLOG);
        let holdings = Holdings::open(&database, &analyser, opening.dictionary, &events).await?;
        let administration = Administration::new(&data_dir);
        let keys = administration.keys.clone();
        let models = ModelDirectory::new(models_in(&data_dir));
        let chat = ChatModels::new(database.clone(), clock.clone(), keys, models)?;
        let holdings = Arc::new(holdings);
        let onnx = Arc::new(Onnx::new(&database, models_in(&data_dir), &events));
        let profiles = Profiles::shipped()?;
        let search = Arc::new(CorpusSearch {
            database: database.clone(),
            holdings: holdings.clone(),
            onnx: onnx.clone(),
            routes: Routes::shipped(&profiles)?,
            profiles,
            resident: opening.resident,
        });
        let (shelf, searching) = (holdings.shelf.clone(), search.for_reviews());
        let graph = Arc::new(review_graph_with_chat(shelf, searching, chat.thinking())?);
        let journal =
            Arc::new(SqliteJournal::new(database.clone(), Projection::Review, clock.clone()));
        let engine = Engine::new(graph, journal, clock.clone(), Limits::default());
        let links = LinkBook::new(database.clone());
        let desk = Self {
            database,
            clock,
            without_dictionary,
            links,
            holdings,
            onnx,
            search,
            resident: opening.resident,
            engine,
            events,
            importing: Mutex::new(()),
            import_cancelled: Arc::default(),
            reader: opening.reader,
            administration,
            chat,
            accounts: Accounts::default(),
            intake: Intake::default(),
            counsel: Counsel::default(),
            coverage: CoverageShelf::default(),
            audit_check: AuditCheck::default(),
        };
        if opening.resident {
            desk.audit_check.start(desk.database.clone(), desk.clock.clone());
        }
        if read_only {
            return Ok(desk);
        }
        if opening.resident {
            desk.forget_old_questions().await?;
        }
        // Continues a fit that was interrupted, or that another process' import made due.
        desk.fit_in_background();
        desk.search.embed_in_background();
        Ok(desk)
    }

    /// Subscribes to the events of the desk.
    pub fn events(&self) -> broadcast::Receiver<DeskEvent> {
        self.events.subscribe()
    }

    /// Returns the data directory.
    pub fn data_dir(&self) -> &Path {
        self.database.dir()
    }

    /// Returns child processes for reading the files of an import; `None` where this process reads them
    /// itself.
    pub(crate) fn reader_pool(&self) -> Option<ReaderPool> {
        self.reader.clone().map(ReaderPool::new)
    }

    pub(crate) fn today(&self) -> jiff::civil::Date {
        korean_day(self.clock.now())
    }

    pub(crate) fn send_event(&self, event: DeskEvent) {
        // Without a listener the send fails, which is no error.
        let _ = self.events.send(event);
    }

    /// Returns the library for rules and searches; see [`Holdings::refresh`].
    pub(crate) async fn refresh(&self) -> Result<Arc<Library>, ApiError> {
        self.holdings.refresh().await
    }
}

/// Returns an analyser with the dictionary, or one without it together with the reason.
fn analyser(explicit: Option<&Path>) -> (Analyser, Option<String>) {
    match Dictionary::locate(explicit).and_then(|dictionary| Analyser::open(&dictionary)) {
        Ok(analyser) => (analyser, None),
        Err(error) => (Analyser::without_dictionary(), Some(error.to_string())),
    }
}
