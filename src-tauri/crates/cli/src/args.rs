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

/// 심의 데스크: review medical advertisements against the law, answer drug questions, compare insurance coverage. Offline.
///
/// What the window can do, these commands can do. `simui help COMMAND` describes one of them. JSON goes to standard output;
/// progress, logs and errors go to standard error. Exit code 0: done; 1: failed, with one line `error: …`; 2: wrong usage.
/// Text offsets count Unicode scalar values and exclude the end.
#[derive(Debug, Parser)]
#[command(name = "simui", version, propagate_version = true)]
pub struct Arguments {
    /// The data directory, which holds everything and is created on first use. Without it SIMUI_DATA_DIR counts, else the
    /// platform's place for application data.
    #[arg(long, global = true, value_name = "DIR")]
    pub data_dir: Option<PathBuf>,
    /// Print JSON: one object a command, one object a line for batches.
    #[arg(long, global = true)]
    pub json: bool,
    /// The first line of standard input is the password of the account that signs. Else SIMUI_PASSWORD; an account without a
    /// password needs neither.
    #[arg(long, global = true)]
    pub password_stdin: bool,
    /// The next line of standard input is the passphrase of the key file (`simui keys file`).
    #[arg(long, global = true)]
    pub keys_stdin: bool,
    /// The language of errors. Without it the locale decides (LC_ALL, LC_MESSAGES, LANG): Korean where it is Korean, else English.
    #[arg(long, global = true, value_enum)]
    pub lang: Option<LanguageName>,
    /// Whether chat models are asked beside the rules.
    #[arg(long, global = true, value_enum, default_value_t = EngineName::Rules)]
    pub engine: EngineName,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// Engines by name.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum EngineName {
    /// The rules alone: deterministic and offline.
    Rules,
    /// The rules with chat models beside them (`simui models chat`), in `review run`, `ask` and `consult`. Verdicts and citations stay
    /// those of the rules.
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

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Import, list, read and check law and other documents.
    #[command(subcommand)]
    Corpus(CorpusCommand),
    /// Search the corpora.
    Search(SearchCommand),
    /// Answer a pharmacist's question from the desk's drug documents and DUR tables.
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
    /// Keep records of patients: remember, show, correct and forget them.
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
    /// Measure the desk on its own corpora; the measurement stores nothing.
    #[command(subcommand)]
    Eval(EvalCommand),
    /// Verify and export the audit log, move its key, and pack cases for others to check.
    #[command(subcommand)]
    Audit(AuditCommand),
    /// Show and set what letters say about the office.
    #[command(subcommand)]
    Office(OfficeCommand),
    /// List, check, add, remove and download models, and choose those that searches use.
    #[command(subcommand)]
    Models(ModelsCommand),
    /// Store and remove API keys in the operating system's keyring, or in a file where there is none.
    #[command(subcommand)]
    Keys(KeysCommand),
    /// Show and set what may leave this machine; nothing does unless an administrator allows it.
    #[command(subcommand)]
    Outbound(OutboundCommand),
    /// Serve the pages to a browser on this machine; prints one address that contains its token.
    Serve(ServeCommand),
    /// Read one untrusted file for an import. Imports start this themselves.
    ///
    /// One process reads one file under limits: 1 GiB of memory, 5 s of CPU time and 5 s more for each MiB begun, 64 open files. The
    /// file comes on standard input; what was read leaves as JSON lines on standard output.
    ReadFile,
    /// Fill an empty data directory with the starter corpus, example cases and a reviewer.
    Demo,
    /// Say what is installed (indexes, models, ONNX Runtime, chat endpoints, keyring, fonts) and what to do about what is not.
    Doctor,
}

