//! Chat models: where they answer, which role each plays, and what they may take.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use simui_domain::ThinkingRole;
use simui_inference::chat::Preset;
use ts_rs::TS;

/// Whose habits an endpoint has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ChatPreset {
    /// OpenAI's own service.
    OpenAi,
    /// Ollama.
    Ollama,
    /// llama.cpp's `llama-server`.
    LlamaCpp,
    /// vLLM.
    Vllm,
    /// LM Studio.
    LmStudio,
    /// Anything else that speaks the protocol.
    Custom,
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
        }
    }
}

/// Where a server of this sort answers as it is installed; none for a custom one.
pub fn usual_address(preset: ChatPreset) -> Option<&'static str> {
    Preset::from(preset).usual_address()
}

/// A server of chat models.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ChatEndpoint {
    /// Its name here: letters, digits and `-`.
    pub name: String,
    /// Whose habits it has.
    pub preset: ChatPreset,
    /// What stands before `/chat/completions`: `http://127.0.0.1:11434/v1`.
    pub address: String,
    /// It wants a key, which the keyring has as `chat.<name>`.
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

/// Who plays a role beside the rules, and what it may take.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ChatRole {
    /// Which.
    pub role: ThinkingRole,
    /// Who.
    #[serde(flatten)]
    pub choice: ChatChoice,
    /// 0 (most predictable) to 2; the server's own when absent.
    pub temperature: Option<f64>,
    /// Longest answer, in tokens.
    pub most_tokens: u32,
    /// Seconds until the rules go on without it.
    pub timeout_s: u32,
    /// Tokens a day, asked and said.
    pub tokens_per_day: Option<u32>,
    /// Who plays it when the first gives no answer; then the rules alone.
    pub fallback: Option<ChatChoice>,
}

impl ChatRole {
    /// A role with the usual bounds.
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

/// Chat models as an administrator has set them; none while nobody has.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct ChatSettings {
    /// The servers.
    pub endpoints: Vec<ChatEndpoint>,
    /// The roles that models play; the rules play the others alone.
    pub roles: Vec<ChatRole>,
    /// Tokens a day of all roles together.
    pub tokens_per_day: Option<u32>,
    /// Calls that may run at a time.
    pub at_once: u32,
}

impl Default for ChatSettings {
    fn default() -> Self {
        Self { endpoints: Vec::new(), roles: Vec::new(), tokens_per_day: None, at_once: 2 }
    }
}

/// What one role has taken today.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ChatUsageView {
    /// The role's name.
    pub role: String,
    /// Calls.
    #[ts(type = "number")]
    pub calls: u64,
    /// Tokens, those of calls under way as reserved.
    #[ts(type = "number")]
    pub tokens: u64,
}

/// An endpoint and what keeps it from being asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ChatEndpointView {
    /// Its name.
    pub name: String,
    /// On this machine; else everything that goes there leaves it.
    pub local: bool,
    /// What has to be done before it can be asked; empty when nothing.
    pub obstacle: String,
}

/// A prompt as the program carries it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ChatPrompt {
    /// Its name; a role's prompt has the role's.
    pub name: String,
    /// Its version.
    pub version: u32,
    /// SHA-256 of its file, hexadecimal.
    pub sha256: String,
    /// The file.
    pub text: String,
}

/// Everything there is to know about chat models without asking one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ChatState {
    /// The endpoints of the settings.
    pub endpoints: Vec<ChatEndpointView>,
    /// What was taken today.
    pub used_today: Vec<ChatUsageView>,
}

/// Tests an endpoint.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct TestChat {
    /// Its name.
    pub endpoint: String,
    /// A model there; the first that a role uses when absent.
    pub model: Option<String>,
    /// Who asks, for the audit log: name or id.
    #[serde(default)]
    pub reviewer: Option<String>,
}

/// Whether something works, and what there is to say about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ChatFeature {
    /// It works.
    pub works: bool,
    /// How, or why not.
    pub detail: String,
}

/// What a test of an endpoint found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ChatTest {
    /// The endpoint.
    pub endpoint: String,
    /// The model that was asked.
    pub model: String,
    /// Milliseconds until the list of models was there; none where it has no list.
    pub latency_ms: Option<f64>,
    /// The models it names.
    pub models: Vec<String>,
    /// It answers in pieces.
    pub streaming: ChatFeature,
    /// It gives answers of a schema.
    pub structured: ChatFeature,
    /// Tokens that fit into one request and its answer, where the server tells.
    #[ts(type = "number | null")]
    pub context_tokens: Option<u64>,
}

/// Asks what left, or tried to leave, the machine.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct OutboundLogRequest {
    /// At most so many, the newest; 100 when absent.
    pub limit: Option<u32>,
}

/// One entry of the audit log about a call that left, or tried to leave, the machine, or that asked a chat model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct OutboundEntry {
    /// Its number in the audit log.
    #[ts(type = "number")]
    pub seq: u64,
    /// When.
    #[ts(type = "string")]
    pub at: Timestamp,
    /// `outbound_call`: bytes to a host. `chat_call`: a question of a role. `web_search`: a question for links.
    pub action: String,
    /// The host; the case.
    pub subject: String,
    /// Method, path, status and bytes; role, model, prompt, digest, bytes and what was masked.
    #[ts(type = "Record<string, unknown>")]
    pub details: serde_json::Value,
}
