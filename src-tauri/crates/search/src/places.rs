//! Where the files that come with the program are looked for.

use std::env;
use std::path::{Path, PathBuf};

/// Places of a file or folder that set-up or a package brought, in the order they are tried:
///
/// 1. `explicit`, then what the environment's `variable` names (what is named and not there is an error, not a
///    reason to look further: it is the only place);
/// 2. beside the program, or in `../lib/simui`, by its `name`;
/// 3. at `in_checkout` in a folder above the program or the current folder;
/// 4. the same in the checkout this crate was compiled from, if it is still there.
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

/// For messages.
pub(crate) fn listed(places: &[PathBuf]) -> String {
    places.iter().map(|place| place.display().to_string()).collect::<Vec<_>>().join(", ")
}
