//! Arguments of `simui ask` and `simui extract`.

use std::path::PathBuf;

use clap::Args;
use simui_api::types::FeedbackVerdict;

/// Arguments of `simui ask`.
#[derive(Debug, Args)]
pub struct AskCommand {
    /// The question, in Korean.
    #[arg(required_unless_present_any = ["batch", "history", "show", "forget", "feedback", "export_feedback", "keep_days"])]
    pub question: Option<String>,
    /// Report progress on standard error, one JSON object per line: each step ({"node","ms"}) and
    /// each piece of text that a chat model writes ({"token"}, not yet checked).
    #[arg(long)]
    pub stream: bool,
    /// Read `{"id","text"}` lines and write one answer per line. These questions are not stored.
    #[arg(long, value_name = "FILE", conflicts_with = "question")]
    pub batch: Option<PathBuf>,
    /// Do not store this question.
    #[arg(long)]
    pub not_kept: bool,
    /// List stored questions, newest first.
    #[arg(long, conflicts_with_all = ["question", "batch"])]
    pub history: bool,
    /// With --history: only questions that contain these words.
    #[arg(long, value_name = "WORDS", requires = "history")]
    pub words: Option<String>,
    /// With --history: maximum number of questions.
    #[arg(long, value_name = "N", requires = "history")]
    pub limit: Option<u32>,
    /// Show a stored question with its answer and the calls of chat models.
    #[arg(long, value_name = "ID", conflicts_with_all = ["question", "batch"])]
    pub show: Option<String>,
    /// Delete a stored question and its feedback.
    #[arg(long, value_name = "ID", conflicts_with_all = ["question", "batch"])]
    pub forget: Option<String>,
    /// Give feedback on the answer to a stored question.
    #[arg(long, value_name = "ID", requires = "verdict", conflicts_with_all = ["question", "batch"])]
    pub feedback: Option<String>,
    /// With --feedback: helpful, wrong_section, wrong_scope or missing.
    #[arg(long, requires = "feedback", value_parser = parse_verdict)]
    pub verdict: Option<FeedbackVerdict>,
    /// With --feedback: title of the document that should have come first.
    #[arg(long, requires = "feedback", default_value = "")]
    pub title: String,
    /// With --feedback: section of that document.
    #[arg(long, requires = "feedback", default_value = "")]
    pub section: String,
    /// With --feedback: a note.
    #[arg(long, requires = "feedback", default_value = "")]
    pub note: String,
    /// Write all feedback as an evaluation set for `simui eval pharmacy`.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["question", "batch"])]
    pub export_feedback: Option<PathBuf>,
    /// Set for how many days questions are stored (0: not at all). An administrator signs.
    #[arg(long, value_name = "DAYS", requires = "reviewer", conflicts_with_all = ["question", "batch"])]
    pub keep_days: Option<u32>,
    /// Name or id of the person who asks, judges or deletes.
    #[arg(long = "as", value_name = "REVIEWER")]
    pub reviewer: Option<String>,
}

fn parse_verdict(text: &str) -> Result<FeedbackVerdict, String> {
    let found = FeedbackVerdict::ALL.into_iter().find(|it| it.as_str() == text);
    found.ok_or_else(|| "helpful, wrong_section, wrong_scope or missing".to_owned())
}

/// Arguments of `simui extract`.
///
/// One JSON object with demographics (age, age_group, gender, is_pregnant, …), conditions,
/// symptoms, medications, vitals, labs, allergies, and reactions (이상반응: drug, reaction, link
/// after, attributed or recurring). Each item has name, code (KCD/ICD-10), cui (UMLS), status,
/// negated, experiencer, confidence, text, start and end (Unicode scalar values, end-exclusive),
/// and, if stated, duration, date, dose, frequency, sudden, severe and course (worse, better or
/// unchanged). Status is active, negated, past, stopped, planned, asked, hypothetical, family,
/// other_person or allergy; only active items are the patient's own and present. A value has type,
/// value (systolic and diastolic for a blood pressure), comparator (below, at_most, at_least or
/// above, if it is a bound), unit,
/// original (as written, if it was converted) and plausible. warnings comes first:
/// rule, severity (emergency, urgent, caution), text in Korean, source. At most 200,000 characters
/// per text. Nothing is stored.
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
pub struct ExtractCommand {
    /// What was said or written; `-` reads standard input.
    #[arg(required_unless_present = "batch", allow_hyphen_values = true)]
    pub text: Option<String>,
    /// Read `{"id"?,"text"}` lines (`-`: standard input) and write one line of slots for each. A
    /// line that fails is reported as `{"id","line","status":"failed","error"}`; the rest
    /// continues.
    #[arg(long, value_name = "FILE", conflicts_with = "text")]
    pub batch: Option<PathBuf>,
}
