//! Arguments of `simui corpus drugs`.

use clap::{Args, Subcommand};

use super::signature::Signed;

/// Commands about drug data of data.go.kr.
#[derive(Debug, Subcommand)]
pub enum DrugDataCommand {
    /// List the services of drug data, what was fetched of each, and what prevents `update` from running.
    List,
    /// Follow services, so that `update` fetches their rows.
    Follow(FollowServices),
    /// Stop following services. Imported documents stay.
    Unfollow(FollowServices),
    /// Fetch the rows of followed services from data.go.kr and import them. Off until an administrator allows
    /// it.
    ///
    /// Needs `simui outbound allow apis.data.go.kr`, `simui outbound on`, `simui keys set data.go.kr` (the
    /// portal's 일반 인증키 in either form) and a followed service. A stopped update goes on with the next page. A
    /// later one fetches what has changed where the service can tell, and else everything again.
    Update(UpdateServices),
}

/// Arguments of `simui corpus drugs follow` and `unfollow`.
#[derive(Debug, Args)]
pub struct FollowServices {
    /// Keys or Korean names of services, as `list` prints them.
    #[arg(required = true)]
    pub services: Vec<String>,
    /// The administrator who signs.
    #[command(flatten)]
    pub signed: Signed,
}

/// Arguments of `simui corpus drugs update`.
#[derive(Debug, Args)]
pub struct UpdateServices {
    /// Keys or Korean names of followed services. Default: all.
    pub services: Vec<String>,
    /// Only count the rows; fetch none.
    #[arg(long)]
    pub check: bool,
    /// Fetch everything again, also where the service can tell what has changed.
    #[arg(long, conflicts_with = "check")]
    pub everything: bool,
    /// Name or id of the person who asks, for the audit log.
    #[arg(long = "as", value_name = "REVIEWER")]
    pub reviewer: Option<String>,
}
