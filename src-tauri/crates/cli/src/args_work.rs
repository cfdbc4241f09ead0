use clap::Args;
use simui_domain::{Priority, SecondReview, SignatureAct};

/// `simui review settings`: without options it only shows them.
#[derive(Debug, Args)]
pub struct SettingsCommand {
    /// A claim lasts so long unless it is renewed.
    #[arg(long, requires = "reviewer", value_name = "MINUTES")]
    pub claim_minutes: Option<u32>,
    /// Who signed in must sign in again after doing nothing for so long.
    #[arg(long, requires = "reviewer", value_name = "MINUTES")]
    pub session_minutes: Option<u32>,
    /// Hours to the due date: urgent,high,normal,low.
    #[arg(long, requires = "reviewer", value_delimiter = ',', value_name = "HOURS")]
    pub due_hours: Option<Vec<u32>>,
    /// 네 눈 원칙: off, or critical (decisions that would end a case with a critical violation need a second person).
    #[arg(long, requires = "reviewer", value_parser = parse_second_review)]
    pub second_review: Option<SecondReview>,
    /// Of the cases completed without a person, one in this many is drawn to be checked; 0 draws none.
    #[arg(long, requires = "reviewer", value_name = "N")]
    pub check_one_in: Option<u32>,
    /// The folder that the window and the server watch for new advertisements; an empty text for none.
    #[arg(long, requires = "reviewer", value_name = "DIR")]
    pub watched_folder: Option<String>,
    /// Whether the window says it on the desktop when a case begins to wait.
    #[arg(long, requires = "reviewer")]
    pub notify: Option<bool>,
    /// The administrator who signs: name or id.
    #[arg(long = "as", value_name = "ADMINISTRATOR")]
    pub reviewer: Option<String>,
}

fn parse_second_review(text: &str) -> Result<SecondReview, String> {
    match text {
        "off" => Ok(SecondReview::Off),
        "critical" => Ok(SecondReview::Critical),
        _ => Err("off or critical".to_owned()),
    }
}

pub fn parse_priority(text: &str) -> Result<Priority, String> {
    match text {
        "urgent" => Ok(Priority::Urgent),
        "high" => Ok(Priority::High),
        "normal" => Ok(Priority::Normal),
        "low" => Ok(Priority::Low),
        _ => Err("one of urgent, high, normal, low".to_owned()),
    }
}

pub fn parse_act(text: &str) -> Result<SignatureAct, String> {
    match text {
        "agree" => Ok(SignatureAct::Agree),
        "disagree" => Ok(SignatureAct::Disagree),
        "withdraw" => Ok(SignatureAct::Withdraw),
        _ => Err("one of agree, disagree, withdraw".to_owned()),
    }
}