/// `simui corpus …`
#[derive(Debug, Subcommand)]
pub enum CorpusCommand {
    /// Import files and folders.
    ///
    /// Reads XML and JSON of law.go.kr, Markdown, TXT, HTML, PDF, HWP, HWPX, DOCX, tables (CSV, JSON, JSONL, XML, XLSX) and ZIP archives of
    /// these. An unchanged file is not read again; a newer version of a law is stored beside the old one. What cannot be read goes to
    /// quarantine with its reason (`simui corpus quarantine`). `NAME.mapping.toml` beside a table says what its columns mean.
    ///
    /// Example: simui corpus import 법령폴더 --kind statute
    Import {
        /// Files and folders; folders are read with everything below them.
        #[arg(required = true)]
        paths: Vec<PathBuf>,
        /// What they are: statute, guideline, precedent, drug, dur, policy, tech-registry, or auto.
        #[arg(long, default_value = "auto", value_parser = parse_kind_or_auto)]
        kind: KindOrAuto,
        /// How many files are read at once.
        #[arg(long)]
        jobs: Option<u32>,
        /// Then fit the embedding of dense search to the corpora, where they have changed much. The window and the server do it
        /// in the background.
        #[arg(long)]
        fit: bool,
    },
    /// Fit the embedding of dense search to the corpora.
    ///
    /// Takes about a minute and up to 0.5 GB for 171 laws and 1,535 decisions. The window and the server do it in the background.
    Fit,
    /// Make the missing vectors of the chosen encoder (`simui models use encoder`). A run that was stopped continues where it was.
    ///
    /// The window and the server do it in the background.
    Embed,
    /// List all documents.
    List,
    /// Show a document, or one article of it.
    Show {
        /// An id or a title.
        document: String,
        /// `제56조제2항제8호`, or an article's key.
        #[arg(long)]
        article: Option<String>,
        /// The version in force on this day.
        #[arg(long)]
        as_of: Option<Date>,
    },
    /// Check that a quote is in the provision that is said to contain it.
    ///
    /// Example, once the law is imported: simui corpus verify "거짓된 내용을 표시하는 광고" --article "의료법 제56조제2항제3호"
    Verify {
        /// The words.
        quote: String,
        /// `의료법 제56조제2항제8호`
        #[arg(long)]
        article: String,
        /// On this day; today when absent.
        #[arg(long)]
        as_of: Option<Date>,
    },
    /// Find every citation of a text and check it against the stored sources.
    Citations {
        /// A text file (UTF-8, UTF-16 or CP949); `-` reads standard input.
        file: PathBuf,
        /// As of this day; today when absent.
        #[arg(long)]
        as_of: Option<Date>,
    },
    #[command(flatten)]
    Law(LawCommand),
    #[command(flatten)]
    Followed(FollowedCommand),
}

/// Versions of law, links between texts, and what could not be taken in.
#[derive(Debug, Subcommand)]
pub enum LawCommand {
    /// List what imports could not read and nobody has resolved.
    Quarantine {
        /// Also resolved entries.
        #[arg(long)]
        all: bool,
    },
    /// Mark quarantined entries of a file as resolved.
    Resolve {
        /// The file, as the list names it.
        path: String,
        /// One place in it only, as the list names it.
        #[arg(long)]
        place: Option<String>,
        /// Who: name or id.
        #[arg(long = "as", value_name = "REVIEWER")]
        reviewer: String,
        /// What was done about it.
        #[arg(long)]
        note: String,
    },
    /// List the stored versions of a law.
    History {
        /// Its title, or the id of one version.
        law: String,
    },
    /// Show what changed in a law between two days, article by article.
    ///
    /// Example: simui corpus diff 의료법 --from 2018-01-01 --to 2026-01-01
    Diff(Days),
    /// Show what a document or one article of it cites.
    Links {
        /// An id or a title.
        document: String,
        /// `제56조제2항`, or an article's key.
        #[arg(long)]
        article: Option<String>,
        /// What cites it instead.
        #[arg(long)]
        incoming: bool,
        /// Only links whose target is not stored.
        #[arg(long)]
        broken: bool,
        /// As things stand on this day; today when absent.
        #[arg(long)]
        as_of: Option<Date>,
        /// At most so many.
        #[arg(long, default_value_t = 1000)]
        limit: u32,
    },
    /// List the links of all texts in force whose target is not stored.
    BrokenLinks {
        /// As things stand on this day; today when absent.
        #[arg(long)]
        as_of: Option<Date>,
        /// At most so many.
        #[arg(long, default_value_t = 100)]
        limit: u32,
        /// After so many.
        #[arg(long, default_value_t = 0)]
        offset: u32,
    },
    /// Show which open cases, rules and texts cite the articles of a law that changed between two days.
    Impact(Days),
}

