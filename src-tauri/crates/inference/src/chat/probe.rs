//! Tests the features of an endpoint.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::client::{Backend, ChatClient};
use super::completion::Completion;
use super::endpoint::{Endpoint, Preset};
use super::schema::Schema;
use crate::InferenceError;
use crate::conversation::{Message, Speaker};
use crate::outbound::{Expect, Outbound};
use crate::prompts::Prompts;

/// Result of testing one feature.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Feature {
    /// Whether the feature works.
    pub works: bool,
    /// Details, or the reason why it does not work.
    pub detail: String,
}

/// Results of testing an endpoint.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Probe {
    /// Time in milliseconds to fetch the list of models; `None` where there is no list.
    pub latency_ms: Option<f64>,
    /// Names of the models; empty where there is no list.
    pub models: Vec<String>,
    /// Streaming of answers.
    pub streaming: Feature,
    /// Answers that follow a schema.
    pub structured: Feature,
    /// Tokens of a request and its answer together, if the server reports them.
    pub context_tokens: Option<u64>,
}

impl ChatClient {
    /// Tests the endpoint with `model`: fetches the list of models, asks two small questions, and finds the
    /// length of its context.
    ///
    /// # Errors
    /// The errors of [`crate::outbound::Outbound::fetch`], when the list of models cannot be fetched.
    pub async fn probe(&self, model: &str, prompts: &Prompts) -> Result<Probe, InferenceError> {
        let (outbound, endpoint) = match &self.backend {
            Backend::Server { outbound, endpoint } => (outbound, endpoint),
            Backend::InProcess(here) => {
                return Ok(Probe {
                    latency_ms: None,
                    models: Vec::new(),
                    streaming: self.streams(model, prompts).await,
                    structured: self.fits_schemas(model, prompts).await,
                    context_tokens: Some(here.context_tokens()),
                });
            }
        };
        let begun = Instant::now();
        let listed = ask(outbound, endpoint, "/models", None).await;
        let latency_ms = begun.elapsed().as_secs_f64() * 1e3;
        let list = match listed {
            Ok(list) => Some(list),
            // A server without a list may still answer questions.
            Err(InferenceError::Status { status: 404 | 405 | 501, .. }) => None,
            Err(error) => return Err(error),
        };
        Ok(Probe {
            latency_ms: list.is_some().then_some((latency_ms * 10.0).round() / 10.0),
            models: list.as_ref().map(names).unwrap_or_default(),
            streaming: self.streams(model, prompts).await,
            structured: self.fits_schemas(model, prompts).await,
            context_tokens: context(outbound, endpoint, model, list.as_ref()).await,
        })
    }

    /// Finds the length of a model's context without asking the model anything; `None` where the server does
    /// not report it. A server whose list cannot report it is not called.
    ///
    /// # Errors
    /// The errors of [`crate::outbound::Outbound::fetch`], when the list of models cannot be fetched.
    pub async fn context_tokens(&self, model: &str) -> Result<Option<u64>, InferenceError> {
        let (outbound, endpoint) = match &self.backend {
            Backend::Server { outbound, endpoint } => (outbound, endpoint),
            Backend::InProcess(here) => return Ok(Some(here.context_tokens())),
        };
        if endpoint.preset == Preset::OpenAi {
            return Ok(None);
        }
        let list = match ask(outbound, endpoint, "/models", None).await {
            Ok(list) => Some(list),
            Err(InferenceError::Status { status: 404 | 405 | 501, .. }) => None,
            Err(error) => return Err(error),
        };
        Ok(context(outbound, endpoint, model, list.as_ref()).await)
    }

    async fn streams(&self, model: &str, prompts: &Prompts) -> Feature {
        let pieces = AtomicU32::new(0);
        let mut on_piece = |_: &str| {
            pieces.fetch_add(1, Ordering::Relaxed);
        };
        let spoken = match prompts.trial() {
            Ok(words) => self.complete(&self.question(model, words), &mut on_piece).await,
            Err(error) => Err(error),
        };
        let pieces = pieces.load(Ordering::Relaxed);
        match spoken {
            // For a model in this process, pieces suffice; its answer may be cut off.
            _ if pieces > 1 && matches!(self.backend, Backend::InProcess(_)) => {
                Feature { works: true, detail: format!("{pieces} pieces") }
            }
            Ok(_) if pieces > 1 => Feature { works: true, detail: format!("{pieces} pieces") },
            Ok(_) => Feature { works: false, detail: "the answer came in one piece".to_owned() },
            Err(error) => Feature { works: false, detail: error.to_string() },
        }
    }

