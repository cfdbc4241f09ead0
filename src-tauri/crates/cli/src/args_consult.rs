use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// How much of the graph a turn goes through.
#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub enum ConsultMode {
    /// One search, one answer; the record is neither read nor written.
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

/// `simui consult …`
///
/// One JSON object: answer (what is dangerous first), warnings, slots (as `extract`), profile_summary, remembered, used,
/// complexity (greeting, acknowledgement, statement, non_factual, outside, simple, moderate, complex) and k (0, 3, 8, 15), cache
/// (hit, similarity, saved_ms), quality (grounding, completeness, accuracy, overall; null: not scored; model: what a judge model says
/// beside them), engine, roles and notices (with --engine chat: who played what, and what no model did), iterations (searches beyond the
/// first, at most 2), stopped_by, citations, flags, mode, timings_ms. The turn is remembered, except in plain mode; the conversation is
/// kept with all of this in either (`simui patient turns`).
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
pub struct ConsultCommand {
    /// The patient's id (`simui patient list`).
    #[arg(long, value_name = "ID", required_unless_present_any = ["batch", "cache_status"])]
    pub patient: Option<String>,
    /// What the patient says or asks.
    #[arg(required_unless_present_any = ["batch", "cache_status"], allow_hyphen_values = true)]
    pub text: Option<String>,
    /// How much of the graph the turn goes through.
    #[arg(long, value_enum, default_value_t)]
    pub mode: ConsultMode,
    /// Leave out a part, to measure what it contributes: cache, active_retrieval, slots, memory, dur, budget, refine, judge, rewrite,
    /// duplicate_guard, progress_guard, style. May be given several times.
    #[arg(long, value_name = "PART")]
    pub without: Vec<String>,
    /// Who asks: name or id; needed where administrators have passwords.
    #[arg(long = "as", value_name = "NAME")]
    pub reviewer: Option<String>,
    /// Read `{"id","patient","text"}` lines and write a line of answer for each.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["patient", "text"])]
    pub batch: Option<PathBuf>,
    /// Show the statistics of the answer cache.
    #[arg(long, conflicts_with_all = ["patient", "text", "batch"])]
    pub cache_status: bool,
}
