//! Arguments of `simui eval`.

use std::path::PathBuf;

use clap::Subcommand;

/// Commands of `simui eval`.
#[derive(Debug, Subcommand)]
pub enum EvalCommand {
    /// Measure how often a verdict stays the same when an advertisement is reworded: other order,
    /// endings, words, notation, and texts rewritten by a person. A sentence that breaks a norm (an
    /// example of a rule) is also added to clean ones and taken out again: verdict and kinds must follow.
    Consistency {
        /// Advertisements, one JSON object per line, as for `review run`; "rewritten": […] may hold
        /// the same text in other words. Default: those that come with the program.
        file: Option<PathBuf>,
    },
    /// Measure memory with invented patients who tell five turns each, interleaved: what is
    /// remembered, what is remembered wrongly, and whether patients are mixed up.
    Patients {
        /// Seed; the same seed gives the same patients.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Number of patients.
        #[arg(long, default_value_t = 80, value_parser = clap::value_parser!(u32).range(1..=10_000))]
        patients: u32,
        /// Also write the patients to this file, one JSON object per line: id, name, turns with
        /// their words, and the known facts.
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Measure what each part of a consultation contributes: scripted patients are answered with
    /// all parts, and without each part in turn. Prints differences with 95 % intervals (bootstrap
    /// over patients).
    Consult {
        /// Number of scripted patients, with six turns each.
        #[arg(long, default_value_t = 20)]
        patients: usize,
        /// Seed of the patients and the samples.
        #[arg(long, default_value_t = 20_261_122)]
        seed: u64,
    },
    /// Measure the coverage comparison on labelled folders: each is one as for `coverage import`, with
    /// a questions.jsonl of {"id","query","insurers","intent","state","code","subtypes","slots"} lines.
    /// Nothing is stored.
    Coverage {
        /// The folders.
        #[arg(required = true)]
        folders: Vec<PathBuf>,
        /// Also leave each reading of readings.toml out in turn, and tell what it contributes.
        #[arg(long)]
        ablate: bool,
    },
    /// Ask questions with feedback again, and count how many answers are now as the person who gave
    /// the feedback wanted.
    Pharmacy {
        /// File written by `simui ask --export-feedback`. Default: the feedback of this desk.
        file: Option<PathBuf>,
    },
}
