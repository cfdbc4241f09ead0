//! Arguments of `simui corpus` about followed laws.

use clap::{Args, Subcommand};
use simui_api::types::LawCollection;

use super::signature::Signed;

/// Commands about followed laws.
#[derive(Debug, Subcommand)]
pub enum FollowedCommand {
    /// Fetch new versions of followed laws from law.go.kr and import them. Off until an administrator allows
    /// it.
    ///
    /// Needs `simui outbound allow www.law.go.kr`, `simui outbound on`, `simui keys set law.go.kr` (the key
    /// of open.law.go.kr) and a followed law.
    Update(UpdateCommand),
    /// Follow laws, so that `update` fetches their new versions.
    Follow(FollowCommand),
    /// Stop following laws. Stored versions stay.
    Unfollow(FollowCommand),
    /// List the followed laws, and what prevents `update` from running.
    Followed,
    /// Search law.go.kr for documents by words in their title.
    Find {
        /// Words to search for.
        words: String,
        /// Collection: law, eflaw, admrul, ordin, prec or detc.
        #[arg(long, default_value = "law", value_parser = parse_collection)]
        collection: LawCollection,
        /// Page number; a page has 100 documents.
        #[arg(long, default_value_t = 1)]
        page: u32,
    },
}

/// Arguments of `simui corpus update`.
#[derive(Debug, Args)]
pub struct UpdateCommand {
    /// Titles of followed laws. Default: all.
    pub laws: Vec<String>,
    /// Only check for new versions; fetch none.
    #[arg(long)]
    pub check: bool,
    /// Name or id of the person who asks, for the audit log.
    #[arg(long = "as", value_name = "REVIEWER")]
    pub reviewer: Option<String>,
}

/// Arguments of `simui corpus follow` and `unfollow`.
#[derive(Debug, Args)]
pub struct FollowCommand {
    /// Exact titles of the laws.
    #[arg(required = true)]
    pub laws: Vec<String>,
    /// law (현행법령), eflaw (also future and past versions), admrul, ordin, prec or detc.
    #[arg(long, default_value = "law", value_parser = parse_collection)]
    pub collection: LawCollection,
    /// The administrator who signs.
    #[command(flatten)]
    pub signed: Signed,
}

pub fn parse_collection(text: &str) -> Result<LawCollection, String> {
    match text {
        "law" => Ok(LawCollection::Law),
        "eflaw" => Ok(LawCollection::EfLaw),
        "admrul" => Ok(LawCollection::AdmRul),
        "ordin" => Ok(LawCollection::Ordin),
        "prec" => Ok(LawCollection::Prec),
        "detc" => Ok(LawCollection::Detc),
        _ => Err("one of law, eflaw, admrul, ordin, prec, detc".to_owned()),
    }
}
