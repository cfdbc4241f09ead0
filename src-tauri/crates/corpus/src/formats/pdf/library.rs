//! Finds and loads libpdfium, once for the process.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};

use pdfium_render::prelude::Pdfium;

use crate::reading::Finding;

/// The library, loaded once; pdfium serves one thread at a time.
static LIBRARY: OnceLock<Result<Bound, String>> = OnceLock::new();

struct Bound {
    file: PathBuf,
    pdfium: Mutex<Pdfium>,
}

const IN_CHECKOUT: &str = "models/fetched/pdfium";

/// Returns the loaded library.
///
/// # Errors
/// A finding with instructions for installing it.
pub(super) fn library() -> Result<&'static Mutex<Pdfium>, Finding> {
    LIBRARY.get_or_init(bind).as_ref().map(|bound| &bound.pdfium).map_err(|reason| {
        Finding::whole_file(format!(
            "PDF를 읽는 라이브러리(pdfium)가 없어 읽지 못했습니다({reason}). models/pdfium/fetch.sh를 실행하거나 SIMUI_PDFIUM에 libpdfium의 경로를 적은 뒤 다시 가져오십시오."
        ))
    })
}

/// Returns the path of the loaded library; otherwise the reason in English, without a remedy.
pub fn pdf_library() -> Result<&'static Path, &'static str> {
    LIBRARY.get_or_init(bind).as_ref().map(|bound| bound.file.as_path()).map_err(String::as_str)
}

fn bind() -> Result<Bound, String> {
    let named = env::var_os("SIMUI_PDFIUM").filter(|it| !it.is_empty()).map(PathBuf::from);
    let places = named.map_or_else(usual_places, |place| vec![place]);
    let name = Pdfium::pdfium_platform_library_name();
    let files =
        places.iter().map(|place| if place.is_dir() { place.join(&name) } else { place.clone() });
    let Some(file) = files.into_iter().find(|file| file.is_file()) else {
        return Err(format!("no {}", name.to_string_lossy()));
    };
    let bindings =
        Pdfium::bind_to_library(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(Bound { file, pdfium: Mutex::new(Pdfium::new(bindings)) })
}

/// Returns the default places: beside the program, in a checkout above the program or the current folder, and
/// in the checkout that this was compiled from.
fn usual_places() -> Vec<PathBuf> {
    let program = env::current_exe().ok().and_then(|it| it.parent().map(Path::to_owned));
    let current = env::current_dir().ok();
    let mut places = Vec::new();
    if let Some(dir) = &program {
        places.push(dir.join("pdfium"));
        places.push(dir.join("../lib/simui/pdfium"));
    }
    for dir in program.iter().chain(&current) {
        places.extend(dir.ancestors().map(|above| above.join(IN_CHECKOUT)));
    }
    if let Some(crate_dir) = option_env!("CARGO_MANIFEST_DIR") {
        places.push(Path::new(crate_dir).join("../../..").join(IN_CHECKOUT));
    }
    places.retain(|place| place.is_dir());
    places
}
