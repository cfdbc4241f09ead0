//! What was asked before, and what was thought of the answers.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use simui_domain::ModelCall;
use ts_rs::TS;

use super::AskResponse;

/// Asks for questions of before, the newest first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct AskedRequest {
    /// Only questions with these words in a row.
    pub words: Option<String>,
    /// Only those that somebody has judged.
    pub with_feedback: bool,
    /// At most so many; 50 when absent, 500 at most.
    pub limit: Option<u32>,
    /// After so many.
    pub offset: u32,
}

/// What somebody thought of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum FeedbackVerdict {
    /// It helped.
    Helpful,
    /// Another section should have come first.
    WrongSection,
    /// It was taken for out of scope, or for in scope, and was not.
    WrongScope,
    /// The documents do not have what was asked.
    Missing,
}

impl FeedbackVerdict {
    /// All of them.
    pub const ALL: [FeedbackVerdict; 4] = [
        FeedbackVerdict::Helpful,
        FeedbackVerdict::WrongSection,
        FeedbackVerdict::WrongScope,
        FeedbackVerdict::Missing,
    ];

    /// As it is written in files and commands.
    pub fn as_str(self) -> &'static str {
        match self {
            FeedbackVerdict::Helpful => "helpful",
            FeedbackVerdict::WrongSection => "wrong_section",
            FeedbackVerdict::WrongScope => "wrong_scope",
            FeedbackVerdict::Missing => "missing",
        }
    }
}

/// A question of before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct AskedSummary {
    /// Its id.
    pub id: String,
    /// When it was asked.
    #[ts(type = "string")]
    pub at: Timestamp,
    /// Who asked, where a name was given.
    pub by: Option<String>,
    /// It, personal identifiers masked.
    pub question: String,
    /// `answered`, `emergency`, `out_of_scope` or `insufficient`.
    pub status: String,
    /// What somebody thought of the answer.
    pub feedback: Option<FeedbackView>,
}

/// What somebody thought of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FeedbackView {
    /// It.
    pub verdict: FeedbackVerdict,
    /// The document that should have come first; may be empty.
    pub title: String,
    /// Its section; may be empty.
    pub section: String,
    /// In words; may be empty.
    pub note: String,
    /// When.
    #[ts(type = "string")]
    pub at: Timestamp,
    /// Who, where a name was given.
    pub by: Option<String>,
}

/// A page of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct AskedPage {
    /// How many there are in all.
    pub total: u32,
    /// The newest first.
    pub questions: Vec<AskedSummary>,
}

/// One question of before, whole.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct AskedView {
    /// What lists show.
    #[serde(flatten)]
    pub summary: AskedSummary,
    /// The answer as it was shown, identifiers masked.
    pub response: AskResponse,
    /// What chat models were asked and said, in order.
    pub model_calls: Vec<ModelCall>,
}

/// Names a question of before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct OfAsked {
    /// Its id.
    pub id: String,
    /// Who asks, for the audit log: name or id.
    #[serde(default)]
    pub reviewer: Option<String>,
}

/// Says what somebody thinks of an answer; what was said before is replaced.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct GiveFeedback {
    /// The question's id.
    pub id: String,
    /// What they think.
    pub verdict: FeedbackVerdict,
    /// The document that should have come first.
    #[serde(default)]
    pub title: String,
    /// Its section.
    #[serde(default)]
    pub section: String,
    /// In words.
    #[serde(default)]
    pub note: String,
    /// Who: name or id.
    #[serde(default)]
    pub reviewer: Option<String>,
}

/// One line of an evaluation set made of what was thought of answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct JudgedQuestion {
    /// Its id.
    pub id: String,
    /// The question.
    pub text: String,
    /// What was thought of the answer.
    pub verdict: FeedbackVerdict,
    /// How the question was taken then.
    pub status: String,
    /// The document and section that came first then; empty where none did.
    #[serde(default)]
    pub first: (String, String),
    /// The document that should have come first; may be empty.
    #[serde(default)]
    pub title: String,
    /// Its section; may be empty.
    #[serde(default)]
    pub section: String,
    /// In words; may be empty.
    #[serde(default)]
    pub note: String,
}

/// How answers of now agree with what was thought of those of then.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AgreementReport {
    /// Of all questions.
    pub agreement: simui_evaluate::Rate,
    /// By verdict.
    pub by_verdict: Vec<(FeedbackVerdict, simui_evaluate::Rate)>,
    /// Questions that are still not answered as somebody wants them.
    pub open: Vec<OpenQuestion>,
}

/// A question that is still not answered as somebody wants it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenQuestion {
    /// Its id.
    pub id: String,
    /// It.
    pub text: String,
    /// What was thought of the answer then.
    pub verdict: FeedbackVerdict,
    /// How it is taken now.
    pub status: String,
    /// The document and section that come first now; empty where none does.
    pub first: (String, String),
}
