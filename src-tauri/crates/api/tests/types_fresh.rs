//! The committed TypeScript types equal those generated from the Rust types.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

fn files(folder: &Path) -> BTreeMap<String, String> {
    fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, fs::read_to_string(&path).unwrap())
        })
        .collect()
}

#[test]
fn generated_types_are_fresh() {
    let fresh = tempfile::tempdir().unwrap();
    simui_api::typescript::write_types(fresh.path()).unwrap();
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../ui/src/lib/backend/types");
    let (fresh, committed) = (files(fresh.path()), files(&committed));
    for (name, text) in &fresh {
        assert_eq!(committed.get(name), Some(text), "{name} is stale: run `make types`");
    }
    for name in committed.keys() {
        assert!(fresh.contains_key(name), "{name} has no Rust type any more: delete it");
    }
}

#[test]
fn generated_words_about_errors_are_fresh() {
    let fresh = tempfile::tempdir().unwrap();
    simui_api::typescript::write_error_words(fresh.path()).unwrap();
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../ui/src/lib/words");
    for name in ["ko/errors.ts", "en/errors.ts"] {
        let text = fs::read_to_string(fresh.path().join(name)).unwrap();
        let kept = fs::read_to_string(committed.join(name)).unwrap();
        assert!(text == kept, "{name} is stale: run `make types`");
    }
}
