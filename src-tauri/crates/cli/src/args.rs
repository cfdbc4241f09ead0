use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use jiff::civil::Date;
use simui_api::types::{Engine, LawCollection, QueueState, ReportFormat, SearchMode};
use simui_domain::{Action, DocumentKind, Role, Verdict};

pub use crate::args_accounts::{AccountsCommand, OfAccount};
pub use crate::args_administration::{
    CalibrateCommand, FollowCommand, KeyFileCommand, KeysCommand, ModelsCommand, OutboundCommand,
    RuntimeCommand, Signed, UpdateCommand, UseCommand, parse_collection,
};
pub use crate::args_eval::EvalCommand;
pub use crate::args_papers::{AuditCommand, CaseFileCommand, OfficeCommand, PaperCommand};
pub use crate::args_work::{CaseSigned, SettingsCommand, WorkCommand};
use crate::words::LanguageName;

/// 심의 데스크: review medical advertisements against the law, answer drug questions, compare insurance coverage.
/// Offline.
///
/// These commands can do everything that the window can do. `simui help COMMAND` describes a command. JSON
/// goes to standard output; progress, logs and errors go to standard error. Exit code 0: done; 1: failed,
/// with one line `error: …`; 2: wrong usage. Text offsets count Unicode scalar values and exclude the end.
#[derive(Debug, Parser)]
#[command(name = "simui", version, propagate_version = true)]
pub struct Arguments {
    /// Data directory, which holds everything and is created on first use. Default: SIMUI_DATA_DIR, otherwise
    /// the platform's folder for application data.
    #[arg(long, global = true, value_name = "DIR")]
    pub data_dir: Option<PathBuf>,
    /// Print JSON: one object per command, one object per line for batches.
    #[arg(long, global = true)]
    pub json: bool,
    /// Read the password of the signing account from the first line of standard input. Default:
    /// SIMUI_PASSWORD. Not needed for an account without a password.
    #[arg(long, global = true)]
    pub password_stdin: bool,
    /// Read the passphrase of the key file (`simui keys file`) from the next line of standard input.
    #[arg(long, global = true)]
    pub keys_stdin: bool,
    /// Language of errors. Default: Korean in a Korean locale (LC_ALL, LC_MESSAGES, LANG), otherwise English.
    #[arg(long, global = true, value_enum)]
    pub lang: Option<LanguageName>,
    /// Rules alone, or rules with chat models.
    #[arg(long, global = true, value_enum, default_value_t = EngineName::Rules)]
    pub engine: EngineName,
    /// The command to run.
    #[command(subcommand)]
    pub command: Command,
}

/// The engines, by the names of the command line.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum EngineName {
    /// Rules alone: deterministic and offline.
    Rules,
    /// Rules with chat models (`simui models chat`) in `review run`, `ask` and `consult`. Verdicts and
    /// citations still come from the rules.
    Chat,
}

impl From<EngineName> for Engine {
    fn from(name: EngineName) -> Self {
        match name {
            EngineName::Rules => Engine::Rules,
            EngineName::Chat => Engine::Chat,
        }
    }
}

