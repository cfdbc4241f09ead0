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
pub use crate::args_papers::{AuditCommand, CaseFileCommand, OfficeCommand, PaperCommand};
pub use crate::args_work::{CaseSigned, SettingsCommand, WorkCommand};

/// 심의 데스크: review medical advertisements against the law, offline.
#[derive(Debug, Parser)]
#[command(name = "simui", version, propagate_version = true)]
pub struct Arguments {
    /// Where the desk keeps everything; created on first use. Else SIMUI_DATA_DIR, else the platform's.
    #[arg(long, global = true, value_name = "DIR")]
    pub data_dir: Option<PathBuf>,
    /// Print JSON.
    #[arg(long, global = true)]
    pub json: bool,
    /// The first line of standard input is the password of the account that signs. Else SIMUI_PASSWORD; an account without a
    /// password needs neither.
    #[arg(long, global = true)]
    pub password_stdin: bool,
    /// The next line of standard input is the passphrase of the file of keys (`simui keys file`).
    #[arg(long, global = true)]
    pub keys_stdin: bool,
    /// Who does the thinking.
    #[arg(long, global = true, value_enum, default_value_t = EngineName::Rules)]
    pub engine: EngineName,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// Engines by name.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum EngineName {
    /// Deterministic, offline.
    Rules,
    /// The rules, and chat models beside them (`simui models chat`): in reviews and in `ask`.
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
    /// Answer a patient's turn, and remember it.
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
    /// Patients, what is remembered of them from turn to turn, and forgetting them.
    #[command(subcommand)]
    Patient(crate::args_patient::PatientCommand),
    /// Passwords, roles and expertise of the people who sign.
    #[command(subcommand)]
    Accounts(AccountsCommand),
    /// Import names of concepts from licensed tables (UMLS, MedCAT), which `extract` then knows.
    #[command(subcommand)]
    Lexicon(crate::args_lexicon::LexiconCommand),
    /// Read the clinical facts of a text into six slots.
    Extract(crate::args_counsel::ExtractCommand),
    /// Measure the desk on its own corpora; nothing of it is stored.
    #[command(subcommand)]
    Eval(EvalCommand),
    /// Check and export the audit log, move its key, and pack cases for others to check.
    #[command(subcommand)]
    Audit(AuditCommand),
    /// Say and set what stands on letters about the office.
    #[command(subcommand)]
    Office(OfficeCommand),
    /// List, check, add, remove and download models, and choose those that searches use.
    #[command(subcommand)]
    Models(ModelsCommand),
    /// Store and remove keys in the operating system's keyring, or in a file in its place.
    #[command(subcommand)]
    Keys(KeysCommand),
    /// Say and set what may leave this machine; nothing does unless an administrator allows it.
    #[command(subcommand)]
    Outbound(OutboundCommand),
    /// Serve the pages and operations on this machine's loopback address.
    Serve(ServeCommand),
    /// Read untrusted files for an import that another process runs. Not for people: imports start it themselves, one process
    /// a file, with limits on memory (1 GiB), CPU time (5 s and 5 s for each MiB begun) and open files. Files come on standard input, what
    /// was read leaves as JSON lines on standard output.
    ReadFile,
    /// Fill an empty data directory with example cases and a reviewer.
    Demo,
    /// Say what is installed and what to do about what is not.
    Doctor,
}

