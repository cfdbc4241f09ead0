use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use llama_cpp_2::llama_backend::LlamaBackend;
use llama_cpp_2::model::params::LlamaModelParams;
use llama_cpp_2::model::{LlamaChatTemplate, LlamaModel};
use tokio::sync::{Semaphore, mpsc};

use super::generation::{Question, answer};
use super::prompt::tokens_of;
use super::{Ask, Generated, check, name};
use crate::InferenceError;

/// Longest context in tokens, whatever the model supports; memory grows with it.
const LONGEST_CONTEXT: u32 = 16_384;

/// A chat model in this process. Clones share it; it answers one question at a time.
#[derive(Debug, Clone)]
pub struct Gguf(Arc<Loaded>);

#[derive(Debug)]
pub(super) struct Loaded {
    pub backend: &'static LlamaBackend,
    pub model: LlamaModel,
    pub template: LlamaChatTemplate,
    pub name: String,
    /// A single permit: two contexts of one model must not be created at the same time.
    turn: Arc<Semaphore>,
}

impl Gguf {
    /// Loads the file by mapping it into memory. Blocks.
    ///
    /// # Errors
    /// [`InferenceError::File`] when the file cannot be read; [`InferenceError::Chat`] when llama.cpp rejects
    /// it or it has no supported chat template.
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
        // Detects an unsupported template now and not during a review.
        tokens_of(&loaded, &[])?;
        Ok(Self(Arc::new(loaded)))
    }

    /// Returns the tokens of a request and its answer together.
    pub fn context_tokens(&self) -> u64 {
        u64::from(self.0.context())
    }

    /// Returns the number of tokens of a text by the model's tokenizer.
    pub fn tokens(&self, text: &str) -> u64 {
        self.0.model.vocab().tokenize(text.as_bytes(), false, false).len() as u64
    }

    /// Asks the model and returns the complete answer; `on_piece` receives each piece as it is generated.
    /// Dropping the future stops the model before its next token.
    ///
    /// # Errors
    /// [`InferenceError::Chat`] when the question does not fit into the context, or llama.cpp fails.
    pub async fn complete(
        &self,
        ask: Ask<'_>,
        on_piece: &mut (dyn FnMut(&str) + Send),
    ) -> Result<Generated, InferenceError> {
        let ended = || InferenceError::chat(&self.0.name, "the program is ending");
        let turn = self.0.turn.clone().acquire_owned().await.map_err(|_| ended())?;
        let stop = StopOnDrop(Arc::new(AtomicBool::new(false)));
        let asked = Question {
            messages: ask.messages.to_vec(),
            temperature: ask.temperature,
            most_tokens: ask.most_tokens,
            grammar: ask.grammar.map(str::to_owned),
            stop: stop.0.clone(),
        };
        let (sender, mut pieces) = mpsc::unbounded_channel::<String>();
        let loaded = self.0.clone();
        let generating = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            // A failed send means that the caller is gone, which stops the model.
            answer(&loaded, &asked, &mut |piece| sender.send(piece).is_ok())
        });
        while let Some(piece) = pieces.recv().await {
            on_piece(&piece);
        }
        generating.await.map_err(|error| {
            InferenceError::chat(&self.0.name, format!("it broke down ({error}); report this"))
        })?
    }
}

impl Loaded {
    /// Returns the length of the context in tokens.
    pub fn context(&self) -> u32 {
        self.model.n_ctx_train().clamp(1, LONGEST_CONTEXT)
    }
}

/// Stops the generating thread when the caller drops its future.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Returns llama.cpp, initialised once for each process and without output on standard error.
fn backend() -> Option<&'static LlamaBackend> {
    static STARTED: OnceLock<Option<LlamaBackend>> = OnceLock::new();
    let start = || {
        let mut backend = LlamaBackend::init().ok()?;
        backend.void_logs();
        Some(backend)
    };
    STARTED.get_or_init(start).as_ref()
}
