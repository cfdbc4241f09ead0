use clap::{Args, Subcommand};
use simui_api::types::ChatPreset;
use simui_domain::ThinkingRole;

use crate::args::Signed;

/// `simui models chat …`
#[derive(Debug, Subcommand)]
pub enum ChatCommand {
    /// Show the endpoints, the roles that models play, and the tokens used today.
    Show,
    /// Add an endpoint, or change the one of this name. Its key is stored by `simui keys set chat.NAME`.
    ///
    /// Example: simui models chat endpoint local --preset ollama --as "박관리". The preset gguf runs a file in this process; the program must be
    /// built with the feature `gguf` (cargo build --workspace --features simui-cli/gguf,simui-desk/gguf).
    Endpoint(EndpointCommand),
    /// Remove an endpoint and the roles it plays.
    Remove {
        /// Its name.
        name: String,
        /// Who signs.
        #[command(flatten)]
        signed: Signed,
    },
    /// Give a role to a model, beside the rules; --off leaves it to the rules alone.
    ///
    /// Example: simui models chat role all --endpoint local --model NAME --as "박관리"
    Role(RoleCommand),
    /// Set limits for all roles together.
    Limits {
        /// Tokens a day; 0 for no limit.
        #[arg(long)]
        tokens_per_day: Option<u32>,
        /// Calls that may run at a time.
        #[arg(long)]
        at_once: Option<u32>,
        /// Who signs.
        #[command(flatten)]
        signed: Signed,
    },
    /// Test an endpoint with two small questions: latency, streaming, structured answers, context length.
    Test {
        /// Its name.
        name: String,
        /// A model there; the first that a role uses when absent.
        #[arg(long)]
        model: Option<String>,
        /// Who asks, for the audit log: name or id.
        #[arg(long = "as", value_name = "REVIEWER")]
        reviewer: Option<String>,
    },
    /// List the prompts, each with its version and SHA-256, or print one.
    Prompts {
        /// Its name.
        name: Option<String>,
    },
}

/// `simui models chat endpoint`
#[derive(Debug, Args)]
pub struct EndpointCommand {
    /// Its name here: small letters, digits and `-`.
    pub name: String,
    /// open_ai, ollama, llama_cpp, vllm, lm_studio, custom, or gguf: no server, a file in this process.
    #[arg(long, value_parser = parse_preset)]
    pub preset: ChatPreset,
    /// What stands before /chat/completions; the preset's usual address when absent. For gguf the whole path of a file, or
    /// model:ID for an installed model.
    #[arg(long, value_name = "URL|FILE|model:ID")]
    pub address: Option<String>,
    /// It wants a key.
    #[arg(long)]
    pub key: bool,
    /// Who signs.
    #[command(flatten)]
    pub signed: Signed,
}

/// `simui models chat role`
#[derive(Debug, Args)]
pub struct RoleCommand {
    /// claim_extraction, classification, drafting, verification (reviews); query_routing, answering, answer_verification,
    /// correction, judging (`ask`); query_rewriting, patient_answering, patient_judging (`consult`: they are shown a patient's
    /// record); or all.
    #[arg(value_parser = parse_roles)]
    pub roles: Roles,
    /// The rules play it alone.
    #[arg(long, conflicts_with_all = ["endpoint", "model"])]
    pub off: bool,
    /// The endpoint's name.
    #[arg(long, required_unless_present = "off")]
    pub endpoint: Option<String>,
    /// The model's name there.
    #[arg(long, required_unless_present = "off")]
    pub model: Option<String>,
    /// 0 (most predictable) to 2; the server's own with `default`.
    #[arg(long, default_value = "0")]
    pub temperature: String,
    /// Longest answer, in tokens.
    #[arg(long)]
    pub most_tokens: Option<u32>,
    /// Seconds until the rules go on without it.
    #[arg(long, value_name = "SECONDS")]
    pub timeout: Option<u32>,
    /// Tokens a day.
    #[arg(long)]
    pub tokens_per_day: Option<u32>,
    /// Who plays it when the first gives no answer: ENDPOINT/MODEL.
    #[arg(long, value_name = "ENDPOINT/MODEL")]
    pub fallback: Option<String>,
    /// Who signs.
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