    async fn fits_schemas(&self, model: &str, prompts: &Prompts) -> Feature {
        let asked = async {
            let schema = Schema::new(
                "trial",
                json!({
                    "type": "object",
                    "properties": { "ready": { "type": "boolean" } },
                    "required": ["ready"],
                    "additionalProperties": false,
                }),
            )?;
            let question = self.question(model, prompts.trial_of_form()?);
            self.structured(&question, &schema, prompts, &mut |_| {}).await
        };
        match asked.await {
            Ok(answer) => {
                let how = if answer.native { "by the schema" } else { "in words" };
                let detail = format!("asked for {how}, {} round(s)", answer.rounds);
                Feature { works: true, detail }
            }
            Err(error) => Feature { works: false, detail: error.to_string() },
        }
    }

    /// Makes a small question. A model in this process gets fewer tokens, because it is slow and the user
    /// waits.
    fn question(&self, model: &str, words: String) -> Completion {
        let most_tokens = match self.backend {
            Backend::Server { .. } => 512,
            Backend::InProcess(_) => 48,
        };
        Completion {
            model: model.to_owned(),
            messages: vec![Message::new(Speaker::User, words)],
            temperature: None,
            most_tokens,
        }
    }
}

/// Finds the length of the context, which each kind of server reports elsewhere; `None` where it is not
/// reported.
async fn context(
    outbound: &Outbound,
    endpoint: &Endpoint,
    model: &str,
    list: Option<&Value>,
) -> Option<u64> {
    let listed = list.and_then(|list| entry(list, model)).and_then(context_of);
    if listed.is_some() {
        return listed;
    }
    let root = endpoint.root();
    match endpoint.preset {
        Preset::LlamaCpp => {
            let properties = ask(outbound, &root, "/props", None).await.ok()?;
            number(properties.pointer("/default_generation_settings/n_ctx")?)
        }
        Preset::Ollama => {
            let body = json!({ "model": model }).to_string().into_bytes();
            let details = ask(outbound, &root, "/api/show", Some(body)).await.ok()?;
            let about = details.get("model_info")?.as_object()?;
            let named = about.iter().find(|(name, _)| name.ends_with(".context_length"));
            number(named?.1)
        }
        Preset::LmStudio => {
            let models = ask(outbound, &root, "/api/v0/models", None).await.ok()?;
            entry(&models, model).and_then(context_of)
        }
        Preset::OpenAi | Preset::Vllm | Preset::Custom | Preset::Gguf => None,
    }
}

async fn ask(
    outbound: &Outbound,
    endpoint: &Endpoint,
    path: &str,
    body: Option<Vec<u8>>,
) -> Result<Value, InferenceError> {
    let request = endpoint.request(path, body)?.expecting(Expect::Json).at_most(4 << 20);
    let answer = outbound.fetch(&request).await?;
    serde_json::from_slice(&answer.body).map_err(|error| {
        InferenceError::chat(path, format!("its answer is no JSON ({error}); check the address"))
    })
}

fn names(list: &Value) -> Vec<String> {
    let entries = list.get("data").and_then(Value::as_array).into_iter().flatten();
    entries.filter_map(|it| it.get("id")?.as_str().map(str::to_owned)).take(200).collect()
}

fn entry<'a>(list: &'a Value, model: &str) -> Option<&'a Value> {
    let mut entries = list.get("data")?.as_array()?.iter();
    entries.find(|it| it.get("id").and_then(Value::as_str) == Some(model))
}

/// Returns the context length of a listed model under the names of vLLM, LM Studio and llama.cpp.
fn context_of(entry: &Value) -> Option<u64> {
    [
        "/max_model_len",
        "/loaded_context_length",
        "/max_context_length",
        "/meta/n_ctx",
        "/context_length",
    ]
    .iter()
    .find_map(|path| number(entry.pointer(path)?))
}

fn number(value: &Value) -> Option<u64> {
    value.as_u64().filter(|&it| it > 0)
}