/// Laws that are followed and fetched.
#[derive(Debug, Subcommand)]
pub enum FollowedCommand {
    /// Fetch new versions of followed laws from law.go.kr and import them; off unless an administrator allows it.
    ///
    /// Needs `simui outbound allow www.law.go.kr`, `simui outbound on`, `simui keys set law.go.kr` (the key of open.law.go.kr) and a followed law.
    Update(UpdateCommand),
    /// Follow laws: `update` fetches their new versions.
    Follow(FollowCommand),
    /// Stop following laws; what is stored stays.
    Unfollow(FollowCommand),
    /// List the followed laws and what keeps `update` from running.
    Followed,
    /// Search law.go.kr for documents with these words in their title.
    Find {
        /// The words.
        words: String,
        /// law, eflaw, admrul, ordin, prec or detc.
        #[arg(long, default_value = "law", value_parser = parse_collection)]
        collection: LawCollection,
        /// 100 documents a page.
        #[arg(long, default_value_t = 1)]
        page: u32,
    },
}

/// A law and two days.
#[derive(Debug, Args)]
pub struct Days {
    /// The law's title, or the id of one version.
    pub law: String,
    /// The text in force on this day …
    #[arg(long)]
    pub from: Date,
    /// … against the text in force on this one.
    #[arg(long)]
    pub to: Date,
}

/// A kind, or `auto`.
#[derive(Debug, Clone, Copy)]
pub struct KindOrAuto(pub Option<DocumentKind>);

fn parse_kind_or_auto(text: &str) -> Result<KindOrAuto, String> {
    match text {
        "auto" => Ok(KindOrAuto(None)),
        kind => kind.parse().map(|kind| KindOrAuto(Some(kind))).map_err(|e| format!("{e}")),
    }
}