/// The top-level commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Import, list, read and check law and other documents.
    #[command(subcommand)]
    Corpus(CorpusCommand),
    /// Search the corpora.
    Search(SearchCommand),
    /// Answer a pharmacist's question from the stored drug documents and DUR tables.
    Ask(crate::args_counsel::AskCommand),
    /// Answer what a patient says or asks, and remember it.
    Consult(crate::args_consult::ConsultCommand),
    /// Load retrieval benchmarks.
    #[command(subcommand)]
    Bench(BenchCommand),
    /// Review advertisements and decide cases.
    #[command(subcommand)]
    Review(ReviewCommand),
    /// Register and list the people who sign decisions.
    #[command(subcommand)]
    Reviewer(ReviewerCommand),
    /// List, check, import and export rule packs.
    #[command(subcommand)]
    Rules(crate::args_rules::RulesCommand),
    /// Compare what insurers' documents say about a coverage.
    #[command(subcommand)]
    Coverage(crate::args_coverage::CoverageCommand),
    /// Keep patient records: remember, show, correct and forget.
    #[command(subcommand)]
    Patient(crate::args_patient::PatientCommand),
    /// Manage the people who sign: passwords, roles, expertise.
    #[command(subcommand)]
    Accounts(AccountsCommand),
    /// Import concept names from licensed tables (UMLS, MedCAT) for `extract`.
    #[command(subcommand)]
    Lexicon(crate::args_lexicon::LexiconCommand),
    /// Read the clinical facts of a text into six slots and a list of allergies.
    Extract(crate::args_counsel::ExtractCommand),
    /// Measure the desk on its own corpora. Nothing is stored.
    #[command(subcommand)]
    Eval(EvalCommand),
    /// Verify and export the audit log, move its key, and pack cases for others to check.
    #[command(subcommand)]
    Audit(AuditCommand),
    /// Show and set what letters state about the office.
    #[command(subcommand)]
    Office(OfficeCommand),
    /// List, verify, add, remove and download models, and choose those that searches use.
    #[command(subcommand)]
    Models(ModelsCommand),
    /// Store and remove API keys in the operating system's keyring, or in a file if there is none.
    #[command(subcommand)]
    Keys(KeysCommand),
    /// Show and set what may leave this machine. Nothing leaves it unless an administrator allows it.
    #[command(subcommand)]
    Outbound(OutboundCommand),
    /// Serve the pages to a browser on this machine. Prints an address that contains the access token.
    Serve(ServeCommand),
    /// Read one untrusted file for an import. Imports start this command themselves.
    ///
    /// Each process reads one file under limits: 1 GiB of memory, 5 s of CPU time plus 5 s for each MiB
    /// begun, 64 open files. Standard input is the file; standard output is the result as JSON lines.
    ReadFile,
    /// Fill an empty data directory with the starter corpus, example cases and a reviewer.
    Demo,
    /// Show what is installed (indexes, models, ONNX Runtime, chat endpoints, keyring, fonts) and how to
    /// install what is missing.
    Doctor,
}

/// `simui corpus …`
#[derive(Debug, Subcommand)]
pub enum CorpusCommand {
    /// Import files and folders.
    ///
    /// Reads XML and JSON of law.go.kr, Markdown, TXT, HTML, PDF, HWP, HWPX, DOCX, tables (CSV, JSON, JSONL,
    /// XML, XLSX) and ZIP archives of these. Unchanged files are skipped; a newer version of a law is stored
    /// beside the old one. Unreadable files go to quarantine with the reason (`simui corpus quarantine`).
    /// `NAME.mapping.toml` beside a table describes its columns.
    ///
    /// Example: simui corpus import 법령폴더 --kind statute
    Import {
        /// Files and folders. Folders are read with all their subfolders.
        #[arg(required = true)]
        paths: Vec<PathBuf>,
        /// Kind of the documents: statute, guideline, precedent, drug, dur, policy, tech-registry, or auto.
        #[arg(long, default_value = "auto", value_parser = parse_kind_or_auto)]
        kind: KindOrAuto,
        /// Number of files to read at once.
        #[arg(long)]
        jobs: Option<u32>,
        /// Then fit the embedding of dense search to the corpora, if they have changed much. The window and
        /// the server do this in the background.
        #[arg(long)]
        fit: bool,
    },
    /// Fit the embedding of dense search to the corpora.
    ///
    /// Takes about a minute and up to 0.5 GB for 171 laws and 1,535 decisions. The window and the server do
    /// this in the background.
    Fit,
    /// Compute the missing vectors of the chosen encoder (`simui models use encoder`). A stopped run
    /// continues where it stopped.
    ///
    /// The window and the server do this in the background.
    Embed,
    /// List all documents.
    List,
    /// Show a document, or one of its articles.
    Show {
        /// Id or title of the document.
        document: String,
        /// Article, as `제56조제2항제8호` or by its key.
        #[arg(long)]
        article: Option<String>,
        /// Show the version in force on this day.
        #[arg(long)]
        as_of: Option<Date>,
    },
    /// Check that a provision contains a quote.
    ///
    /// Example, after the law was imported: simui corpus verify "거짓된 내용을 표시하는 광고" --article "의료법 제56조제2항제3호"
    Verify {
        /// Words of the quote.
        quote: String,
        /// Law and provision, such as `의료법 제56조제2항제8호`.
        #[arg(long)]
        article: String,
        /// Check against the law of this day. Default: today.
        #[arg(long)]
        as_of: Option<Date>,
    },
    /// Find every citation in a text and check it against the stored sources.
    Citations {
        /// Text file (UTF-8, UTF-16 or CP949); `-` reads standard input.
        file: PathBuf,
        /// Check against the law of this day. Default: today.
        #[arg(long)]
        as_of: Option<Date>,
    },
    #[command(flatten)]
    Law(LawCommand),
    #[command(flatten)]
    Followed(FollowedCommand),
}

