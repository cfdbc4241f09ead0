use std::path::{Path, PathBuf};

use crate::SearchError;
use crate::mecab::STAMP;
use crate::places::{listed, places};

/// Where a built dictionary is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dictionary {
    dir: PathBuf,
    stamp: String,
}

impl Dictionary {
    /// Looks for a dictionary: `explicit`, then the folder that the environment's `SIMUI_DICTIONARY` names, then
    /// `ko-dic` beside the program and `models/fetched/ko-dic` in a checkout ([`crate::places`]).
    ///
    /// # Errors
    /// [`SearchError::NoDictionary`] with every place looked in.
    pub fn locate(explicit: Option<&Path>) -> Result<Self, SearchError> {
        let places = places(explicit, "SIMUI_DICTIONARY", "ko-dic", "models/fetched/ko-dic");
        places
            .iter()
            .find_map(|dir| Self::at(dir))
            .ok_or_else(|| SearchError::NoDictionary { looked_in: listed(&places) })
    }

    /// The dictionary in `dir`, if there is one.
    fn at(dir: &Path) -> Option<Self> {
        let stamp = std::fs::read_to_string(dir.join(STAMP)).ok()?;
        Some(Self { dir: dir.to_owned(), stamp })
    }

    /// Its folder.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// What it was built from: package, version, SHA-256, our own lexicon.
    pub fn stamp(&self) -> &str {
        &self.stamp
    }
}
