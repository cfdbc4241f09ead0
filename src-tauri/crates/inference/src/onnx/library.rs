use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use crate::InferenceError;

/// Places where the library of ONNX Runtime is searched.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LibrarySearch {
    /// Library or folder from the settings. If given, no other place is tried.
    pub setting: Option<PathBuf>,
    /// Library or folder from the environment variable `ORT_DYLIB_PATH`. If given, no folder is tried.
    pub variable: Option<PathBuf>,
    /// Folders to try in order.
    pub folders: Vec<PathBuf>,
}

impl LibrarySearch {
    /// Returns the default places: the setting, then `ORT_DYLIB_PATH`, then `onnxruntime` in the data
    /// directory, beside the program and under `models/fetched` of the checkout.
    pub fn usual(setting: Option<PathBuf>, data_directory: &Path) -> Self {
        let mut folders = vec![data_directory.join("onnxruntime")];
        if let Some(beside) = env::current_exe().ok().as_deref().and_then(Path::parent) {
            folders.push(beside.join("onnxruntime"));
            folders.push(beside.join("../lib/simui/onnxruntime"));
        }
        folders.push(
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../models/fetched/onnxruntime"),
        );
        let variable = env::var_os("ORT_DYLIB_PATH").filter(|it| !it.is_empty()).map(Into::into);
        Self { setting, variable, folders }
    }

    /// Returns the library to load.
    ///
    /// # Errors
    /// [`InferenceError::Runtime`] with every place that was tried.
    pub fn find(&self) -> Result<PathBuf, InferenceError> {
        let named = [("the setting", &self.setting), ("ORT_DYLIB_PATH", &self.variable)];
        for (who, path) in named {
            if let Some(path) = path {
                return library_at(path).ok_or_else(|| InferenceError::Runtime {
                    problem: format!("{who} names {}, where no library is", path.display()),
                });
            }
        }
        self.folders.iter().find_map(|folder| library_at(folder)).ok_or_else(|| {
            let tried: Vec<_> = self.folders.iter().map(|it| it.display().to_string()).collect();
            InferenceError::Runtime { problem: format!("no library in {}", tried.join(", ")) }
        })
    }
}

/// Returns the library at a path, or the one in a folder; its name may include a version.
fn library_at(path: &Path) -> Option<PathBuf> {
    if path.is_file() {
        return path.canonicalize().ok();
    }
    let mut names: Vec<PathBuf> =
        fs::read_dir(path).ok()?.filter_map(|item| Some(item.ok()?.path())).collect();
    names.sort();
    let ours = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        path.is_file()
            && match env::consts::OS {
                "windows" => name.eq_ignore_ascii_case("onnxruntime.dll"),
                "macos" => name.starts_with("libonnxruntime.") && name.ends_with(".dylib"),
                _ => name == "libonnxruntime.so" || name.starts_with("libonnxruntime.so."),
            }
    };
    names.into_iter().find(ours)?.canonicalize().ok()
}
