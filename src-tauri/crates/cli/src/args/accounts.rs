//! Arguments of `simui accounts` and `simui reviewer`.

use clap::{Args, Subcommand};
use simui_domain::{Role, ViolationKind};

use super::signature::Signed;

/// Commands of `simui accounts`.
#[derive(Debug, Subcommand)]
pub enum AccountsCommand {
    /// List everybody with role, password or none, expertise and open cases.
    List,
    /// Add a person. Once an administrator has a password, an administrator must sign.
    Add {
        /// Name that signs.
        name: String,
        /// Role: reviewer, pharmacist or administrator.
        #[arg(long, value_parser = parse_role, default_value = "reviewer")]
        role: Role,
        /// Name or id of the administrator who signs.
        #[arg(long = "as", value_name = "ADMINISTRATOR")]
        reviewer: Option<String>,
    },
    /// Set a password, read from a line of standard input (after the line of --password-stdin).
    ///
    /// The first password of a desk must be an administrator's. From then on every command needs
    /// --as NAME with --password-stdin or SIMUI_PASSWORD. Example: simui accounts password "박관리" <
    /// 비밀번호.txt
    Password {
        /// Name or id of the account.
        account: String,
        /// The administrator who sets the password. Default: the account itself.
        #[arg(long = "as", value_name = "WHO")]
        reviewer: Option<String>,
    },
    /// Disable an account. What it signed stays.
    Disable(OfAccount),
    /// Enable a disabled account.
    Enable(OfAccount),
    /// Give an account another role.
    Role {
        /// The account, and the administrator who signs.
        #[command(flatten)]
        of: OfAccount,
        /// New role: reviewer, pharmacist or administrator.
        #[arg(long = "to", value_parser = parse_role)]
        role: Role,
    },
    /// Set the kinds of violation in which an account is an expert. Cases with confidence below .70
    /// are assigned to experts.
    Expert {
        /// The account, and the administrator who signs.
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
    /// Name or id of the account.
    pub account: String,
    /// The administrator who signs.
    #[command(flatten)]
    pub signed: Signed,
}

fn parse_kind(text: &str) -> Result<ViolationKind, String> {
    text.parse().map_err(|_| "one of V1, V2, …, V14".to_owned())
}

/// Commands of `simui reviewer`.
#[derive(Debug, Subcommand)]
pub enum ReviewerCommand {
    /// Register a person.
    ///
    /// Example: simui reviewer add "박관리" --role administrator
    Add {
        /// Name that signs.
        name: String,
        /// Role: reviewer, pharmacist or administrator.
        #[arg(long, value_parser = parse_role, default_value = "reviewer")]
        role: Role,
    },
    /// List everybody who signs.
    List,
}

fn parse_role(text: &str) -> Result<Role, String> {
    match text {
        "reviewer" => Ok(Role::Reviewer),
        "pharmacist" => Ok(Role::Pharmacist),
        "administrator" => Ok(Role::Administrator),
        _ => Err("one of reviewer, pharmacist, administrator".to_owned()),
    }
}
