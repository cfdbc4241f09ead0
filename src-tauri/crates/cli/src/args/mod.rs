//! The arguments of the program. The doc comments of these types are its help.

pub mod accounts;
pub mod calculate;
pub mod chat;
pub mod check_list;
pub mod consult;
pub mod corpus;
pub mod counsel;
pub mod coverage;
pub mod drug_data;
pub mod eval;
pub mod followed;
pub mod keys;
pub mod law;
pub mod lexicon;
pub mod models;
pub mod outbound;
pub mod papers;
pub mod patient;
pub mod prompt;
pub mod review;
pub mod rules;
pub mod search;
pub mod serve;
pub mod signature;
pub mod work;

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};
use simui_api::types::Engine;

use self::accounts::{AccountsCommand, ReviewerCommand};
use self::calculate::CalculateCommand;
use self::check_list::CheckListCommand;
use self::consult::ConsultCommand;
use self::corpus::{BenchCommand, CorpusCommand};
use self::counsel::{AskCommand, ExtractCommand};
use self::coverage::CoverageCommand;
use self::eval::EvalCommand;
use self::keys::KeysCommand;
use self::lexicon::LexiconCommand;
use self::models::ModelsCommand;
use self::outbound::OutboundCommand;
use self::papers::{AuditCommand, OfficeCommand};
use self::patient::PatientCommand;
use self::review::ReviewCommand;
use self::rules::RulesCommand;
use self::search::SearchCommand;
use self::serve::ServeCommand;
use crate::words::LanguageName;

/// 심의 데스크: review advertisements against the law, answer drug questions, compare insurance, all offline.
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
    Ask(AskCommand),
    /// Answer what a patient says or asks, and remember it.
    Consult(ConsultCommand),
    /// Check a whole prescription: interactions, duplications, contraindications and doses.
    CheckList(CheckListCommand),
    /// Calculate with the formula shown: clearance of creatinine, BMI, BSA, dose by weight, days of a pack.
    #[command(subcommand)]
    Calculate(CalculateCommand),
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
    Rules(RulesCommand),
    /// Compare what insurers' documents say about a coverage.
    #[command(subcommand)]
    Coverage(CoverageCommand),
    /// Keep patient records: remember, show, correct and forget.
    #[command(subcommand)]
    Patient(PatientCommand),
    /// Manage the people who sign: passwords, roles, expertise.
    #[command(subcommand)]
    Accounts(AccountsCommand),
    /// Import concept names from licensed tables (UMLS, MedCAT) for `extract`.
    #[command(subcommand)]
    Lexicon(LexiconCommand),
    /// Read the clinical facts of a text into six slots, allergies and habits.
    Extract(ExtractCommand),
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
