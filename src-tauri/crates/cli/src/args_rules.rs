use std::path::PathBuf;

use clap::Subcommand;

use crate::args_administration::Signed;

/// `simui rules …`
#[derive(Debug, Subcommand)]
pub enum RulesCommand {
    /// List the rule packs and their versions.
    List,
    /// Show one version of a pack: its text and what is known of it.
    #[command(disable_version_flag = true)]
    Show {
        /// Its id.
        id: String,
        /// The version in force today when absent.
        #[arg(long)]
        version: Option<String>,
    },
    /// Check a pack without importing it: its form, what it refers to, its own examples.
    ///
    /// Example: simui rules check 묶음.toml --ad "시험할 문구"
    Check {
        /// The file.
        file: PathBuf,
        /// Also try all rules, with this pack among them, on this wording.
        #[arg(long, value_name = "TEXT")]
        ad: Option<String>,
    },
    /// Import a pack. It applies to advertisements from its effective date on; earlier versions stay.
    Import {
        /// The file.
        file: PathBuf,
        /// Who signs.
        #[command(flatten)]
        signed: Signed,
    },
    /// Write the text of a version to a file.
    #[command(disable_version_flag = true)]
    Export {
        /// Its id.
        id: String,
        /// The version in force today when absent.
        #[arg(long)]
        version: Option<String>,
        /// Where to.
        #[arg(long)]
        out: PathBuf,
    },
    /// Activate an imported version again.
    #[command(disable_version_flag = true)]
    Activate {
        /// Its id.
        id: String,
        /// Needed where several are inactive.
        #[arg(long)]
        version: Option<String>,
        /// Who signs.
        #[command(flatten)]
        signed: Signed,
    },
    /// Deactivate an imported version; the one before it applies again, in the end the program's own.
    #[command(disable_version_flag = true)]
    Deactivate {
        /// Its id.
        id: String,
        /// Needed where several are active.
        #[arg(long)]
        version: Option<String>,
        /// Who signs.
        #[command(flatten)]
        signed: Signed,
    },
}