/// `simui eval …`
#[derive(Debug, Subcommand)]
pub enum EvalCommand {
    /// How often the verdict holds when an advertisement is said otherwise: other order, endings, words, notation, and texts a
    /// person rewrote.
    Consistency {
        /// Advertisements, one JSON object a line, as for `review run`; "rewritten": […] may hold the same in other words. Without a file,
        /// those that come with the program.
        file: Option<PathBuf>,
    },
    /// Invented patients of five turns: what of what they say is remembered, what is wrongly so, and whether anybody is mixed up with
    /// anybody when all talk in between each other.
    Patients {
        /// The same seed gives the same people.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// How many.
        #[arg(long, default_value_t = 80, value_parser = clap::value_parser!(u32).range(1..=10_000))]
        patients: u32,
        /// Write the people as well, one JSON object a line: id, name, turns with their words, the facts that are known.
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// What each part of a consultation is worth: scripted patients are answered with everything and without each part in turn;
    /// differences with 95 % intervals (bootstrap over patients).
    Consult {
        /// Scripted patients, of six turns each.
        #[arg(long, default_value_t = 20)]
        patients: usize,
        /// Draws the patients and the samples.
        #[arg(long, default_value_t = 20_261_122)]
        seed: u64,
    },
    /// How often pharmacists' questions are answered now as somebody wanted them who judged the answers of then.
    Pharmacy {
        /// Lines as `simui ask --export-feedback` writes them; without a file, what was thought of this desk's own answers.
        file: Option<PathBuf>,
    },
}

/// `simui corpus …`
#[derive(Debug, Subcommand)]
pub enum CorpusCommand {
    /// Import files and folders.
    Import {
        /// They.
        #[arg(required = true)]
        paths: Vec<PathBuf>,
        /// What they are.
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
    Fit,
    /// Make the vectors of the chosen encoder (`models use`) that are not there yet. The window and the server do it in the
    /// background.
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
    /// Check that a quote stands where it is said to stand.
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
    /// List what could not be taken in and is still open.
    Quarantine {
        /// Also what somebody has seen to.
        #[arg(long)]
        all: bool,
    },
    /// Mark quarantined entries of a file as seen to.
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
        /// Only those whose other end is not there.
        #[arg(long)]
        broken: bool,
        /// As things stand on this day; today when absent.
        #[arg(long)]
        as_of: Option<Date>,
        /// At most so many.
        #[arg(long, default_value_t = 1000)]
        limit: u32,
    },
    /// List the links of all texts in force whose other end is not there.
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
    /// Show which open cases, rules and texts hang on the articles of a law that changed between two days.
    Impact(Days),
}

/// Laws that are followed and fetched.
#[derive(Debug, Subcommand)]
pub enum FollowedCommand {
    /// Fetch new versions of followed laws from law.go.kr and import them; off unless an administrator allows it.
    Update(UpdateCommand),
    /// Follow laws: their new versions are fetched by `update`.
    Follow(FollowCommand),
    /// Follow laws no longer; what is stored stays.
    Unfollow(FollowCommand),
    /// List the followed laws and what keeps `update` from running.
    Followed,
    /// Ask law.go.kr what has these words in its title.
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
    /// How many; as the profile says when absent.
    #[arg(long)]
    pub k: Option<u32>,
    /// bm25 (words), dense (meaning) or hybrid (both, fused and reranked).
    #[arg(long, default_value = "hybrid", value_parser = parse_mode)]
    pub mode: SearchMode,
    /// The job it is for: search, review, pharmacy, counsel.
    #[arg(long)]
    pub profile: Option<String>,
    /// Leave the fused order as it is.
    #[arg(long)]
    pub no_rerank: bool,
    /// Say what each stage made of each hit.
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
    Run {
        /// A file, or `-` for standard input.
        file: PathBuf,
        /// How many are reviewed at once.
        #[arg(long, default_value_t = 1)]
        jobs: usize,
    },
    /// List cases.
    Queue {
        /// Which.
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
    /// Decide a case.
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
    /// Go on with the reviews that a killed process left unfinished. `run` does so, too, when its own are done.
    Resume,
    /// Run a failed case again, from the step that failed.
    Retry {
        /// Its id.
        case: String,
    },
    #[command(flatten)]
    Work(WorkCommand),
    /// Hand in the new version after request_revision: a JSON object as for `run`.
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
    /// Write the decision letter (심의 결과 통지서) of a decided case; the first time it takes the next number.
    Letter(PaperCommand),
    /// Write the notice that asks the advertiser for changes (보완·수정 요청 통지).
    Notice(PaperCommand),
    /// Write everything of one case as one document.
    Casefile(CaseFileCommand),
    /// Print the graph, or a case's run, as Mermaid.
    Graph {
        /// The case's id.
        #[arg(long)]
        case: Option<String>,
    },
    /// List finished cases whose grounds are others now: their rules, the stored text they cite, or the law.
    Affected {
        /// Only those that cite this law.
        #[arg(long)]
        law: Option<String>,
        /// Only those with another version of this rule pack.
        #[arg(long)]
        pack: Option<String>,
    },
    /// Review finished cases again beside their decisions, which stay: a line each, old and new.
    Rerun {
        /// They.
        #[arg(required_unless_present = "affected")]
        cases: Vec<String>,
        /// All that `review affected` lists.
        #[arg(long, conflicts_with = "cases")]
        affected: bool,
        /// By the law of this day, else of the advertisement's own.
        #[arg(long)]
        as_of: Option<Date>,
    },
    /// Fold a case's run again from its record, running nothing.
    Replay {
        /// The case's id.
        case: String,
    },
    /// Run again from a checkpoint with an edited state, beside the original.
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
    /// Register somebody.
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
