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
