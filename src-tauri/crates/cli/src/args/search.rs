//! Arguments of `simui search`.

use std::path::PathBuf;

use clap::Args;
use jiff::civil::Date;
use simui_api::types::SearchMode;
use simui_domain::DocumentKind;

/// Arguments of `simui search`.
#[derive(Debug, Args)]
pub struct SearchCommand {
    /// Words or question to search for.
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

fn parse_mode(text: &str) -> Result<SearchMode, String> {
    match text {
        "bm25" => Ok(SearchMode::Bm25),
        "dense" => Ok(SearchMode::Dense),
        "hybrid" => Ok(SearchMode::Hybrid),
        _ => Err("use bm25, dense or hybrid".to_owned()),
    }
}
