//! Arguments of `simui models chat`.

use clap::{Args, Subcommand};
use simui_api::types::ChatPreset;
use simui_domain::ThinkingRole;

use super::signature::Signed;

/// Commands of `simui models chat`.
#[derive(Debug, Subcommand)]
pub enum ChatCommand {
    /// Show the endpoints, the roles of models, and the tokens used today.
    Show,
    /// Add an endpoint, or change the one with this name. `simui keys set chat.NAME` stores its
    /// key.
    ///
    /// Example: simui models chat endpoint local --preset ollama --as "박관리". The preset gguf runs a
    /// model file in this process; the program must be built with the feature `gguf` (cargo build
    /// --workspace --features simui-cli/gguf,simui-desk/gguf).
    Endpoint(EndpointCommand),
    /// Remove an endpoint and its roles.
    Remove {
        /// Name of the endpoint.
        name: String,
        /// The administrator who signs.
        #[command(flatten)]
        signed: Signed,
    },
    /// Give a role to a model, in addition to the rules. With --off the rules play it alone.
    ///
    /// Example: simui models chat role all --endpoint local --model NAME --as "박관리"
    Role(RoleCommand),
    /// Set limits for all roles together.
    Limits {
        /// Tokens per day; 0 for no limit.
        #[arg(long)]
        tokens_per_day: Option<u32>,
        /// Number of calls that may run at once.
        #[arg(long)]
        at_once: Option<u32>,
        /// The administrator who signs.
        #[command(flatten)]
        signed: Signed,
    },
    /// Test an endpoint with two small questions: latency, streaming, structured answers, context
    /// length.
    Test {
        /// Name of the endpoint.
        name: String,
        /// Model to test. Default: the first that a role uses.
        #[arg(long)]
        model: Option<String>,
        /// Name or id of the person who asks, for the audit log.
        #[arg(long = "as", value_name = "REVIEWER")]
        reviewer: Option<String>,
    },
    /// List the prompts, each with its version and SHA-256, or print one.
    Prompts {
        /// Name of the prompt.
        name: Option<String>,
    },
}

/// Arguments of `simui models chat endpoint`.
#[derive(Debug, Args)]
pub struct EndpointCommand {
    /// Name of the endpoint: lower-case letters, digits and `-`.
    pub name: String,
    /// open_ai, ollama, llama_cpp, vllm, lm_studio, custom, or gguf (a model file in this process,
    /// without a server).
    #[arg(long, value_parser = parse_preset)]
    pub preset: ChatPreset,
    /// Address before /chat/completions. Default: the preset's usual address. For gguf: the full
    /// path of a file, or model:ID for an installed model.
    #[arg(long, value_name = "URL|FILE|model:ID")]
    pub address: Option<String>,
    /// The endpoint needs a key.
    #[arg(long)]
    pub key: bool,
    /// The administrator who signs.
    #[command(flatten)]
    pub signed: Signed,
}

/// Arguments of `simui models chat role`.
#[derive(Debug, Args)]
pub struct RoleCommand {
    /// claim_extraction, classification, drafting, verification (reviews); query_routing,
    /// answering, answer_verification, correction, judging (`ask`); query_rewriting,
    /// patient_answering, patient_judging (`consult`: these see a patient's record); or all.
    #[arg(value_parser = parse_roles)]
    pub roles: Roles,
    /// Leave the role to the rules alone.
    #[arg(long, conflicts_with_all = ["endpoint", "model"])]
    pub off: bool,
    /// Name of the endpoint.
    #[arg(long, required_unless_present = "off")]
    pub endpoint: Option<String>,
    /// Name of the model at the endpoint.
    #[arg(long, required_unless_present = "off")]
    pub model: Option<String>,
    /// 0 (most predictable) to 2; `default` for the server's own.
    #[arg(long, default_value = "0")]
    pub temperature: String,
    /// Longest answer, in tokens.
    #[arg(long)]
    pub most_tokens: Option<u32>,
    /// Seconds until the rules continue without the model.
    #[arg(long, value_name = "SECONDS")]
    pub timeout: Option<u32>,
    /// Tokens per day.
    #[arg(long)]
    pub tokens_per_day: Option<u32>,
    /// Model to use if the first gives no answer: ENDPOINT/MODEL.
    #[arg(long, value_name = "ENDPOINT/MODEL")]
    pub fallback: Option<String>,
    /// The administrator who signs.
    #[command(flatten)]
    pub signed: Signed,
}

/// One role, or all of them.
#[derive(Debug, Clone)]
pub struct Roles(pub Vec<ThinkingRole>);

fn parse_roles(text: &str) -> Result<Roles, String> {
    match text {
        "all" => Ok(Roles(ThinkingRole::ALL.to_vec())),
        role => role.parse().map(|role| Roles(vec![role])).map_err(|error| format!("{error}")),
    }
}

fn parse_preset(text: &str) -> Result<ChatPreset, String> {
    let preset = serde_json::from_value(serde_json::Value::String(text.to_owned()));
    preset.map_err(|_| "open_ai, ollama, llama_cpp, vllm, lm_studio, custom or gguf".to_owned())
}
