//! Arguments of `simui review`.

use std::path::PathBuf;

use clap::Subcommand;
use jiff::civil::Date;
use simui_api::types::{QueueState, ReportFormat};
use simui_domain::{Action, Verdict};

use super::papers::{CaseFileCommand, PaperCommand};
use super::work::WorkCommand;

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
    /// List cases: all of a list, unless `--limit` says how many.
    Queue {
        /// open (waiting for a person), mine, sampled, ongoing (running, failed or in revision) or done.
        #[arg(long, value_parser = parse_state, default_value = "open")]
        state: QueueState,
        /// For `mine`: name or id of the person.
        #[arg(long = "as")]
        reviewer: Option<String>,
        /// Most cases to list, the first to work on first.
        #[arg(long)]
        limit: Option<u32>,
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
    /// List other cases whose advertisement reads almost the same, with their verdicts.
    Similar {
        /// Id of the case.
        case: String,
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
