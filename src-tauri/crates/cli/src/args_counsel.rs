use std::path::PathBuf;

use clap::Args;

/// `simui ask …`
#[derive(Debug, Args)]
pub struct AskCommand {
    /// The question, in Korean.
    #[arg(required_unless_present = "batch")]
    pub question: Option<String>,
    /// Tell each step on standard error, one JSON object a line, while the answer is made.
    #[arg(long)]
    pub stream: bool,
    /// Read `{"id","text"}` lines and write a line of answer for each.
    #[arg(long, value_name = "FILE", conflicts_with = "question")]
    pub batch: Option<PathBuf>,
}

/// `simui extract …`
///
/// One JSON object with demographics (age, age_group, gender, is_pregnant, …), conditions, symptoms, medications, vitals, labs
/// and allergies. Each item has name, code (KCD/ICD-10), cui (UMLS), status, negated, experiencer, confidence, text, start and
/// end (Unicode scalar values, end-exclusive), and where they are said duration, date, dose and frequency. Status is active,
/// negated, past, stopped, planned, asked, hypothetical, family, other_person or allergy; only active items are the patient's
/// own and present. A value has type, value (systolic and diastolic for a blood pressure), unit, original (as written, where it
/// was converted) and plausible. At most 200,000 characters a text. Nothing is stored.
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
pub struct ExtractCommand {
    /// What was said or written; `-` reads standard input.
    #[arg(required_unless_present = "batch", allow_hyphen_values = true)]
    pub text: Option<String>,
    /// Read `{"id"?,"text"}` lines (`-`: standard input) and write a line of slots for each. A line that fails is reported, gets
    /// `{"id","line","status":"failed","error"}`, and the rest goes on.
    #[arg(long, value_name = "FILE", conflicts_with = "text")]
    pub batch: Option<PathBuf>,
}
