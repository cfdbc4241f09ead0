//! The tiny models of `tests/models`, installed into a separate directory for each test.

use std::fs;
use std::path::{Path, PathBuf};

use simui_inference::onnx::{LibrarySearch, Runtime};
use simui_inference::registry::{InstalledModel, ModelDirectory};
use tempfile::TempDir;

/// The folder of a model made by `models/onnx/make.py`.
pub fn made(id: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models").join(id)
}

/// A copy of a model's folder.
pub fn copied(id: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    for item in fs::read_dir(made(id)).unwrap() {
        let item = item.unwrap();
        fs::copy(item.path(), folder.path().join(item.file_name())).unwrap();
    }
    folder
}

/// Replaces text in the `model.toml` of a copied folder. The text must be present.
pub fn edit(folder: &Path, from: &str, to: &str) {
    let path = folder.join("model.toml");
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{from:?} is not in {text}");
    fs::write(path, text.replace(from, to)).unwrap();
}

/// A model of `tests/models`, with its description edited by pairs of old and new text, installed and
/// verified.
pub fn installed(id: &str, edits: &[(&str, &str)]) -> (TempDir, InstalledModel) {
    let folder = copied(id);
    for (from, to) in edits {
        edit(folder.path(), from, to);
    }
    let data = TempDir::new().unwrap();
    let models = ModelDirectory::new(data.path().join("models"));
    models.add_described(folder.path()).unwrap();
    let model = models.verify(id).unwrap();
    (data, model)
}

/// ONNX Runtime as downloaded by models/onnxruntime/fetch.sh. `None` if it was not downloaded.
pub fn runtime() -> Option<Runtime> {
    let search = LibrarySearch::usual(None, Path::new("no data directory"));
    if let Err(error) = search.find() {
        eprintln!("skipped: {error}");
        return None;
    }
    Some(Runtime::load(&search).unwrap())
}
