//! Arguments of `simui models`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use simui_api::types::ModelRole;

use super::chat::ChatCommand;
use super::prompt::PromptCommand;

/// Commands of `simui models`.
#[derive(Debug, Subcommand)]
pub enum ModelsCommand {
    /// List the models that the desk knows or has installed.
    List,
    /// Compare all files of installed models with their SHA-256.
    Verify {
        /// Verify only this model. Default: all installed models.
        name: Option<String>,
    },
    /// Install a model from a folder.
    Add {
        /// Folder of the model.
        folder: PathBuf,
        /// Id of the model in `list`. Default: the id in the folder's model.toml, otherwise the
        /// folder's name.
        #[arg(long, value_name = "NAME")]
        id: Option<String>,
        /// Name or id of the person who asks, for the audit log.
        #[arg(long = "as", value_name = "REVIEWER")]
        reviewer: Option<String>,
    },
    /// Remove an installed model.
    Remove {
        /// Name of the model.
        name: String,
        /// Name or id of the person who asks, for the audit log.
        #[arg(long = "as", value_name = "REVIEWER")]
        reviewer: Option<String>,
    },
    /// Download a model. Off unless an administrator allows its hosts.
    Download {
        /// Name of the model.
        name: String,
        /// Name or id of the person who asks, for the audit log.
        #[arg(long = "as", value_name = "REVIEWER")]
        reviewer: Option<String>,
    },
    /// Show or choose the installed models that searches use.
    ///
    /// Example: simui models use encoder ID --as "박관리"; `none` restores the built-in model.
    Use(UseCommand),
    /// Find the score below which a reranker's hits are unreliable, on a set with known right
    /// answers.
    Calibrate(CalibrateCommand),
    /// Show or set ONNX Runtime and the execution provider.
    Runtime(RuntimeCommand),
    /// Set up and test chat models. The desk works without them.
    #[command(subcommand)]
    Chat(ChatCommand),
    /// Show the prompts for chat models, try other wording, and replace them.
    #[command(subcommand)]
    Prompt(PromptCommand),
}

/// Arguments of `simui models use`.
#[derive(Debug, Args)]
pub struct UseCommand {
    /// encoder (text to vector) or reranker (query and passage to score).
    #[arg(value_parser = parse_model_role, requires = "name")]
    pub role: Option<ModelRole>,
    /// Id of an installed model, or `none`.
    #[arg(value_name = "ID", requires = "reviewer")]
    pub name: Option<String>,
    /// Name or id of the administrator who signs.
    #[arg(long = "as", value_name = "ADMINISTRATOR")]
    pub reviewer: Option<String>,
}

fn parse_model_role(text: &str) -> Result<ModelRole, String> {
    match text {
        "encoder" => Ok(ModelRole::Encoder),
        "reranker" => Ok(ModelRole::Reranker),
        _ => Err("encoder or reranker".to_owned()),
    }
}

/// Arguments of `simui models calibrate`.
#[derive(Debug, Args)]
pub struct CalibrateCommand {
    /// Id of an installed reranker, or `offline` for the built-in one.
    pub name: String,
    /// Folder with corpus.jsonl, queries.jsonl and qrels.jsonl (BEIR). Finds the score below which
    /// a hit means nothing.
    #[arg(long, value_name = "DIR", required_unless_present = "scope")]
    pub set: Option<PathBuf>,
    /// File of questions, one {"text","scope":"in"|"out"} per line. Finds the score below which
    /// `ask` treats a question that names neither drug nor complaint as out of scope, over this
    /// desk's drug documents.
    #[arg(long, value_name = "FILE", conflicts_with = "set")]
    pub scope: Option<PathBuf>,
    /// Save the score. Searches use it if their profile requires a least score.
    #[arg(long, requires = "reviewer")]
    pub save: bool,
    /// Name or id of the administrator who signs.
    #[arg(long = "as", value_name = "ADMINISTRATOR")]
    pub reviewer: Option<String>,
}

/// Arguments of `simui models runtime`.
#[derive(Debug, Args)]
pub struct RuntimeCommand {
    /// ONNX Runtime's library or its folder; an empty text restores the usual places.
    #[arg(long, value_name = "PATH", requires = "reviewer")]
    pub library: Option<String>,
    /// CUDA, TensorRT, DirectML, CoreML or CPU; an empty text tries all.
    #[arg(long, value_name = "NAME", requires = "reviewer")]
    pub provider: Option<String>,
    /// Name or id of the administrator who signs.
    #[arg(long = "as", value_name = "ADMINISTRATOR")]
    pub reviewer: Option<String>,
}
