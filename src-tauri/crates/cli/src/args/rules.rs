//! Arguments of `simui rules`.

use std::path::PathBuf;

use clap::Subcommand;

use super::signature::Signed;

/// Commands of `simui rules`.
#[derive(Debug, Subcommand)]
pub enum RulesCommand {
    /// List the rule packs and their versions.
    List,
    /// Show one version of a pack: its text and its details.
    #[command(disable_version_flag = true)]
    Show {
        /// Id of the pack.
        id: String,
        /// Version to show. Default: the one in force today.
        #[arg(long)]
        version: Option<String>,
    },
    /// Check a pack without importing it: its form, its references and its own examples.
    ///
    /// Example: simui rules check 묶음.toml --ad "시험할 문구"
    Check {
        /// File with the pack.
        file: PathBuf,
        /// Also test this wording against all rules, with this pack among them.
        #[arg(long, value_name = "TEXT")]
        ad: Option<String>,
    },
    /// Import a pack. It applies to advertisements from its effective date on. Earlier versions
    /// stay.
    Import {
        /// File with the pack.
        file: PathBuf,
        /// The administrator who signs.
        #[command(flatten)]
        signed: Signed,
    },
    /// Write the text of a version to a file.
    #[command(disable_version_flag = true)]
    Export {
        /// Id of the pack.
        id: String,
        /// Version to export. Default: the one in force today.
        #[arg(long)]
        version: Option<String>,
        /// File to write.
        #[arg(long)]
        out: PathBuf,
    },
    /// Activate an imported version again.
    #[command(disable_version_flag = true)]
    Activate {
        /// Id of the pack.
        id: String,
        /// Version to activate. Needed if several are inactive.
        #[arg(long)]
        version: Option<String>,
        /// The administrator who signs.
        #[command(flatten)]
        signed: Signed,
    },
    /// Deactivate an imported version. The previous version applies again, finally the built-in
    /// one.
    #[command(disable_version_flag = true)]
    Deactivate {
        /// Id of the pack.
        id: String,
        /// Version to deactivate. Needed if several are active.
        #[arg(long)]
        version: Option<String>,
        /// The administrator who signs.
        #[command(flatten)]
        signed: Signed,
    },
}
