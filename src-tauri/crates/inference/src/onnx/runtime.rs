use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use ort::environment::Environment;
use ort::session::Session;
use ort::session::builder::SessionBuilder;

use super::library::LibrarySearch;
use super::provider::{Choice, Provider, Trial, register};
use crate::InferenceError;

/// The loaded ONNX Runtime. A process loads one library once; clones share it.
#[derive(Debug, Clone)]
pub struct Runtime {
    environment: Environment,
    library: PathBuf,
}

/// Options for computing a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Computation {
    /// Providers that may be used.
    pub choice: Choice,
    /// Number of CPU threads; 0 for the default of ONNX Runtime.
    pub threads: usize,
}

/// A session, and the providers that were tried for it; the last one computes.
pub(super) struct Opened {
    pub session: Session,
    pub trials: Vec<Trial>,
}

impl Opened {
    /// Returns whether an accelerator computes.
    pub(super) fn accelerated(&self) -> bool {
        self.trials.last().is_some_and(Trial::is_accelerator)
    }
}

/// The library of this process. It cannot be unloaded or replaced.
static LOADED: Mutex<Option<Runtime>> = Mutex::new(None);

impl Runtime {
    /// Loads the library, or returns the loaded one.
    ///
    /// # Errors
    /// [`InferenceError::Runtime`] when no usable library is found, or another one is loaded.
    pub fn load(search: &LibrarySearch) -> Result<Self, InferenceError> {
        let library = search.find()?;
        let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(runtime) = &*loaded {
            if runtime.library == library {
                return Ok(runtime.clone());
            }
            let problem = format!(
                "{} is loaded and {} cannot be beside it; restart the program",
                runtime.library.display(),
                library.display()
            );
            return Err(InferenceError::Runtime { problem });
        }
        let unusable = |reason: String| InferenceError::Runtime {
            problem: format!("{} cannot be used: {reason}", library.display()),
        };
        // Must be the first call into `ort`, which would panic without a library.
        let builder = ort::init_from(&library).map_err(|error| unusable(error.to_string()))?;
        // Official builds send usage data to their vendor on Windows, which is switched off.
        let environment = builder
            .with_name("simui")
            .with_telemetry(false)
            .build()
            .map_err(|error| unusable(error.to_string()))?;
        tracing::info!(library = %library.display(), "ONNX Runtime loaded");
        let runtime = Self { environment, library };
        *loaded = Some(runtime.clone());
        Ok(runtime)
    }

    /// Returns the path of the loaded library.
    pub fn library(&self) -> &Path {
        &self.library
    }

    /// Returns the release such as `1.24.4` if the file states it: official Linux builds have it in their
    /// symbols.
    pub fn version(&self) -> Option<String> {
        let bytes = std::fs::read(&self.library).ok()?;
        let mut names = bytes.split(|byte| *byte == 0).filter_map(|it| it.strip_prefix(b"VERS_"));
        let release = |name: &&[u8]| {
            name.first().is_some_and(u8::is_ascii_digit)
                && name.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.')
        };
        names.find(release).map(|name| String::from_utf8_lossy(name).into_owned())
    }

    /// Returns the library's build information: branch, commit, flags.
    pub fn build_information(&self) -> &'static str {
        ort::info()
    }

    /// Returns the providers that were tried for a model, with reasons; the last one would be used.
    ///
    /// # Errors
    /// [`InferenceError::Runtime`] when ONNX Runtime cannot start a session.
    pub fn providers(&self, choice: Choice) -> Result<Vec<Trial>, InferenceError> {
        let failed = |error: ort::Error| InferenceError::Runtime { problem: error.to_string() };
        let mut builder = Session::builder(&self.environment).map_err(failed)?;
        Ok(try_in_order(choice, &mut builder))
    }

    /// Opens a graph with the first provider that can compute it.
    pub(super) fn open(
        &self,
        id: &str,
        graph: &Path,
        computation: Computation,
    ) -> Result<Opened, InferenceError> {
        let mut builder = self.builder(id, computation)?;
        let mut trials = try_in_order(computation.choice, &mut builder);
        let accelerated = trials.last().is_some_and(Trial::is_accelerator);
        match builder.commit_from_file(graph) {
            Ok(session) => Ok(Opened { session, trials }),
            Err(error) if !accelerated => {
                Err(InferenceError::inference(id, "opening the graph")(error))
            }
            // An available GPU may still reject this graph: too little memory, an unsupported operator.
            Err(error) => {
                refuse_last(&mut trials, "does not take this model: ", &error.to_string());
                let session = self.open_on_cpu(id, graph, computation, &mut trials)?;
                Ok(Opened { session, trials })
            }
        }
    }

    /// Replaces a session whose accelerator failed while it computed by one on the CPU.
    pub(super) fn reopen_on_cpu(
        &self,
        id: &str,
        graph: &Path,
        computation: Computation,
        opened: &mut Opened,
        failure: &InferenceError,
    ) -> Result<(), InferenceError> {
        let mut trials = opened.trials.clone();
        refuse_last(&mut trials, "failed while computing: ", &failure.to_string());
        let session = self.open_on_cpu(id, graph, computation, &mut trials)?;
        *opened = Opened { session, trials };
        Ok(())
    }

    fn open_on_cpu(
        &self,
        id: &str,
        graph: &Path,
        computation: Computation,
        trials: &mut Vec<Trial>,
    ) -> Result<Session, InferenceError> {
        let mut builder = self.builder(id, computation)?;
        trials.extend(try_in_order(Choice::Prefer(Provider::Cpu), &mut builder));
        builder.commit_from_file(graph).map_err(InferenceError::inference(id, "opening the graph"))
    }

    fn builder(
        &self,
        id: &str,
        computation: Computation,
    ) -> Result<SessionBuilder, InferenceError> {
        let builder = Session::builder(&self.environment)
            .map_err(InferenceError::inference(id, "preparing a session"))?;
        if computation.threads == 0 {
            return Ok(builder);
        }
        builder
            .with_intra_threads(computation.threads)
            .map_err(InferenceError::inference(id, "setting the threads"))
    }
}

/// Tries providers in order until one is usable.
fn try_in_order(choice: Choice, builder: &mut SessionBuilder) -> Vec<Trial> {
    let mut trials = Vec::new();
    for provider in choice.order() {
        let trial = register(provider, builder);
        let taken = trial.taken;
        trials.push(trial);
        if taken {
            break;
        }
    }
    trials
}

/// Records why the provider that was taken last cannot be used after all.
fn refuse_last(trials: &mut [Trial], prefix: &str, error: &str) {
    if let Some(last) = trials.last_mut() {
        *last = Trial::refused(last.provider, prefix, error);
    }
}
