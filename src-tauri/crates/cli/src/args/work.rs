//! Arguments of `simui review` for several people at one desk.

use clap::{Args, Subcommand};
use jiff::Timestamp;
use simui_domain::{AutomaticFinish, Priority, SecondReview, SignatureAct, Verdict};

/// Commands of `simui review` for several people at one desk.
#[derive(Debug, Subcommand)]
pub enum WorkCommand {
    /// Claim a waiting case for yourself for some time. Claim it again to renew.
    Claim(CaseSigned),
    /// Give a claimed case back. An administrator may release anybody's claim.
    Release(CaseSigned),
    /// Assign a waiting case to a person.
    Assign {
        /// The case, and the person who signs.
        #[command(flatten)]
        case: CaseSigned,
        /// Name or id of the person. Default: nobody.
        #[arg(long)]
        to: Option<String>,
    },
    /// Set the priority and the due date of a waiting case.
    Priority {
        /// The case, and the person who signs.
        #[command(flatten)]
        case: CaseSigned,
        /// urgent, high, normal or low.
        #[arg(long = "to", value_parser = parse_priority)]
        priority: Priority,
        /// Due date, such as 2026-12-01T18:00:00+09:00. Default: as the settings define it.
        #[arg(long)]
        due: Option<Timestamp>,
    },
    /// Sign as the second person (두 사람 확인, 네 눈 원칙): agree or disagree. The person who signed first
    /// may withdraw.
    ///
    /// Needed if `simui review settings --second-review critical` is set.
    Second {
        /// The case, and the person who signs.
        #[command(flatten)]
        case: CaseSigned,
        /// agree, disagree or withdraw.
        #[arg(long, value_parser = parse_act)]
        act: SignatureAct,
        /// Note of the person who signs. Required to disagree.
        #[arg(long, default_value = "")]
        note: String,
    },
    /// Review the advertisements of .txt and .jsonl files and folders. A file with the same bytes
    /// is taken only once.
    Intake {
        /// Files and folders.
        #[arg(required = true)]
        paths: Vec<String>,
    },
    /// Show the watched folder and the files last taken from it.
    Watched,
    /// List the cases that became final without a person and were drawn for a check.
    Checks {
        /// Also list cases that were checked.
        #[arg(long)]
        all: bool,
    },
    /// Record the result of a check of a case that became final without a person. The case does not
    /// change.
    Check {
        /// The case, and the person who signs.
        #[command(flatten)]
        case: CaseSigned,
        /// You agree with the verdict.
        #[arg(long, conflicts_with = "disagree", required_unless_present = "disagree")]
        agree: bool,
        /// You disagree with the verdict.
        #[arg(long)]
        disagree: bool,
        /// The verdict you would have given: 허용, 조건부허용, 불허 or 보류.
        #[arg(long, requires = "disagree")]
        verdict: Option<Verdict>,
        /// Your note. Required to disagree.
        #[arg(long, default_value = "")]
        note: String,
    },
    /// List disagreements: a person with the desk, a second person with the first, a check with a
    /// completed case.
    Disagreements,
    /// Draft a waiting case again with the present rules and law. A person still decides.
    Redraft(CaseSigned),
    /// Reopen a finished case. Its earlier decision stays in the history.
    Reopen {
        /// The case, and the person who signs.
        #[command(flatten)]
        case: CaseSigned,
        /// Reason for reopening.
        #[arg(long)]
        note: String,
    },
    /// Show or set how the people of this desk work together.
    ///
    /// Example: simui review settings --automatic-finish allowed --as "박관리"
    Settings(SettingsCommand),
}

/// A case, and the person who signs.
#[derive(Debug, Args)]
pub struct CaseSigned {
    /// Id of the case.
    pub case: String,
    /// Name or id of the person who signs.
    #[arg(long = "as", value_name = "REVIEWER")]
    pub reviewer: String,
}

/// Arguments of `simui review settings`. Without options, the settings are shown.
#[derive(Debug, Args)]
pub struct SettingsCommand {
    /// Minutes until a claim ends unless it is renewed.
    #[arg(long, requires = "reviewer", value_name = "MINUTES")]
    pub claim_minutes: Option<u32>,
    /// Minutes without activity after which a person must sign in again.
    #[arg(long, requires = "reviewer", value_name = "MINUTES")]
    pub session_minutes: Option<u32>,
    /// Hours until the due date, for urgent,high,normal,low.
    #[arg(long, requires = "reviewer", value_delimiter = ',', value_name = "HOURS")]
    pub due_hours: Option<Vec<u32>>,
    /// 네 눈 원칙: off, or critical (decisions that would end a case with a critical violation need a
    /// second person).
    #[arg(long, requires = "reviewer", value_parser = parse_second_review)]
    pub second_review: Option<SecondReview>,
    /// 자동 확정: the verdicts that may become final without a person: allowed (허용 only),
    /// allowed_and_conditional, or source_rule (every verdict but 보류).
    #[arg(long, requires = "reviewer", value_parser = parse_finish, value_name = "VERDICTS")]
    pub automatic_finish: Option<AutomaticFinish>,
    /// One in this many cases completed without a person is drawn for a check; 0 draws none.
    #[arg(long, requires = "reviewer", value_name = "N")]
    pub check_one_in: Option<u32>,
    /// Folder that the window and the server watch for new advertisements; an empty text for none.
    #[arg(long, requires = "reviewer", value_name = "DIR")]
    pub watched_folder: Option<String>,
    /// Whether the window signals in the task bar when a case begins to wait.
    #[arg(long, requires = "reviewer")]
    pub notify: Option<bool>,
    /// Name or id of the administrator who signs.
    #[arg(long = "as", value_name = "ADMINISTRATOR")]
    pub reviewer: Option<String>,
}

fn parse_finish(text: &str) -> Result<AutomaticFinish, String> {
    AutomaticFinish::ALL
        .into_iter()
        .find(|it| it.as_str() == text)
        .ok_or_else(|| "allowed, allowed_and_conditional or source_rule".to_owned())
}

fn parse_second_review(text: &str) -> Result<SecondReview, String> {
    match text {
        "off" => Ok(SecondReview::Off),
        "critical" => Ok(SecondReview::Critical),
        _ => Err("off or critical".to_owned()),
    }
}

fn parse_priority(text: &str) -> Result<Priority, String> {
    match text {
        "urgent" => Ok(Priority::Urgent),
        "high" => Ok(Priority::High),
        "normal" => Ok(Priority::Normal),
        "low" => Ok(Priority::Low),
        _ => Err("one of urgent, high, normal, low".to_owned()),
    }
}

fn parse_act(text: &str) -> Result<SignatureAct, String> {
    match text {
        "agree" => Ok(SignatureAct::Agree),
        "disagree" => Ok(SignatureAct::Disagree),
        "withdraw" => Ok(SignatureAct::Withdraw),
        _ => Err("one of agree, disagree, withdraw".to_owned()),
    }
}