/// Commands about versions of law, links between texts, and quarantine.
#[derive(Debug, Subcommand)]
pub enum LawCommand {
    /// List the unresolved entries of quarantine: what imports could not read.
    Quarantine {
        /// Also list resolved entries.
        #[arg(long)]
        all: bool,
    },
    /// Mark the quarantined entries of a file as resolved.
    Resolve {
        /// The file, as the list shows it.
        path: String,
        /// Resolve only this place in the file, as the list shows it.
        #[arg(long)]
        place: Option<String>,
        /// Name or id of the person who resolves it.
        #[arg(long = "as", value_name = "REVIEWER")]
        reviewer: String,
        /// What was done about it.
        #[arg(long)]
        note: String,
    },
    /// List the stored versions of a law.
    History {
        /// Title of the law, or the id of one version.
        law: String,
    },
    /// Show what changed in a law between two days, article by article.
    ///
    /// Example: simui corpus diff 의료법 --from 2018-01-01 --to 2026-01-01
    Diff(Days),
    /// Show what a document or one of its articles cites.
    Links {
        /// Id or title of the document.
        document: String,
        /// Article, as `제56조제2항` or by its key.
        #[arg(long)]
        article: Option<String>,
        /// Show what cites it instead.
        #[arg(long)]
        incoming: bool,
        /// Show only links whose target is not stored.
        #[arg(long)]
        broken: bool,
        /// Links on this day. Default: today.
        #[arg(long)]
        as_of: Option<Date>,
        /// Maximum number of links.
        #[arg(long, default_value_t = 1000)]
        limit: u32,
    },
    /// List links whose target is not stored, of all texts in force.
    BrokenLinks {
        /// Links on this day. Default: today.
        #[arg(long)]
        as_of: Option<Date>,
        /// Maximum number of links.
        #[arg(long, default_value_t = 100)]
        limit: u32,
        /// Number of links to skip.
        #[arg(long, default_value_t = 0)]
        offset: u32,
    },
    /// Show the open cases, rules and texts that cite articles of a law changed between two days.
    Impact(Days),
}

/// Commands about followed laws.
#[derive(Debug, Subcommand)]
pub enum FollowedCommand {
    /// Fetch new versions of followed laws from law.go.kr and import them. Off until an administrator allows
    /// it.
    ///
    /// Needs `simui outbound allow www.law.go.kr`, `simui outbound on`, `simui keys set law.go.kr` (the key
    /// of open.law.go.kr) and a followed law.
    Update(UpdateCommand),
    /// Follow laws, so that `update` fetches their new versions.
    Follow(FollowCommand),
    /// Stop following laws. Stored versions stay.
    Unfollow(FollowCommand),
    /// List the followed laws, and what prevents `update` from running.
    Followed,
    /// Search law.go.kr for documents by words in their title.
    Find {
        /// Words to search for.
        words: String,
        /// Collection: law, eflaw, admrul, ordin, prec or detc.
        #[arg(long, default_value = "law", value_parser = parse_collection)]
        collection: LawCollection,
        /// Page number; a page has 100 documents.
        #[arg(long, default_value_t = 1)]
        page: u32,
    },
}

/// A law and two days to compare.
#[derive(Debug, Args)]
pub struct Days {
    /// Title of the law, or the id of one version.
    pub law: String,
    /// First day; the text in force on it is compared.
    #[arg(long)]
    pub from: Date,
    /// Second day; the text in force on it is compared.
    #[arg(long)]
    pub to: Date,
}

/// A kind of document; `auto` is `None`.
#[derive(Debug, Clone, Copy)]
pub struct KindOrAuto(pub Option<DocumentKind>);

fn parse_kind_or_auto(text: &str) -> Result<KindOrAuto, String> {
    match text {
        "auto" => Ok(KindOrAuto(None)),
        kind => kind.parse().map(|kind| KindOrAuto(Some(kind))).map_err(|e| format!("{e}")),
    }
}

