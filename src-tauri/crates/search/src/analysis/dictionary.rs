use std::env;
use std::path::{Path, PathBuf};

use crate::SearchError;
use crate::mecab::STAMP;

/// Where a built dictionary is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dictionary {
    dir: PathBuf,
    stamp: String,
}

impl Dictionary {
    /// Looks for a dictionary, in this order:
    ///
    /// 1. `explicit`, then the folder that the environment's `SIMUI_DICTIONARY` names (a folder that is
    ///    named and has no dictionary is an error, not a reason to look further);
    /// 2. beside the program: `ko-dic`, or `../lib/simui/ko-dic`;
    /// 3. `models/fetched/ko-dic` in a folder above the program or the current folder;
    /// 4. the same in the checkout this crate was compiled from, if it is still there.
    ///
    /// # Errors
    /// [`SearchError::NoDictionary`] with every place looked in.
    pub fn locate(explicit: Option<&Path>) -> Result<Self, SearchError> {
        let named = explicit.map(Path::to_owned).or_else(|| {
            env::var_os("SIMUI_DICTIONARY").filter(|it| !it.is_empty()).map(Into::into)
        });
        let places = named.map_or_else(usual_places, |dir| vec![dir]);
        places.iter().find_map(|dir| Self::at(dir)).ok_or_else(|| SearchError::NoDictionary {
            looked_in: places
                .iter()
                .map(|dir| dir.display().to_string())
                .collect::<Vec<_>>()
                .join(", "),
        })
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

const IN_CHECKOUT: &str = "models/fetched/ko-dic";

fn usual_places() -> Vec<PathBuf> {
    let program = env::current_exe().ok().and_then(|it| it.parent().map(Path::to_owned));
    let current = env::current_dir().ok();
    let mut places = Vec::new();
    if let Some(dir) = &program {
        places.push(dir.join("ko-dic"));
        places.push(dir.join("../lib/simui/ko-dic"));
    }
    for dir in program.iter().chain(&current) {
        places.extend(dir.ancestors().map(|above| above.join(IN_CHECKOUT)));
    }
    if let Some(crate_dir) = option_env!("CARGO_MANIFEST_DIR") {
        places.push(Path::new(crate_dir).join("../../..").join(IN_CHECKOUT));
    }
    places
}
