use clap::{Args, Subcommand};
use simui_domain::{Role, ViolationKind};

use crate::args::{Signed, parse_role};

/// `simui accounts …`
#[derive(Debug, Subcommand)]
pub enum AccountsCommand {
    /// List everybody: role, password or none, expertise, open cases.
    List,
    /// Add somebody. Once an administrator has a password, an administrator signs for it.
    Add {
        /// The name that signs.
        name: String,
        /// reviewer, pharmacist or administrator.
        #[arg(long, value_parser = parse_role, default_value = "reviewer")]
        role: Role,
        /// The administrator who signs: name or id.
        #[arg(long = "as", value_name = "ADMINISTRATOR")]
        reviewer: Option<String>,
    },
    /// Set a password, read from a line of standard input (after the line of --password-stdin).
    ///
    /// The first password of a desk is an administrator's. From then on every command needs --as NAME with --password-stdin or
    /// SIMUI_PASSWORD. Example: simui accounts password "박관리" < 비밀번호.txt
    Password {
        /// Whose: name or id.
        account: String,
        /// Who sets it: the account itself when absent, else an administrator.
        #[arg(long = "as", value_name = "WHO")]
        reviewer: Option<String>,
    },
    /// Disable an account; what it signed stays.
    Disable(OfAccount),
    /// Enable a disabled account.
    Enable(OfAccount),
    /// Give an account another role.
    Role {
        /// Whose, and who signs.
        #[command(flatten)]
        of: OfAccount,
        /// reviewer, pharmacist or administrator.
        #[arg(long = "to", value_parser = parse_role)]
        role: Role,
    },
    /// Set the kinds of violation an account is an expert for: cases with confidence below .70 are assigned to experts.
    Expert {
        /// Whose, and who signs.
        #[command(flatten)]
        of: OfAccount,
        /// V1,V3,…; empty for none.
        #[arg(long, value_parser = parse_kind, value_delimiter = ',', num_args = 0..)]
        kinds: Vec<ViolationKind>,
    },
}

/// An account, and the administrator who changes it.
#[derive(Debug, Args)]
pub struct OfAccount {
    /// Whose: name or id.
    pub account: String,
    /// Who signs.
    #[command(flatten)]
    pub signed: Signed,
}

fn parse_kind(text: &str) -> Result<ViolationKind, String> {
    text.parse().map_err(|_| "one of V1, V2, …, V14".to_owned())
}
