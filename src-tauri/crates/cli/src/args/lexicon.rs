//! Arguments of `simui lexicon`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// Commands of `simui lexicon`.
#[derive(Debug, Subcommand)]
pub enum LexiconCommand {
    /// Import names from tables that you have a licence for. They replace the last import from the
    /// same source.
    ///
    /// The built-in lexicon takes precedence for the forms and concepts that it knows. Imported
    /// names do not leave the data directory.
    Import(LexiconImportCommand),
    /// Show the content of the lexicon and its imports.
    Status,
    /// Remove an import.
    Remove {
        /// Source of the import.
        #[arg(value_parser = ["umls", "medcat"])]
        source: String,
        /// Name or id of the administrator, for the audit log.
        #[arg(long = "as", value_name = "REVIEWER")]
        reviewer: Option<String>,
    },
}

/// Arguments of `simui lexicon import`.
#[derive(Debug, Args)]
#[group(required = true, multiple = true)]
pub struct LexiconImportCommand {
    /// MRCONSO.RRF of a UMLS release. Korean names and preferred English names of conditions,
    /// symptoms and drugs are imported.
    #[arg(long, value_name = "FILE", requires = "mrsty")]
    pub mrconso: Option<PathBuf>,
    /// MRSTY.RRF of the same release.
    #[arg(long, value_name = "FILE", requires = "mrconso")]
    pub mrsty: Option<PathBuf>,
    /// Concept table of MedCAT in CSV. The first line names the columns: name, cui, ontologies,
    /// name_status, type_ids (T047, …).
    #[arg(long, value_name = "FILE", conflicts_with_all = ["mrconso", "mrsty"])]
    pub medcat: Option<PathBuf>,
    /// Name or id of the administrator, for the audit log.
    #[arg(long = "as", value_name = "REVIEWER")]
    pub reviewer: Option<String>,
}
