//! The person who signs a change, as the commands of administrators take it.

use clap::Args;

/// The administrator who signs a change.
#[derive(Debug, Args)]
pub struct Signed {
    /// Name or id of the administrator who signs.
    #[arg(long = "as", value_name = "ADMINISTRATOR")]
    pub reviewer: String,
}
