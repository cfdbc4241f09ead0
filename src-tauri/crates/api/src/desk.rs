use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use simui_corpus::LinkBook;
use simui_domain::Clock;
use simui_flow::{Engine, Limits};
use simui_inference::registry::ModelDirectory;
use simui_review::graph::{ReviewState, review_graph_with_chat};
use simui_review::library::Library;
use simui_search::analysis::{Analyser, Dictionary};
use simui_search::fusion::Profiles;
use simui_store::{Database, KeyPlace, Projection, SqliteJournal};
use tokio::sync::{Mutex, broadcast};

use crate::ApiError;
use crate::accounts::Accounts;
use crate::administration::{Administration, models_in};
use crate::audit::AuditCheck;
use crate::chat::ChatModels;
use crate::clock::{korean_day, system_clock};
use crate::counsel::Counsel;
use crate::coverage::CoverageShelf;
use crate::holdings::Holdings;
use crate::onnx::Onnx;
use crate::reader_process::{ReaderPool, ReaderProgram};
use crate::reviews::Intake;
use crate::types::DeskEvent;

/// Events kept for a slow listener; one that falls further behind asks again for what it shows.
const BACKLOG: usize = 1024;

/// An open desk: the one thing the window, the server and the command line talk to.
pub struct Desk {
    pub(crate) database: Database,
    pub(crate) clock: Clock,
    /// Why there is no dictionary, when there is none.
    pub(crate) without_dictionary: Option<String>,
    pub(crate) links: LinkBook,
    pub(crate) holdings: Arc<Holdings>,
    pub(crate) onnx: Arc<Onnx>,
    /// See [`OpenDesk::resident`].
    pub(crate) resident: bool,
    /// How each job searches.
    pub(crate) profiles: Profiles,
    pub(crate) engine: Engine<ReviewState, SqliteJournal>,
    pub(crate) events: broadcast::Sender<DeskEvent>,
    /// One import at a time.
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

/// How to open a desk.
pub struct OpenDesk {
    /// Its data directory; the platform's when absent.
    pub data_dir: Option<PathBuf>,
    /// The Korean dictionary; looked for when absent.
    pub dictionary: Option<PathBuf>,
    /// Time and ids.
    pub clock: Clock,
    /// Whether the process stays after a call, as the window and the server do: long work may then go on in the
    /// background.
    pub resident: bool,
    /// Where a new desk keeps the key of its audit log, if it can: in the keyring, else in a file.
    pub audit_key: KeyPlace,
    /// What reads untrusted files, in processes of its own; without it they are read in this one.
    pub reader: Option<ReaderProgram>,
}

impl OpenDesk {
    /// `SIMUI_DATA_DIR`, else the platform's data directory; the machine's clock. `SIMUI_AUDIT_KEY=file` keeps a new
    /// desk's audit key out of the keyring: for tests, and for directories that are to be copied as they are.
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

    /// The same for a process that stays; see [`OpenDesk::resident`].
    pub fn resident(self) -> Self {
        Self { resident: true, ..self }
    }

    /// The data directory that would be opened.
    pub fn data_dir(&self) -> Result<PathBuf, ApiError> {
        let platform = || dirs::data_dir().map(|dir| dir.join("simui"));
        self.data_dir.clone().or_else(platform).ok_or_else(|| {
            ApiError::Invalid("no data directory is known; set SIMUI_DATA_DIR".to_owned())
        })
    }
}

impl Desk {
    /// Opens a data directory, creating it on first use. What a killed process left unfinished stays as it is: a process
    /// that stays calls [`Desk::recover_behind`], a command [`Desk::resume_runs`] where somebody waits for it. A directory that
    /// may only be read is opened to be read: nothing is installed or gone on with there.
    pub async fn open(opening: OpenDesk) -> Result<Self, ApiError> {
        let data_dir = opening.data_dir()?;
        let vault = crate::audit::vault();
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
        let holdings = Holdings::open(&database, &analyser, &events).await?;
        let administration = Administration::new(&data_dir);
        let keys = administration.keys.clone();
        let models = ModelDirectory::new(models_in(&data_dir));
        let chat = ChatModels::new(database.clone(), clock.clone(), keys, models)?;
        let graph = review_graph_with_chat(holdings.shelf.clone(), chat.thinking())?;
        let graph = Arc::new(graph);
        let journal =
            Arc::new(SqliteJournal::new(database.clone(), Projection::Review, clock.clone()));
        let engine = Engine::new(graph, journal, clock.clone(), Limits::default());
        let onnx = Arc::new(Onnx::new(&database, models_in(&data_dir), &events));
        let links = LinkBook::new(database.clone());
        let desk = Self {
            database,
            clock,
            without_dictionary,
            links,
            holdings: Arc::new(holdings),
            onnx,
            resident: opening.resident,
            profiles: Profiles::shipped()?,
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
        // One that was cut off, or another process' import.
        desk.fit_behind();
        desk.embed_behind();
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

    /// Processes to read the files of an import; none where this process reads them itself.
    pub(crate) fn reader_pool(&self) -> Option<ReaderPool> {
        self.reader.clone().map(ReaderPool::new)
    }

    pub(crate) fn today(&self) -> jiff::civil::Date {
        korean_day(self.clock.now())
    }

    pub(crate) fn tell(&self, event: DeskEvent) {
        // Nobody listening is not an error.
        let _ = self.events.send(event);
    }

    /// The library for rules and searches; see [`Holdings::refresh`].
    pub(crate) async fn refresh(&self) -> Result<Arc<Library>, ApiError> {
        self.holdings.refresh().await
    }
}

/// With the dictionary where it can be found; otherwise without, and why.
fn analyser(explicit: Option<&Path>) -> (Analyser, Option<String>) {
    match Dictionary::locate(explicit).and_then(|dictionary| Analyser::open(&dictionary)) {
        Ok(analyser) => (analyser, None),
        Err(error) => (Analyser::without_dictionary(), Some(error.to_string())),
    }
}
