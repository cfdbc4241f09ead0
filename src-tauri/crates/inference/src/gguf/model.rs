use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use llama_cpp_2::llama_backend::LlamaBackend;
use llama_cpp_2::model::params::LlamaModelParams;
use llama_cpp_2::model::{LlamaChatTemplate, LlamaModel};
use tokio::sync::{Semaphore, mpsc};

use super::prompt::tokens_of;
use super::saying::{Asked, answer};
use super::{Ask, Heard, check, name};
use crate::InferenceError;

/// Longest context that is used, in tokens, whatever a model offers: its memory grows with it.
const LONGEST_CONTEXT: u32 = 16_384;

/// A chat model in this process. Copies share it, and it answers one question at a time.
#[derive(Debug, Clone)]
pub struct Gguf(Arc<Loaded>);

#[derive(Debug)]
pub(super) struct Loaded {
    pub backend: &'static LlamaBackend,
    pub model: LlamaModel,
    pub template: LlamaChatTemplate,
    pub name: String,
    /// One place: two contexts of one model must not be made at the same time.
    turn: Arc<Semaphore>,
}

impl Gguf {
    /// Loads the file; it is mapped, so that parts of it come when they are needed. Call it where waiting is allowed.
    ///
    /// # Errors
    /// [`InferenceError::File`]; [`InferenceError::Chat`] when llama.cpp does not take it, or nobody wrote into it how it is spoken
    /// to.
    pub fn open(path: &Path) -> Result<Self, InferenceError> {
        check(path)?;
        let called = name(path);
        let wrong = |problem: String| InferenceError::chat(&called, problem);
        let backend =
            backend().ok_or_else(|| wrong("llama.cpp does not start; report this".into()))?;
        let model = LlamaModel::load_from_file(backend, path, &LlamaModelParams::default())
            .map_err(|error| {
                wrong(format!(
                    "llama.cpp does not take it ({error}); get the file again, or another"
                ))
            })?;
        let template = model.chat_template(None).map_err(|error| {
            wrong(format!(
                "it has no chat template ({error}); choose a model made for chat (`instruct`)"
            ))
        })?;
        let turn = Arc::new(Semaphore::new(1));
        let loaded = Loaded { backend, model, template, name: called.clone(), turn };
        // A template that llama.cpp does not know is found here and not in the middle of a review.
        tokens_of(&loaded, &[])?;
        Ok(Self(Arc::new(loaded)))
    }

    /// Tokens that fit into one request and its answer.
    pub fn context_tokens(&self) -> u64 {
        u64::from(self.0.context())
    }

    /// Tokens of a text, by the model's own tokenizer.
    pub fn tokens(&self, text: &str) -> u64 {
        self.0.model.vocab().tokenize(text.as_bytes(), false, false).len() as u64
    }

    /// Asks it, and returns the whole answer; `said` is told each piece as it comes. Drop the future to stop it: it ends before
    /// its next token.
    ///
    /// # Errors
    /// [`InferenceError::Chat`] when the question does not fit into its context, or it cannot go on.
    pub async fn say(
        &self,
        ask: Ask<'_>,
        said: &mut (dyn FnMut(&str) + Send),
    ) -> Result<Heard, InferenceError> {
        let ended = || InferenceError::chat(&self.0.name, "the program is ending");
        let turn = self.0.turn.clone().acquire_owned().await.map_err(|_| ended())?;
        let stop = StopOnDrop(Arc::new(AtomicBool::new(false)));
        let asked = Asked {
            messages: ask.messages.to_vec(),
            temperature: ask.temperature,
            most_tokens: ask.most_tokens,
            grammar: ask.grammar.map(str::to_owned),
            stop: stop.0.clone(),
        };
        let (tell, mut told) = mpsc::unbounded_channel::<String>();
        let loaded = self.0.clone();
        let thinking = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            // Nobody may be listening any more: then it is stopped.
            answer(&loaded, &asked, &mut |piece| tell.send(piece).is_ok())
        });
        while let Some(piece) = told.recv().await {
            said(&piece);
        }
        thinking.await.map_err(|error| {
            InferenceError::chat(&self.0.name, format!("it broke down ({error}); report this"))
        })?
    }
}

impl Loaded {
    /// Tokens of its context.
    pub fn context(&self) -> u32 {
        self.model.n_ctx_train().clamp(1, LONGEST_CONTEXT)
    }
}

/// Tells the thread that thinks to stop when nobody waits for it any more.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// llama.cpp, started once a process; it says nothing on standard error.
fn backend() -> Option<&'static LlamaBackend> {
    static STARTED: OnceLock<Option<LlamaBackend>> = OnceLock::new();
    let start = || {
        let mut backend = LlamaBackend::init().ok()?;
        backend.void_logs();
        Some(backend)
    };
    STARTED.get_or_init(start).as_ref()
}
