//! Arguments of `simui models prompt`.

use std::path::PathBuf;

use clap::Subcommand;

use super::signature::Signed;

/// Commands of `simui models prompt`.
#[derive(Debug, Subcommand)]
pub enum PromptCommand {
    /// List the prompts, each with its version and SHA-256, and which are in the office's own
    /// wording.
    List,
    /// Print a prompt as models receive it.
    Show {
        /// Name of the prompt.
        name: String,
        /// Show the differences from the built-in prompt, line by line.
        #[arg(long)]
        changes: bool,
    },
    /// Show a prompt filled with an example, with its own wording or that of a file. Nothing is
    /// stored.
    Try {
        /// Name of the prompt.
        name: String,
        /// File with a full prompt: front matter, `## 지시`, `## 자료`.
        file: Option<PathBuf>,
        /// Also ask the model that plays the role.
        #[arg(long)]
        ask: bool,
        /// Name or id of the person who asks, for the audit log.
        #[arg(long = "as", value_name = "REVIEWER")]
        reviewer: Option<String>,
    },
    /// Replace a prompt by that of a file.
    Set {
        /// Name of the prompt.
        name: String,
        /// File with a full prompt: front matter, `## 지시`, `## 자료`.
        file: PathBuf,
        /// The administrator who signs.
        #[command(flatten)]
        signed: Signed,
    },
    /// Restore the built-in wording of a prompt.
    Reset {
        /// Name of the prompt.
        name: String,
        /// The administrator who signs.
        #[command(flatten)]
        signed: Signed,
    },
}
