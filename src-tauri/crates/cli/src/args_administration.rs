use std::path::PathBuf;

use clap::{Args, Subcommand};
use simui_api::types::{LawCollection, ModelRole, OutboundKind};

use crate::args_chat::ChatCommand;
use crate::args_prompt::PromptCommand;

/// Who signs.
#[derive(Debug, Args)]
pub struct Signed {
    /// The administrator who signs: name or id.
    #[arg(long = "as", value_name = "ADMINISTRATOR")]
    pub reviewer: String,
}

/// `simui corpus update`
#[derive(Debug, Args)]
pub struct UpdateCommand {
    /// Titles of followed laws; all of them when absent.
    pub laws: Vec<String>,
    /// Only look whether there are new versions; fetch none.
    #[arg(long)]
    pub check: bool,
    /// Who asks, for the audit log: name or id.
    #[arg(long = "as", value_name = "REVIEWER")]
    pub reviewer: Option<String>,
}

/// `simui corpus follow` and `unfollow`
#[derive(Debug, Args)]
pub struct FollowCommand {
    /// Exact titles.
    #[arg(required = true)]
    pub laws: Vec<String>,
    /// law (현행법령), eflaw (also future and past versions), admrul, ordin, prec or detc.
    #[arg(long, default_value = "law", value_parser = parse_collection)]
    pub collection: LawCollection,
    /// Who signs.
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

/// `simui models …`
#[derive(Debug, Subcommand)]
pub enum ModelsCommand {
    /// List the models the desk knows or has.
    List,
    /// Compare all files of installed models with their SHA-256.
    Verify {
        /// One model; all installed ones when absent.
        name: Option<String>,
    },
    /// Install a model from a folder.
    Add {
        /// The folder.
        folder: PathBuf,
        /// Which model of `list` it is; when absent, what the folder's model.toml says, else the folder's name.
        #[arg(long, value_name = "NAME")]
        id: Option<String>,
        /// Who asks, for the audit log: name or id.
        #[arg(long = "as", value_name = "REVIEWER")]
        reviewer: Option<String>,
    },
    /// Remove an installed model.
    Remove {
        /// Its name.
        name: String,
        /// Who asks, for the audit log: name or id.
        #[arg(long = "as", value_name = "REVIEWER")]
        reviewer: Option<String>,
    },
    /// Fetch a model; off unless an administrator allows the hosts it comes from.
    Download {
        /// Its name.
        name: String,
        /// Who asks, for the audit log: name or id.
        #[arg(long = "as", value_name = "REVIEWER")]
        reviewer: Option<String>,
    },
    /// Show or choose the installed models that searches use.
    ///
    /// Example: simui models use encoder ID --as "박관리"; `none` goes back to what comes with the program.
    Use(UseCommand),
    /// Find the score below which a reranker's hits are not to be believed, on a set whose right answers are known.
    Calibrate(CalibrateCommand),
    /// Show or set ONNX Runtime and the execution provider.
    Runtime(RuntimeCommand),
    /// Set up and test chat models. The desk needs none.
    #[command(subcommand)]
    Chat(ChatCommand),
    /// Show the prompts for chat models, try other words, and replace them.
    #[command(subcommand)]
    Prompt(PromptCommand),
}

/// `simui models use`
#[derive(Debug, Args)]
pub struct UseCommand {
    /// encoder (text to vector) or reranker (query and passage to score).
    #[arg(value_parser = parse_model_role, requires = "name")]
    pub role: Option<ModelRole>,
    /// An installed model, or `none`.
    #[arg(value_name = "ID", requires = "reviewer")]
    pub name: Option<String>,
    /// The administrator who signs: name or id.
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

/// `simui models calibrate`
#[derive(Debug, Args)]
pub struct CalibrateCommand {
    /// An installed reranker, or `offline` for the one that comes with the program.
    pub name: String,
    /// A folder with corpus.jsonl, queries.jsonl and qrels.jsonl (BEIR): finds the score below which a hit says nothing.
    #[arg(long, value_name = "DIR", required_unless_present = "scope")]
    pub set: Option<PathBuf>,
    /// Questions, {"text","scope":"in"|"out"} a line: finds the score below which `ask` takes a question that names neither drug
    /// nor complaint for out of scope, over this desk's drug documents.
    #[arg(long, value_name = "FILE", conflicts_with = "set")]
    pub scope: Option<PathBuf>,
    /// Keep the score: searches use it where a profile asks for a least one.
    #[arg(long, requires = "reviewer")]
    pub save: bool,
    /// The administrator who signs: name or id.
    #[arg(long = "as", value_name = "ADMINISTRATOR")]
    pub reviewer: Option<String>,
}

/// `simui models runtime`
#[derive(Debug, Args)]
pub struct RuntimeCommand {
    /// ONNX Runtime's library, or a folder with it; an empty text for the usual places.
    #[arg(long, value_name = "PATH", requires = "reviewer")]
    pub library: Option<String>,
    /// CUDA, TensorRT, DirectML, CoreML or CPU; an empty text to try all.
    #[arg(long, value_name = "NAME", requires = "reviewer")]
    pub provider: Option<String>,
    /// The administrator who signs: name or id.
    #[arg(long = "as", value_name = "ADMINISTRATOR")]
    pub reviewer: Option<String>,
}

/// `simui keys …`
#[derive(Debug, Subcommand)]
pub enum KeysCommand {
    /// Store a key; its value is read from standard input.
    ///
    /// Example: simui keys set law.go.kr --as "박관리" < 인증키.txt
    Set {
        /// Which: law.go.kr, chat.NAME for a chat endpoint, or tavily for web links.
        name: String,
        /// Who signs.
        #[command(flatten)]
        signed: Signed,
    },
    /// Remove a key.
    Remove {
        /// Which: law.go.kr, chat.NAME for a chat endpoint, or tavily for web links.
        name: String,
        /// Who signs.
        #[command(flatten)]
        signed: Signed,
    },
    /// List the keys that the desk can use and whether each is stored, never their values.
    List,
    /// Keep keys in a file that a passphrase opens, where there is no keyring.
    #[command(subcommand)]
    File(KeyFileCommand),
}

/// `simui keys file …`
#[derive(Debug, Subcommand)]
pub enum KeyFileCommand {
    /// Show whether there is a key file.
    Show,
    /// Create the key file; its passphrase is the next line of standard input. From then on it holds the keys, and every command that
    /// needs one takes the passphrase with --keys-stdin.
    Create(Signed),
    /// Delete the key file with its keys; keys are stored in the keyring again.
    Delete(Signed),
}

fn parse_outbound_kind(text: &str) -> Result<OutboundKind, String> {
    match text {
        "call" => Ok(OutboundKind::Call),
        "question" => Ok(OutboundKind::Question),
        _ => Err("call or question".to_owned()),
    }
}

/// `simui outbound …`
#[derive(Debug, Subcommand)]
pub enum OutboundCommand {
    /// Show what may leave this machine.
    Show,
    /// List what left, or tried to leave, this machine, and what chat models were asked; the newest first.
    Log {
        /// How many entries at most.
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
        /// The host.
        host: String,
        /// Who signs.
        #[command(flatten)]
        signed: Signed,
    },
    /// Stop allowing a host.
    Deny {
        /// The host, as `show` names it.
        host: String,
        /// Who signs.
        #[command(flatten)]
        signed: Signed,
    },
    /// Send everything through a proxy.
    Proxy {
        /// http://proxy.office.kr:3128, or `none`.
        address: String,
        /// Who signs.
        #[command(flatten)]
        signed: Signed,
    },
    /// Show or set whether a search service is asked for links beside the answers of `ask`.
    ///
    /// Links never enter an answer. Needs the host allowed and, unless --no-key, `simui keys set tavily`.
    WebLinks(WebLinksCommand),
    /// Ask a mirror of law.go.kr's open API instead; the key is never sent to it.
    LawService {
        /// https://mirror.office.kr/DRF, or `none`.
        address: String,
        /// Who signs.
        #[command(flatten)]
        signed: Signed,
    },
}

/// `simui outbound web-links`
#[derive(Debug, Args)]
pub struct WebLinksCommand {
    /// on or off; what is set when absent. Off unless somebody switches it on.
    #[arg(value_parser = ["on", "off"], requires = "reviewer")]
    pub state: Option<String>,
    /// What stands before /search at a service that speaks the Tavily Search API; `default` for https://api.tavily.com.
    #[arg(long, value_name = "URL", requires = "state")]
    pub address: Option<String>,
    /// The service wants no key; otherwise `simui keys set tavily` stores it.
    #[arg(long, requires = "state")]
    pub no_key: bool,
    /// The administrator who signs: name or id.
    #[arg(long = "as", value_name = "ADMINISTRATOR")]
    pub reviewer: Option<String>,
}
