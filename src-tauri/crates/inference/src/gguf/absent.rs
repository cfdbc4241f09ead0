use std::convert::Infallible;
use std::path::Path;

use super::{Ask, Generated, NOT_BUILT_IN, name};
use crate::InferenceError;

/// Placeholder for a model in a build without the feature `gguf`; no value of it exists.
#[derive(Debug, Clone)]
pub struct Gguf(Infallible);

impl Gguf {
    /// Fails, because this build cannot run models.
    ///
    /// # Errors
    /// Always [`InferenceError::Chat`].
    pub fn open(path: &Path) -> Result<Self, InferenceError> {
        Err(InferenceError::chat(&name(path), NOT_BUILT_IN))
    }

    /// Never called; returns the tokens of a request and its answer in other builds.
    pub fn context_tokens(&self) -> u64 {
        match self.0 {}
    }

    /// Never called; returns the tokens of a text in other builds.
    pub fn tokens(&self, _: &str) -> u64 {
        match self.0 {}
    }

    /// Never called; asks the model in other builds.
    ///
    /// # Errors
    /// None.
    pub async fn complete(
        &self,
        _: Ask<'_>,
        _: &mut (dyn FnMut(&str) + Send),
    ) -> Result<Generated, InferenceError> {
        match self.0 {}
    }
}
