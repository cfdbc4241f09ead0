//! Finds the files that are installed with the program.

use std::env;
use std::path::{Path, PathBuf};

/// Lists the places of an installed file or folder, in the order in which they are tried:
///
/// 1. `explicit`, else the value of the environment variable `variable`; where one is given, it is the only
///    place, and a missing file there is an error;
/// 2. `name` beside the program, or in `../lib/simui`;
/// 3. `in_checkout` in a folder above the program or the current folder;
/// 4. `in_checkout` in the checkout that this crate was compiled from, if it still exists.
pub(crate) fn places(
    explicit: Option<&Path>,
    variable: &str,
    name: &str,
    in_checkout: &str,
) -> Vec<PathBuf> {
    let named = explicit
        .map(Path::to_owned)
        .or_else(|| env::var_os(variable).filter(|it| !it.is_empty()).map(Into::into));
    if let Some(named) = named {
        return vec![named];
    }
    let program = env::current_exe().ok().and_then(|it| it.parent().map(Path::to_owned));
    let current = env::current_dir().ok();
    let mut places = Vec::new();
    if let Some(dir) = &program {
        places.push(dir.join(name));
        places.push(dir.join("../lib/simui").join(name));
    }
    for dir in program.iter().chain(&current) {
        places.extend(dir.ancestors().map(|above| above.join(in_checkout)));
    }
    if let Some(crate_dir) = option_env!("CARGO_MANIFEST_DIR") {
        places.push(Path::new(crate_dir).join("../../..").join(in_checkout));
    }
    places
}

/// Joins the places with commas, for messages.
pub(crate) fn listed(places: &[PathBuf]) -> String {
    places.iter().map(|place| place.display().to_string()).collect::<Vec<_>>().join(", ")
}
