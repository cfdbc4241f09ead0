//! Requests and responses of imported lexicons: names of concepts from tables that the user has a licence
//! for.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The source of imported names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum LexiconSource {
    /// UMLS: MRCONSO.RRF and MRSTY.RRF.
    Umls,
    /// MedCAT: a concept table.
    Medcat,
}

/// Imports tables. They replace those imported before from the same source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "source", rename_all = "snake_case")]
pub enum LexiconImport {
    /// Tables of the UMLS.
    Umls {
        /// Path of MRCONSO.RRF.
        mrconso: String,
        /// Path of MRSTY.RRF.
        mrsty: String,
        /// Name or id of the person who imports, for the audit log.
        #[serde(default)]
        reviewer: Option<String>,
    },
    /// A table of MedCAT.
    Medcat {
        /// Path of the table: name, cui, ontologies, name_status, type_ids.
        cdb: String,
        /// Name or id of the person who imports, for the audit log.
        #[serde(default)]
        reviewer: Option<String>,
    },
}

/// What was imported from a source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ImportedLexicon {
    /// The source.
    pub source: LexiconSource,
    /// When it was imported, in UTC.
    pub imported_at: String,
    /// Name of the person who imported it; absent on a desk without passwords where nobody was named.
    #[serde(default)]
    pub imported_by: Option<String>,
    /// Number of lines read.
    pub lines: u32,
    /// Number of concepts with at least one name.
    pub concepts: u32,
    /// Number of Korean names.
    pub korean: u32,
    /// Number of English names.
    pub english: u32,
    /// Number of names left out: in another language, suppressed, of a type without a slot, or in a form that
    /// nobody writes.
    pub left_out: u32,
}

/// The lexicons that the extraction uses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct LexiconStatus {
    /// Number of concepts and measured values in the program's own lexicon.
    pub own_concepts: u32,
    /// The imported lexicons.
    pub imported: Vec<ImportedLexicon>,
    /// The sources whose import is damaged or of another version. Texts are not read until it is imported
    /// again or removed.
    pub damaged: Vec<LexiconSource>,
}

/// Removes an imported lexicon.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RemoveLexicon {
    /// The source.
    pub source: LexiconSource,
    /// Name or id of the person who removes it, for the audit log.
    #[serde(default)]
    pub reviewer: Option<String>,
}
