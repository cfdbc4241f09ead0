//! Requests and responses of stored questions and the feedback on their answers.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use simui_domain::ModelCall;
use ts_rs::TS;

use super::AskResponse;

/// Lists stored questions, the newest first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct AskedRequest {
    /// Only questions that contain these words in a row.
    pub words: Option<String>,
    /// Only questions with feedback.
    pub with_feedback: bool,
    /// Most questions to return; 50 when absent, at most 500.
    pub limit: Option<u32>,
    /// Number of questions to skip.
    pub offset: u32,
}

/// Feedback on an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum FeedbackVerdict {
    /// The answer helped.
    Helpful,
    /// Another section should have come first.
    WrongSection,
    /// The question was wrongly treated as out of scope, or wrongly as in scope.
    WrongScope,
    /// The documents do not contain the answer.
    Missing,
}

impl FeedbackVerdict {
    /// All verdicts.
    pub const ALL: [FeedbackVerdict; 4] = [
        FeedbackVerdict::Helpful,
        FeedbackVerdict::WrongSection,
        FeedbackVerdict::WrongScope,
        FeedbackVerdict::Missing,
    ];

    /// Returns the word that files and commands use.
    pub fn as_str(self) -> &'static str {
        match self {
            FeedbackVerdict::Helpful => "helpful",
            FeedbackVerdict::WrongSection => "wrong_section",
            FeedbackVerdict::WrongScope => "wrong_scope",
            FeedbackVerdict::Missing => "missing",
        }
    }
}

/// A stored question in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct AskedSummary {
    /// The id of the question.
    pub id: String,
    /// When it was asked.
    #[ts(type = "string")]
    pub at: Timestamp,
    /// Name of the person who asked, where one was given.
    pub by: Option<String>,
    /// The question, with personal identifiers masked.
    pub question: String,
    /// `answered`, `emergency`, `out_of_scope` or `insufficient`.
    pub status: String,
    /// The feedback on the answer.
    pub feedback: Option<FeedbackView>,
}

/// Feedback on an answer, with who gave it when.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FeedbackView {
    /// The verdict.
    pub verdict: FeedbackVerdict,
    /// The document that should have come first; may be empty.
    pub title: String,
    /// The section of that document; may be empty.
    pub section: String,
    /// Remarks; may be empty.
    pub note: String,
    /// When the feedback was given.
    #[ts(type = "string")]
    pub at: Timestamp,
    /// Name of the person who gave it, where one was given.
    pub by: Option<String>,
}

/// A page of stored questions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct AskedPage {
    /// Number of matching questions on all pages.
    pub total: u32,
    /// The questions of this page, the newest first.
    pub questions: Vec<AskedSummary>,
}

/// One stored question with its answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct AskedView {
    /// The fields that lists show.
    #[serde(flatten)]
    pub summary: AskedSummary,
    /// The answer as it was shown, with identifiers masked.
    pub response: AskResponse,
    /// The calls of chat models, in order.
    pub model_calls: Vec<ModelCall>,
}

/// Names a stored question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct OfAsked {
    /// The id of the question.
    pub id: String,
    /// Name or id of the person who asks, for the audit log.
    #[serde(default)]
    pub reviewer: Option<String>,
}

/// Gives feedback on an answer, which replaces earlier feedback.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct GiveFeedback {
    /// The id of the question.
    pub id: String,
    /// The verdict.
    pub verdict: FeedbackVerdict,
    /// The document that should have come first.
    #[serde(default)]
    pub title: String,
    /// The section of that document.
    #[serde(default)]
    pub section: String,
    /// Remarks of the person, as free text.
    #[serde(default)]
    pub note: String,
    /// Name or id of the person who gives the feedback.
    #[serde(default)]
    pub reviewer: Option<String>,
}

/// One line of an evaluation set made from feedback.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct JudgedQuestion {
    /// The id of the question.
    pub id: String,
    /// The question.
    pub text: String,
    /// The feedback on the answer.
    pub verdict: FeedbackVerdict,
    /// How the question was treated when it was asked.
    pub status: String,
    /// Document and section that came first when it was asked; empty where none did.
    #[serde(default)]
    pub first: (String, String),
    /// The document that should have come first; may be empty.
    #[serde(default)]
    pub title: String,
    /// The section of that document; may be empty.
    #[serde(default)]
    pub section: String,
    /// Remarks; may be empty.
    #[serde(default)]
    pub note: String,
}

/// Agreement of today's answers with the feedback on earlier ones.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AgreementReport {
    /// Agreement over all questions.
    pub agreement: simui_evaluate::Rate,
    /// Agreement by verdict.
    pub by_verdict: Vec<(FeedbackVerdict, simui_evaluate::Rate)>,
    /// Questions whose present answer still contradicts the feedback.
    pub open: Vec<OpenQuestion>,
}

/// A question whose present answer still contradicts the feedback.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenQuestion {
    /// The id of the question.
    pub id: String,
    /// The question.
    pub text: String,
    /// The feedback on the earlier answer.
    pub verdict: FeedbackVerdict,
    /// How the question is treated now.
    pub status: String,
    /// Document and section that come first now; empty where none does.
    pub first: (String, String),
}
