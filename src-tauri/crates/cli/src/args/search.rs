//! Arguments of `simui search`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use jiff::civil::Date;
use simui_api::types::{FusionFormula, SearchMode};
use simui_domain::DocumentKind;

/// Arguments of `simui search`.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    disable_help_subcommand = true
)]
pub struct SearchCommand {
    /// What to do instead of a search.
    #[command(subcommand)]
    pub other: Option<SearchSubcommand>,
    /// Words or question to search for. The word `profiles` needs `--` before it.
    #[arg(required_unless_present = "batch")]
    pub query: Option<String>,
    /// Search only this kind. May be given several times.
    #[arg(long = "kind")]
    pub kinds: Vec<DocumentKind>,
    /// Number of hits. Default: as the profile sets it.
    #[arg(long)]
    pub k: Option<u32>,
    /// bm25 (words), dense (meaning) or hybrid (both, fused and reranked).
    #[arg(long, default_value = "hybrid", value_parser = parse_mode)]
    pub mode: SearchMode,
    /// Use the settings of this job: search, review, pharmacy, counsel.
    #[arg(long)]
    pub profile: Option<String>,
    /// Do not rerank the hits.
    #[arg(long)]
    pub no_rerank: bool,
    /// Show the rank and score of each hit at each stage.
    #[arg(long)]
    pub why: bool,
    /// Search only what is in force on this day.
    #[arg(long)]
    pub as_of: Option<Date>,
    /// Read `{"id","text"}` lines and write one line of hits for each.
    #[arg(long, value_name = "FILE", conflicts_with = "query")]
    pub batch: Option<PathBuf>,
}

/// Commands of `simui search`, beside a search itself.
#[derive(Debug, Subcommand)]
pub enum SearchSubcommand {
    /// Show or change how searches are made: the profiles, and the routing of questions.
    ///
    /// Example: simui search profiles review --lexical 30 --k 40 --as "박관리"; `--shipped` restores the
    /// values of a profile.
    Profiles(ProfilesCommand),
}

/// Arguments of `simui search profiles`.
#[derive(Debug, Args)]
pub struct ProfilesCommand {
    /// Profile to change: search, review, pharmacy, counsel. Default: show all.
    #[arg(value_name = "PROFILE", requires = "reviewer")]
    pub profile: Option<String>,
    /// Hits by words, 0 to 1000.
    #[arg(long, value_name = "N", requires = "profile")]
    pub lexical: Option<u32>,
    /// Hits by meaning, 0 to 1000.
    #[arg(long, value_name = "N", requires = "profile")]
    pub dense: Option<u32>,
    /// How both lists are joined: reciprocal-rank (with k) or weighted-scores.
    #[arg(long, value_parser = parse_fusion, requires = "profile")]
    pub fusion: Option<FusionFormula>,
    /// The k of reciprocal-rank; 60 is usual.
    #[arg(long, value_name = "NUMBER", requires = "profile")]
    pub k: Option<f64>,
    /// Weights of words and of meaning, for instance 0.8,0.2.
    #[arg(long, value_name = "WORDS,MEANING", value_parser = parse_weights, requires = "profile")]
    pub weights: Option<Weights>,
    /// Joined hits that are reranked, 0 to 1000; 0 for none.
    #[arg(long, value_name = "N", requires = "profile")]
    pub rerank: Option<u32>,
    /// Number of results, 1 to 1000. For counsel the steps by the kind of question, for instance
    /// 0,3,8,15.
    #[arg(long, value_name = "N", value_delimiter = ',', requires = "profile")]
    pub results: Option<Vec<u32>>,
    /// Reranker's score below which a hit is left out, 0 to 1; `none` for no limit.
    #[arg(long, value_name = "SCORE", value_parser = parse_minimum, requires = "profile")]
    pub minimum: Option<Minimum>,
    /// Restore the shipped values of the profile.
    #[arg(
        long,
        requires = "profile",
        conflicts_with_all = ["lexical", "dense", "fusion", "k", "weights", "rerank", "results", "minimum"]
    )]
    pub shipped: bool,
    /// Whether the kind of question decides the profile and the number of documents: on or off.
    #[arg(long, value_parser = parse_switch, requires = "reviewer")]
    pub routing: Option<Switch>,
    /// Name or id of the administrator who signs.
    #[arg(long = "as", value_name = "ADMINISTRATOR")]
    pub reviewer: Option<String>,
}

/// Weights of words and of meaning.
pub type Weights = [f64; 2];

/// Least score of a profile; `None` for no limit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Minimum(pub Option<f64>);

/// Whether something is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Switch(pub bool);

fn parse_fusion(text: &str) -> Result<FusionFormula, String> {
    match text {
        "reciprocal-rank" => Ok(FusionFormula::ReciprocalRank),
        "weighted-scores" => Ok(FusionFormula::WeightedScores),
        _ => Err("use reciprocal-rank or weighted-scores".to_owned()),
    }
}

fn parse_weights(text: &str) -> Result<Weights, String> {
    let numbers = text.split_once(',').and_then(|(words, meaning)| {
        Some([words.trim().parse().ok()?, meaning.trim().parse().ok()?])
    });
    numbers.ok_or_else(|| "write two numbers, for instance 0.8,0.2".to_owned())
}

fn parse_minimum(text: &str) -> Result<Minimum, String> {
    match text {
        "none" => Ok(Minimum(None)),
        number => match number.parse() {
            Ok(score) => Ok(Minimum(Some(score))),
            Err(_) => Err("write a number from 0 to 1, or none".to_owned()),
        },
    }
}

fn parse_switch(text: &str) -> Result<Switch, String> {
    match text {
        "on" => Ok(Switch(true)),
        "off" => Ok(Switch(false)),
        _ => Err("use on or off".to_owned()),
    }
}

fn parse_mode(text: &str) -> Result<SearchMode, String> {
    match text {
        "bm25" => Ok(SearchMode::Bm25),
        "dense" => Ok(SearchMode::Dense),
        "hybrid" => Ok(SearchMode::Hybrid),
        _ => Err("use bm25, dense or hybrid".to_owned()),
    }
}
