//! Tests of the behaviour without ONNX Runtime, in a separate process because a library stays loaded.
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test stops at what it did not expect, and says why it is skipped"
)]

use std::fs;
use std::path::Path;

use simui_inference::InferenceError;
use simui_inference::onnx::{LibrarySearch, Runtime};
use tempfile::TempDir;

/// One test, because the order matters.
#[test]
fn a_missing_or_wrong_library_is_an_error_and_the_right_one_loads_after_it() {
    let folder = TempDir::new().unwrap();
    let name = match std::env::consts::OS {
        "windows" => "onnxruntime.dll",
        "macos" => "libonnxruntime.dylib",
        _ => "libonnxruntime.so",
    };
    let refused = |search: &LibrarySearch, reason: &str| {
        let error = Runtime::load(search).unwrap_err();
        assert!(matches!(error, InferenceError::Runtime { .. }), "{error}");
        assert!(error.to_string().contains(reason), "{reason:?} is not in {error}");
        assert!(error.to_string().contains("fetch.sh"), "{error}");
    };
    let empty =
        LibrarySearch { folders: vec![folder.path().to_owned()], ..LibrarySearch::default() };
    refused(&LibrarySearch::default(), "no library");
    refused(&empty, "no library in");
    let named = LibrarySearch { setting: Some(folder.path().join("gone.so")), ..empty.clone() };
    refused(&named, "the setting names");
    let variable = LibrarySearch { variable: Some(folder.path().join("gone.so")), ..empty.clone() };
    refused(&variable, "ORT_DYLIB_PATH names");
    // Next to the library of a provider, and not one itself.
    fs::write(folder.path().join("libonnxruntime_providers_shared.so"), "").unwrap();
    refused(&empty, "no library in");
    fs::write(folder.path().join(name), "no library at all").unwrap();
    refused(&empty, "cannot be used");

    let usual = LibrarySearch::usual(None, Path::new("no data directory"));
    let Ok(library) = usual.find() else {
        eprintln!("skipped: ONNX Runtime is not here; run models/onnxruntime/fetch.sh");
        return;
    };
    let runtime = Runtime::load(&usual).unwrap();
    assert_eq!(runtime.library(), library);
    // Libraries of other systems do not give a version. An official one for Linux does.
    let version = runtime.version();
    assert!(version.as_ref().is_none_or(|it| it.starts_with("1.")), "{version:?}");
    #[cfg(target_os = "linux")]
    assert!(version.is_some());
    // Again, this time by its file.
    let by_file = LibrarySearch { setting: Some(library), ..LibrarySearch::default() };
    assert_eq!(Runtime::load(&by_file).unwrap().library(), runtime.library());
    refused(&empty, "is loaded");
}
