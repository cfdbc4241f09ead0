//! The folder of the installed models of a desk, and work on its files.

use std::path::{Path, PathBuf};

use simui_inference::InferenceError;

use crate::ApiError;
use crate::faults::ErrorCode;

/// Folder of the installed models, relative to the data directory.
const FOLDER: &str = "models";

/// Returns the folder of installed models of a data directory.
pub(crate) fn models_in(data_dir: &Path) -> PathBuf {
    data_dir.join(FOLDER)
}

/// Runs file work on a blocking thread.
pub(crate) async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, InferenceError> + Send + 'static,
) -> Result<T, ApiError> {
    let done = tokio::task::spawn_blocking(work).await;
    Ok(done.map_err(|error| {
        ApiError::invalid(ErrorCode::Internal, &[], format!("models: {error}; report this"))
    })??)
}
