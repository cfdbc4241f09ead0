//! Requests and responses of chat models: endpoints, the roles that models play, and limits.

use serde::{Deserialize, Serialize};
use simui_domain::ThinkingRole;
use simui_inference::chat::Preset;
use ts_rs::TS;

/// The kind of server behind an endpoint, which decides how requests are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ChatPreset {
    /// OpenAI's own service.
    OpenAi,
    /// A server of Ollama.
    Ollama,
    /// llama.cpp's `llama-server`.
    LlamaCpp,
    /// A server of vLLM.
    Vllm,
    /// A server of LM Studio.
    LmStudio,
    /// Any other server that speaks the protocol.
    Custom,
    /// No server: a GGUF file, run in this process.
    Gguf,
}

impl From<ChatPreset> for Preset {
    fn from(preset: ChatPreset) -> Self {
        match preset {
            ChatPreset::OpenAi => Preset::OpenAi,
            ChatPreset::Ollama => Preset::Ollama,
            ChatPreset::LlamaCpp => Preset::LlamaCpp,
            ChatPreset::Vllm => Preset::Vllm,
            ChatPreset::LmStudio => Preset::LmStudio,
            ChatPreset::Custom => Preset::Custom,
            ChatPreset::Gguf => Preset::Gguf,
        }
    }
}

/// Returns the default address of a server of this kind; `None` for a custom one and for a model in this
/// process.
pub fn usual_address(preset: ChatPreset) -> Option<&'static str> {
    Preset::from(preset).usual_address()
}

/// A server of chat models.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ChatEndpoint {
    /// Its name in the settings: letters, digits and `-`.
    pub name: String,
    /// The kind of server.
    pub preset: ChatPreset,
    /// Base address (the part before `/chat/completions`): `http://127.0.0.1:11434/v1`. For a model in this
    /// process, its file (`/models/small.gguf`) or its id (`model:small`).
    pub address: String,
    /// Whether it requires a key, which the keyring holds as `chat.<name>`.
    #[serde(default)]
    pub key: bool,
}

/// A model at an endpoint.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ChatChoice {
    /// The endpoint's name.
    pub endpoint: String,
    /// The model's name there.
    pub model: String,
}

/// A role with the model that plays it and its limits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ChatRole {
    /// The role.
    pub role: ThinkingRole,
    /// The model.
    #[serde(flatten)]
    pub choice: ChatChoice,
    /// Sampling temperature from 0 (most predictable) to 2; the server's default when absent.
    pub temperature: Option<f64>,
    /// Longest answer, in tokens.
    pub most_tokens: u32,
    /// Seconds after which the rules continue without the model.
    pub timeout_s: u32,
    /// Most tokens a day, of requests and answers together.
    pub tokens_per_day: Option<u32>,
    /// The model that is asked when the first gives no answer; after it, the rules alone.
    pub fallback: Option<ChatChoice>,
}

impl ChatRole {
    /// Makes a role with the default limits.
    pub fn new(role: ThinkingRole, choice: ChatChoice) -> Self {
        Self {
            role,
            choice,
            temperature: Some(0.0),
            most_tokens: 1500,
            timeout_s: 60,
            tokens_per_day: None,
            fallback: None,
        }
    }
}

/// Settings of chat models. The default has none.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct ChatSettings {
    /// The servers.
    pub endpoints: Vec<ChatEndpoint>,
    /// The roles that models play. The rules play the others alone.
    pub roles: Vec<ChatRole>,
    /// Most tokens a day of all roles together.
    pub tokens_per_day: Option<u32>,
    /// Most calls that run at the same time.
    pub at_once: u32,
}

impl Default for ChatSettings {
    fn default() -> Self {
        Self { endpoints: Vec::new(), roles: Vec::new(), tokens_per_day: None, at_once: 2 }
    }
}

/// What one role has used today.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ChatUsageView {
    /// The role's name.
    pub role: String,
    /// Number of calls.
    #[ts(type = "number")]
    pub calls: u64,
    /// Number of tokens; calls in progress count with what they have reserved.
    #[ts(type = "number")]
    pub tokens: u64,
}

/// An endpoint and whether it can be asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ChatEndpointView {
    /// The name of the endpoint.
    pub name: String,
    /// Whether it runs on this machine. Anything sent to another one leaves the machine.
    pub local: bool,
    /// What has to be done before it can be asked; empty when nothing.
    pub obstacle: String,
}

/// State of the chat models, determined without asking one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ChatState {
    /// The endpoints of the settings.
    pub endpoints: Vec<ChatEndpointView>,
    /// Usage of today, by role.
    pub used_today: Vec<ChatUsageView>,
}

/// Tests an endpoint.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct TestChat {
    /// The name of the endpoint.
    pub endpoint: String,
    /// A model of the endpoint; when absent, the first that a role uses.
    pub model: Option<String>,
    /// Name or id of the person who asks, for the audit log.
    #[serde(default)]
    pub reviewer: Option<String>,
}

/// Whether a feature of a server works.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ChatFeature {
    /// Whether it works.
    pub works: bool,
    /// How it works, or why not.
    pub detail: String,
}

/// Result of testing an endpoint.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ChatTest {
    /// The endpoint.
    pub endpoint: String,
    /// The model that was asked.
    pub model: String,
    /// Milliseconds until the list of models arrived; absent where the server has no list.
    pub latency_ms: Option<f64>,
    /// The models in that list.
    pub models: Vec<String>,
    /// Streaming: the answer arrives in pieces.
    pub streaming: ChatFeature,
    /// Structured output: the answer follows a JSON schema.
    pub structured: ChatFeature,
    /// Tokens of one request and its answer together, where the server states a limit.
    #[ts(type = "number | null")]
    pub context_tokens: Option<u64>,
}
