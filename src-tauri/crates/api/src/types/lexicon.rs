//! Names of concepts from tables the user has a licence for.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Which tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum LexiconSource {
    /// MRCONSO.RRF and MRSTY.RRF.
    Umls,
    /// A concept table of MedCAT.
    Medcat,
}

/// Tables to import in the place of those imported before from the same source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "source", rename_all = "snake_case")]
pub enum LexiconImport {
    /// Of the UMLS.
    Umls {
        /// Path of MRCONSO.RRF.
        mrconso: String,
        /// Path of MRSTY.RRF.
        mrsty: String,
    },
    /// Of MedCAT.
    Medcat {
        /// Path of the table: name, cui, ontologies, name_status, type_ids.
        cdb: String,
    },
}

/// What was imported from a source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ImportedLexicon {
    /// Which tables.
    pub source: LexiconSource,
    /// When, in UTC.
    pub imported_at: String,
    /// Lines that were read.
    pub lines: u32,
    /// Concepts with at least one name.
    pub concepts: u32,
    /// Korean names.
    pub korean: u32,
    /// English names.
    pub english: u32,
    /// Names that were left out: another language, suppressed, of no slot, or as nobody writes them.
    pub left_out: u32,
}

/// What the reading of texts knows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct LexiconStatus {
    /// Concepts and measured values of the program's own lexicon.
    pub own_concepts: u32,
    /// What was imported beside it.
    pub imported: Vec<ImportedLexicon>,
}

/// An import to take out again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RemoveLexicon {
    /// Which tables.
    pub source: LexiconSource,
}
