use std::path::PathBuf;

use clap::{Args, Subcommand};

/// `simui lexicon …`
#[derive(Debug, Subcommand)]
pub enum LexiconCommand {
    /// Import names from tables you have a licence for; they replace the last import from the same source.
    ///
    /// The program's own lexicon is preferred where it knows a form or a concept. The names do not leave the data directory.
    Import(LexiconImportCommand),
    /// Show what the lexicon knows and what was imported.
    Status,
    /// Remove an import.
    Remove {
        /// Its source.
        #[arg(value_parser = ["umls", "medcat"])]
        source: String,
    },
}

/// `simui lexicon import`
#[derive(Debug, Args)]
#[group(required = true, multiple = true)]
pub struct LexiconImportCommand {
    /// MRCONSO.RRF of a UMLS release: Korean names, and preferred English ones, of conditions, symptoms and drugs are taken.
    #[arg(long, value_name = "FILE", requires = "mrsty")]
    pub mrconso: Option<PathBuf>,
    /// MRSTY.RRF of the same release.
    #[arg(long, value_name = "FILE", requires = "mrconso")]
    pub mrsty: Option<PathBuf>,
    /// A concept table of MedCAT in CSV; its first line names the columns: name, cui, ontologies, name_status, type_ids (T047, …).
    #[arg(long, value_name = "FILE", conflicts_with_all = ["mrconso", "mrsty"])]
    pub medcat: Option<PathBuf>,
}