/// Arguments of `simui search`.
#[derive(Debug, Args)]
pub struct SearchCommand {
    /// Words or question to search for.
    #[arg(required_unless_present = "batch")]
    pub query: Option<String>,
    /// Search only this kind. May be given several times.
    #[arg(long = "kind")]
    pub kinds: Vec<DocumentKind>,
    /// Number of hits. Default: as the profile sets it.
    #[arg(long)]
    pub k: Option<u32>,
    /// bm25 (words), dense (meaning) or hybrid (both, fused and reranked).
    #[arg(long, default_value = "hybrid", value_parser = parse_mode)]
    pub mode: SearchMode,
    /// Use the settings of this job: search, review, pharmacy, counsel.
    #[arg(long)]
    pub profile: Option<String>,
    /// Do not rerank the hits.
    #[arg(long)]
    pub no_rerank: bool,
    /// Show the rank and score of each hit at each stage.
    #[arg(long)]
    pub why: bool,
    /// Search only what is in force on this day.
    #[arg(long)]
    pub as_of: Option<Date>,
    /// Read `{"id","text"}` lines and write one line of hits for each.
    #[arg(long, value_name = "FILE", conflicts_with = "query")]
    pub batch: Option<PathBuf>,
}

fn parse_mode(text: &str) -> Result<SearchMode, String> {
    match text {
        "bm25" => Ok(SearchMode::Bm25),
        "dense" => Ok(SearchMode::Dense),
        "hybrid" => Ok(SearchMode::Hybrid),
        _ => Err("use bm25, dense or hybrid".to_owned()),
    }
}

/// Commands of `simui bench`.
#[derive(Debug, Subcommand)]
pub enum BenchCommand {
    /// Load `corpus.jsonl` (`{"id","title"?,"text"}`) of a folder as kind `bench`.
    ImportBeir {
        /// Folder with corpus.jsonl.
        folder: PathBuf,
        /// Do not fit the embedding.
        #[arg(long)]
        no_fit: bool,
    },
}

/// Commands of `simui review`.
#[derive(Debug, Subcommand)]
pub enum ReviewCommand {
    /// Review advertisements, one JSON object per line.
    ///
    /// Fields: text; optional id, medium, advertiser, published_on (YYYY-MM-DD: the law of that day applies),
    /// access_restricted, evidence ([{"title","kind","supports"}]) and approval
    /// ({"number","approved_on","text"}). Each advertisement becomes a case.
    ///
    /// Example: simui review run 광고.jsonl --jobs 2 --json
    Run {
        /// File, or `-` for standard input.
        file: PathBuf,
        /// Number of advertisements to review at once.
        #[arg(long, default_value_t = 1)]
        jobs: usize,
    },
    /// List cases.
    Queue {
        /// open (waiting for a person), mine, sampled, ongoing (running, failed or in revision) or done.
        #[arg(long, value_parser = parse_state, default_value = "open")]
        state: QueueState,
        /// For `mine`: name or id of the person.
        #[arg(long = "as")]
        reviewer: Option<String>,
    },
    /// Show a case.
    Show {
        /// Id of the case.
        case: String,
    },
    /// Show the history of a case.
    History {
        /// Id of the case.
        case: String,
    },
    /// Decide a waiting case.
    ///
    /// Example: simui review decide CASE --action approve --as "김심의"
    Decide {
        /// Id of the case.
        case: String,
        /// Decision: approve, reject, modify or request_revision.
        #[arg(long, value_parser = parse_action)]
        action: Action,
        /// Name or id of the person who signs.
        #[arg(long = "as")]
        reviewer: String,
        /// For modify: 허용, 조건부허용, 불허 or 보류.
        #[arg(long)]
        verdict: Option<Verdict>,
        /// Note of the reviewer. Required for reject and request_revision.
        #[arg(long)]
        note: Option<String>,
        /// For modify: JSON file with `verdict`, `violations`, `suggestions`, `citations`. Lists replace
        /// those of the draft.
        #[arg(long, value_name = "FILE")]
        edit: Option<PathBuf>,
        /// `question_id` of `show`: refuse if the draft has changed since.
        #[arg(long = "question", value_name = "ID")]
        question_id: Option<String>,
    },
    /// Continue reviews that a killed process left unfinished.
    ///
    /// The window and the server do this in the background; `run` and `intake` do it after their own
    /// advertisements.
    Resume,
    /// Run a failed case again from the step that failed.
    Retry {
        /// Id of the case.
        case: String,
    },
    #[command(flatten)]
    Work(WorkCommand),
    /// Submit the new version of an advertisement after request_revision: a JSON object as for `run`.
    Revise {
        /// Id of the case.
        case: String,
        /// File, or `-` for standard input.
        file: PathBuf,
    },
    /// Write a report of a case.
    Report {
        /// Id of the case.
        case: String,
        /// Format: html, pdf or json.
        #[arg(long, value_parser = parse_format)]
        format: ReportFormat,
        /// File to write.
        #[arg(long)]
        out: PathBuf,
    },
    /// Write the decision letter (심의 결과 통지서) of a decided case. The first letter takes the next number.
    ///
    /// Until the office is set (`simui office set`), the letter is a draft without a number.
    Letter(PaperCommand),
    /// Write the notice that asks the advertiser for changes (보완·수정 요청 통지).
    Notice(PaperCommand),
    /// Write everything stored about a case as one document.
    Casefile(CaseFileCommand),
    /// Print the graph of the review, or of a case's run, as Mermaid.
    Graph {
        /// Id of the case.
        #[arg(long)]
        case: Option<String>,
    },
    /// List finished cases whose basis has changed: the rules, the cited text, or the law.
    Affected {
        /// Only cases that cite this law.
        #[arg(long)]
        law: Option<String>,
        /// Only cases decided with another version of this rule pack.
        #[arg(long)]
        pack: Option<String>,
    },
    /// Review finished cases again with the present rules and sources. Their decisions stay. Prints the old
    /// and the new result.
    Rerun {
        /// Ids of the cases.
        #[arg(required_unless_present = "affected")]
        cases: Vec<String>,
        /// Review all cases that `review affected` lists.
        #[arg(long, conflicts_with = "cases")]
        affected: bool,
        /// Use the law of this day. Default: the day of the advertisement.
        #[arg(long)]
        as_of: Option<Date>,
    },
    /// Rebuild a case's run from its record, running nothing and asking no model, and report differences.
    Replay {
        /// Id of the case.
        case: String,
    },
    /// Run a case again from a checkpoint with an edited state. The original stays.
    Fork {
        /// Id of the case.
        case: String,
        /// Number of the checkpoint (see history) after which to start.
        #[arg(long)]
        at: u32,
        /// JSON merge patch for the state at the checkpoint.
        #[arg(long, value_name = "FILE")]
        edit: PathBuf,
    },
}

