//! Arguments of `simui consult`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// The part of the graph that a turn goes through.
#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub enum ConsultMode {
    /// One search, one answer. The record is neither read nor written.
    Plain,
    /// With the record, the answer cache, quality scores and a second search.
    #[default]
    Agent,
}

impl std::fmt::Display for ConsultMode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            ConsultMode::Plain => "plain",
            ConsultMode::Agent => "agent",
        })
    }
}

/// Arguments of `simui consult`.
///
/// One JSON object: answer (dangers first), warnings, slots (as `extract`), profile_summary,
/// remembered, used, complexity (greeting, acknowledgement, statement, non_factual, outside,
/// simple, moderate, complex) and k (0, 3, 8, 15), cache (hit, similarity, saved_ms), quality
/// (grounding, completeness, accuracy, overall; null: not scored; model: the scores of a judge
/// model), engine, roles and notices (with --engine chat: the model of each role, and what no model
/// did), iterations (searches after the first, at most 2), stopped_by, citations, flags, mode,
/// timings_ms. The turn is remembered, except in plain mode. The conversation is kept with all of
/// this in both modes (`simui patient turns`).
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
pub struct ConsultCommand {
    /// Id of the patient (`simui patient list`).
    #[arg(long, value_name = "ID", required_unless_present_any = ["batch", "cache_status"])]
    pub patient: Option<String>,
    /// What the patient says or asks.
    #[arg(required_unless_present_any = ["batch", "cache_status"], allow_hyphen_values = true)]
    pub text: Option<String>,
    /// Part of the graph that the turn goes through.
    #[arg(long, value_enum, default_value_t)]
    pub mode: ConsultMode,
    /// Switch a part off, to measure what it contributes: cache, active_retrieval, slots, memory,
    /// dur, budget, refine, judge, rewrite, duplicate_guard, progress_guard, style. May be given
    /// several times.
    #[arg(long, value_name = "PART")]
    pub without: Vec<String>,
    /// Name or id of the person who asks. Needed if administrators have passwords.
    #[arg(long = "as", value_name = "NAME")]
    pub reviewer: Option<String>,
    /// Read `{"id","patient","text"}` lines and write one answer line for each.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["patient", "text"])]
    pub batch: Option<PathBuf>,
    /// Show the statistics of the answer cache.
    #[arg(long, conflicts_with_all = ["patient", "text", "batch"])]
    pub cache_status: bool,
}
