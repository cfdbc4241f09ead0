use std::path::{Path, PathBuf};

use crate::SearchError;
use crate::mecab::STAMP;
use crate::places::{listed, places};

/// A built dictionary on disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dictionary {
    dir: PathBuf,
    stamp: String,
}

impl Dictionary {
    /// Finds a dictionary: at `explicit`, then in the folder that the environment variable `SIMUI_DICTIONARY`
    /// names, then `ko-dic` beside the program and `models/fetched/ko-dic` in a checkout ([`crate::places`]).
    ///
    /// # Errors
    /// [`SearchError::NoDictionary`] with every place that was tried.
    pub fn locate(explicit: Option<&Path>) -> Result<Self, SearchError> {
        let places = places(explicit, "SIMUI_DICTIONARY", "ko-dic", "models/fetched/ko-dic");
        places
            .iter()
            .find_map(|dir| Self::at(dir))
            .ok_or_else(|| SearchError::NoDictionary { looked_in: listed(&places) })
    }

    /// Returns the dictionary in `dir`, or `None` where its stamp is missing.
    fn at(dir: &Path) -> Option<Self> {
        let stamp = std::fs::read_to_string(dir.join(STAMP)).ok()?;
        Some(Self { dir: dir.to_owned(), stamp })
    }

    /// Returns the folder of the dictionary.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Returns what the dictionary was built from: package, version, SHA-256 and our own lexicon.
    pub fn stamp(&self) -> &str {
        &self.stamp
    }
}