fn parse_state(text: &str) -> Result<QueueState, String> {
    match text {
        "open" => Ok(QueueState::Open),
        "mine" => Ok(QueueState::Mine),
        "sampled" => Ok(QueueState::Sampled),
        "ongoing" => Ok(QueueState::Ongoing),
        "done" => Ok(QueueState::Done),
        _ => Err("one of open, mine, sampled, ongoing, done".to_owned()),
    }
}

fn parse_action(text: &str) -> Result<Action, String> {
    match text {
        "approve" => Ok(Action::Approve),
        "reject" => Ok(Action::Reject),
        "modify" => Ok(Action::Modify),
        "request_revision" => Ok(Action::RequestRevision),
        _ => Err("one of approve, reject, modify, request_revision".to_owned()),
    }
}

fn parse_format(text: &str) -> Result<ReportFormat, String> {
    match text {
        "html" => Ok(ReportFormat::Html),
        "pdf" => Ok(ReportFormat::Pdf),
        "json" => Ok(ReportFormat::Json),
        _ => Err("one of html, pdf, json".to_owned()),
    }
}

/// Commands of `simui reviewer`.
#[derive(Debug, Subcommand)]
pub enum ReviewerCommand {
    /// Register a person.
    ///
    /// Example: simui reviewer add "박관리" --role administrator
    Add {
        /// Name that signs.
        name: String,
        /// Role: reviewer, pharmacist or administrator.
        #[arg(long, value_parser = parse_role, default_value = "reviewer")]
        role: Role,
    },
    /// List everybody who signs.
    List,
}

pub fn parse_role(text: &str) -> Result<Role, String> {
    match text {
        "reviewer" => Ok(Role::Reviewer),
        "pharmacist" => Ok(Role::Pharmacist),
        "administrator" => Ok(Role::Administrator),
        _ => Err("one of reviewer, pharmacist, administrator".to_owned()),
    }
}

/// Arguments of `simui serve`.
#[derive(Debug, Args)]
pub struct ServeCommand {
    /// Port to listen on; 0 takes a free one.
    #[arg(long, default_value_t = 0)]
    pub port: u16,
}
