use std::path::PathBuf;

use clap::{Args, Subcommand};
use simui_api::types::{LawCollection, ModelRole, OutboundKind};

use crate::args_chat::ChatCommand;
use crate::args_prompt::PromptCommand;

/// The administrator who signs a change.
#[derive(Debug, Args)]
pub struct Signed {
    /// Name or id of the administrator who signs.
    #[arg(long = "as", value_name = "ADMINISTRATOR")]
    pub reviewer: String,
}

/// Arguments of `simui corpus update`.
#[derive(Debug, Args)]
pub struct UpdateCommand {
    /// Titles of followed laws. Default: all.
    pub laws: Vec<String>,
    /// Only check for new versions; fetch none.
    #[arg(long)]
    pub check: bool,
    /// Name or id of the person who asks, for the audit log.
    #[arg(long = "as", value_name = "REVIEWER")]
    pub reviewer: Option<String>,
}

/// Arguments of `simui corpus follow` and `unfollow`.
#[derive(Debug, Args)]
pub struct FollowCommand {
    /// Exact titles of the laws.
    #[arg(required = true)]
    pub laws: Vec<String>,
    /// law (현행법령), eflaw (also future and past versions), admrul, ordin, prec or detc.
    #[arg(long, default_value = "law", value_parser = parse_collection)]
    pub collection: LawCollection,
    /// The administrator who signs.
    #[command(flatten)]
    pub signed: Signed,
}

pub fn parse_collection(text: &str) -> Result<LawCollection, String> {
    match text {
        "law" => Ok(LawCollection::Law),
        "eflaw" => Ok(LawCollection::EfLaw),
        "admrul" => Ok(LawCollection::AdmRul),
        "ordin" => Ok(LawCollection::Ordin),
        "prec" => Ok(LawCollection::Prec),
        "detc" => Ok(LawCollection::Detc),
        _ => Err("one of law, eflaw, admrul, ordin, prec, detc".to_owned()),
    }
}

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

/// Commands of `simui keys`.
#[derive(Debug, Subcommand)]
pub enum KeysCommand {
    /// Store a key; its value is read from standard input.
    ///
    /// Example: simui keys set law.go.kr --as "박관리" < 인증키.txt
    Set {
        /// Name of the key: law.go.kr, chat.NAME for a chat endpoint, or tavily for web links.
        name: String,
        /// The administrator who signs.
        #[command(flatten)]
        signed: Signed,
    },
    /// Remove a key.
    Remove {
        /// Name of the key: law.go.kr, chat.NAME for a chat endpoint, or tavily for web links.
        name: String,
        /// The administrator who signs.
        #[command(flatten)]
        signed: Signed,
    },
    /// List the keys that the desk can use, and whether each is stored. Values are never shown.
    List,
    /// Keep keys in a file protected by a passphrase, if there is no keyring.
    #[command(subcommand)]
    File(KeyFileCommand),
}

/// Commands of `simui keys file`.
#[derive(Debug, Subcommand)]
pub enum KeyFileCommand {
    /// Show whether a key file exists.
    Show,
    /// Create the key file; its passphrase is the next line of standard input. From then on it
    /// holds the keys, and every command that needs one takes the passphrase with --keys-stdin.
    Create(Signed),
    /// Delete the key file with its keys. Keys are then stored in the keyring again.
    Delete(Signed),
}

fn parse_outbound_kind(text: &str) -> Result<OutboundKind, String> {
    match text {
        "call" => Ok(OutboundKind::Call),
        "question" => Ok(OutboundKind::Question),
        _ => Err("call or question".to_owned()),
    }
}

/// Commands of `simui outbound`.
#[derive(Debug, Subcommand)]
pub enum OutboundCommand {
    /// Show what may leave this machine.
    Show,
    /// List what left or tried to leave this machine, and the questions to chat models, newest
    /// first.
    Log {
        /// Maximum number of entries.
        #[arg(long, default_value_t = 100)]
        limit: u32,
        /// Only `call` (bytes to a host) or `question` (of a role to a model).
        #[arg(long, value_parser = parse_outbound_kind)]
        kind: Option<OutboundKind>,
        /// Only entries with these words: a host, a role, a model, a case, a digest.
        #[arg(long)]
        words: Option<String>,
        /// Only entries that failed.
        #[arg(long)]
        failed: bool,
        /// Only entries before this number of the audit log.
        #[arg(long, value_name = "SEQ")]
        before: Option<u64>,
    },
    /// Allow calls to the allowed hosts.
    On(Signed),
    /// Forbid all calls.
    Off(Signed),
    /// Allow a host: www.law.go.kr, or with scheme and port (http://10.0.0.5:8080).
    Allow {
        /// The host to allow.
        host: String,
        /// The administrator who signs.
        #[command(flatten)]
        signed: Signed,
    },
    /// Stop allowing a host.
    Deny {
        /// The host, as `show` prints it.
        host: String,
        /// The administrator who signs.
        #[command(flatten)]
        signed: Signed,
    },
    /// Send everything through a proxy.
    Proxy {
        /// Address of the proxy, such as http://proxy.office.kr:3128, or `none`.
        address: String,
        /// The administrator who signs.
        #[command(flatten)]
        signed: Signed,
    },
    /// Show or set whether a search service is asked for links beside the answers of `ask`.
    ///
    /// Links never become part of an answer. Needs the host allowed and, unless --no-key is set,
    /// `simui keys set tavily`.
    WebLinks(WebLinksCommand),
    /// Use a mirror of law.go.kr's open API. The key is never sent to it.
    LawService {
        /// Address of the mirror, such as https://mirror.office.kr/DRF, or `none`.
        address: String,
        /// The administrator who signs.
        #[command(flatten)]
        signed: Signed,
    },
}

/// Arguments of `simui outbound web-links`.
#[derive(Debug, Args)]
pub struct WebLinksCommand {
    /// on or off. Without it, shows the setting. Off by default.
    #[arg(value_parser = ["on", "off"], requires = "reviewer")]
    pub state: Option<String>,
    /// Address before /search of a service with the Tavily Search API; `default` for
    /// https://api.tavily.com.
    #[arg(long, value_name = "URL", requires = "state")]
    pub address: Option<String>,
    /// The service needs no key. Otherwise `simui keys set tavily` stores it.
    #[arg(long, requires = "state")]
    pub no_key: bool,
    /// Name or id of the administrator who signs.
    #[arg(long = "as", value_name = "ADMINISTRATOR")]
    pub reviewer: Option<String>,
}
