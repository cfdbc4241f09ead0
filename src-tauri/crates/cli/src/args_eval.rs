use std::path::PathBuf;

use clap::Subcommand;

/// `simui eval …`
#[derive(Debug, Subcommand)]
pub enum EvalCommand {
    /// Measure how often a verdict holds when an advertisement is reworded: other order, endings, words, notation, and texts that a
    /// person rewrote.
    Consistency {
        /// Advertisements, one JSON object a line, as for `review run`; "rewritten": […] may hold the same in other words. Without a file,
        /// those that come with the program.
        file: Option<PathBuf>,
    },
    /// Let invented patients tell five turns each, interleaved, and measure what is remembered, what is remembered wrongly, and whether
    /// patients are mixed up.
    Patients {
        /// The same seed gives the same people.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// How many.
        #[arg(long, default_value_t = 80, value_parser = clap::value_parser!(u32).range(1..=10_000))]
        patients: u32,
        /// Write the people as well, one JSON object a line: id, name, turns with their words, the facts that are known.
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Measure what each part of a consultation contributes: scripted patients are answered with all parts and without each in turn;
    /// differences with 95 % intervals (bootstrap over patients).
    Consult {
        /// Scripted patients, of six turns each.
        #[arg(long, default_value_t = 20)]
        patients: usize,
        /// Draws the patients and the samples.
        #[arg(long, default_value_t = 20_261_122)]
        seed: u64,
    },
    /// Ask questions with feedback again, and count how many answers are now as the person who gave the feedback wanted.
    Pharmacy {
        /// Lines as `simui ask --export-feedback` writes them; without a file, the feedback of this desk.
        file: Option<PathBuf>,
    },
}
