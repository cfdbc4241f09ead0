use std::path::PathBuf;

use clap::Subcommand;

use crate::args::Signed;

/// `simui models prompt …`
#[derive(Debug, Subcommand)]
pub enum PromptCommand {
    /// List the prompts, each with its version and SHA-256, and which are in the office's own words.
    List,
    /// Print a prompt as models are asked with it.
    Show {
        /// Its name.
        name: String,
        /// What differs from the program's own, line by line.
        #[arg(long)]
        changes: bool,
    },
    /// Show a prompt filled with an example, as it is or with the words of a file. Nothing is stored.
    Try {
        /// Its name.
        name: String,
        /// A whole prompt: front matter, `## 지시`, `## 자료`.
        file: Option<PathBuf>,
        /// Also ask the model that plays the role.
        #[arg(long)]
        ask: bool,
        /// Who asks, for the audit log: name or id.
        #[arg(long = "as", value_name = "REVIEWER")]
        reviewer: Option<String>,
    },
    /// Replace a prompt by the words of a file.
    Set {
        /// Its name.
        name: String,
        /// A whole prompt: front matter, `## 지시`, `## 자료`.
        file: PathBuf,
        /// Who signs.
        #[command(flatten)]
        signed: Signed,
    },
    /// Restore the program's own words of a prompt.
    Reset {
        /// Its name.
        name: String,
        /// Who signs.
        #[command(flatten)]
        signed: Signed,
    },
}