/// `simui search …`
#[derive(Debug, Args)]
pub struct SearchCommand {
    /// What to look for.
    #[arg(required_unless_present = "batch")]
    pub query: Option<String>,
    /// Only these kinds.
    #[arg(long = "kind")]
    pub kinds: Vec<DocumentKind>,
    /// How many hits; the profile's own number when absent.
    #[arg(long)]
    pub k: Option<u32>,
    /// bm25 (words), dense (meaning) or hybrid (both, fused and reranked).
    #[arg(long, default_value = "hybrid", value_parser = parse_mode)]
    pub mode: SearchMode,
    /// The job whose settings are used: search, review, pharmacy, counsel.
    #[arg(long)]
    pub profile: Option<String>,
    /// Leave out the reranker.
    #[arg(long)]
    pub no_rerank: bool,
    /// Show the rank and score that each stage gave each hit.
    #[arg(long)]
    pub why: bool,
    /// Only what is in force on this day.
    #[arg(long)]
    pub as_of: Option<Date>,
    /// Read `{"id","text"}` lines and write a line of hits for each.
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

/// `simui bench …`
#[derive(Debug, Subcommand)]
pub enum BenchCommand {
    /// Load `corpus.jsonl` (`{"id","title"?,"text"}`) of a folder as kind `bench`.
    ImportBeir {
        /// The folder.
        folder: PathBuf,
        /// Leave the embedding as it is.
        #[arg(long)]
        no_fit: bool,
    },
}

/// `simui review …`
#[derive(Debug, Subcommand)]
pub enum ReviewCommand {
    /// Review advertisements, one JSON object a line.
    ///
    /// Fields: text; optional id, medium, advertiser, published_on (YYYY-MM-DD: the law of that day applies), access_restricted, evidence
    /// ([{"title","kind","supports"}]) and approval ({"number","approved_on","text"}). Each advertisement becomes a case.
    ///
    /// Example: simui review run 광고.jsonl --jobs 2 --json
    Run {
        /// A file, or `-` for standard input.
        file: PathBuf,
        /// How many are reviewed at once.
        #[arg(long, default_value_t = 1)]
        jobs: usize,
    },
    /// List cases.
    Queue {
        /// open (waiting for a person), mine, sampled, ongoing (running, failed or awaiting a revision) or done.
        #[arg(long, value_parser = parse_state, default_value = "open")]
        state: QueueState,
        /// Whose, for `mine`: name or id.
        #[arg(long = "as")]
        reviewer: Option<String>,
    },
    /// Show a case.
    Show {
        /// Its id.
        case: String,
    },
    /// Show what happened to a case.
    History {
        /// Its id.
        case: String,
    },
    /// Decide a waiting case.
    ///
    /// Example: simui review decide CASE --action approve --as "김심의"
    Decide {
        /// Its id.
        case: String,
        /// approve, reject, modify or request_revision.
        #[arg(long, value_parser = parse_action)]
        action: Action,
        /// Who signs: name or id.
        #[arg(long = "as")]
        reviewer: String,
        /// For modify: 허용, 조건부허용, 불허 or 보류.
        #[arg(long)]
        verdict: Option<Verdict>,
        /// The reviewer's words; required for reject and request_revision.
        #[arg(long)]
        note: Option<String>,
        /// For modify: a JSON file with `verdict`, `violations`, `suggestions`, `citations` (whole lists).
        #[arg(long, value_name = "FILE")]
        edit: Option<PathBuf>,
        /// `question_id` of `show`: refuse when the draft has changed since.
        #[arg(long = "question", value_name = "ID")]
        question_id: Option<String>,
    },
    /// Continue reviews that a killed process left unfinished.
    ///
    /// The window and the server do so in the background; `run` and `intake` do so after their own advertisements.
    Resume,
    /// Run a failed case again, from the step that failed.
    Retry {
        /// Its id.
        case: String,
    },
    #[command(flatten)]
    Work(WorkCommand),
    /// Hand in the new version of an advertisement after request_revision: a JSON object as for `run`.
    Revise {
        /// The case's id.
        case: String,
        /// A file, or `-` for standard input.
        file: PathBuf,
    },
    /// Write a report of a case.
    Report {
        /// The case's id.
        case: String,
        /// html, pdf or json.
        #[arg(long, value_parser = parse_format)]
        format: ReportFormat,
        /// Where to.
        #[arg(long)]
        out: PathBuf,
    },
    /// Write the decision letter (심의 결과 통지서) of a decided case; the first letter takes the next number.
    ///
    /// Without an office (`simui office set`) it is a draft without a number.
    Letter(PaperCommand),
    /// Write the notice that asks the advertiser for changes (보완·수정 요청 통지).
    Notice(PaperCommand),
    /// Write everything that is stored of a case as one document.
    Casefile(CaseFileCommand),
    /// Print the graph, or a case's run, as Mermaid.
    Graph {
        /// The case's id.
        #[arg(long)]
        case: Option<String>,
    },
    /// List finished cases whose grounds have changed: their rules, the stored text they cite, or the law.
    Affected {
        /// Only those that cite this law.
        #[arg(long)]
        law: Option<String>,
        /// Only those with another version of this rule pack.
        #[arg(long)]
        pack: Option<String>,
    },
    /// Review finished cases again with today's rules and sources, beside their decisions, which stay. Prints old and new result.
    Rerun {
        /// The cases' ids.
        #[arg(required_unless_present = "affected")]
        cases: Vec<String>,
        /// All that `review affected` lists.
        #[arg(long, conflicts_with = "cases")]
        affected: bool,
        /// Use the law of this day; the advertisement's own day when absent.
        #[arg(long)]
        as_of: Option<Date>,
    },
    /// Rebuild a case's run from its record without running anything or asking a model, and report differences.
    Replay {
        /// The case's id.
        case: String,
    },
    /// Run a case again from a checkpoint with an edited state; the original stays.
    Fork {
        /// The case's id.
        case: String,
        /// After which checkpoint (see history).
        #[arg(long)]
        at: u32,
        /// A JSON merge patch for the state there.
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

/// `simui reviewer …`
#[derive(Debug, Subcommand)]
pub enum ReviewerCommand {
    /// Register a person.
    ///
    /// Example: simui reviewer add "박관리" --role administrator
    Add {
        /// The name that signs.
        name: String,
        /// reviewer, pharmacist or administrator.
        #[arg(long, value_parser = parse_role, default_value = "reviewer")]
        role: Role,
    },
    /// List everybody.
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

/// `simui serve`
#[derive(Debug, Args)]
pub struct ServeCommand {
    /// The port; 0 takes a free one.
    #[arg(long, default_value_t = 0)]
    pub port: u16,
}
