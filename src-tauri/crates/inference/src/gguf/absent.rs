use std::convert::Infallible;
use std::path::Path;

use super::{Ask, Heard, NOT_BUILT_IN, name};
use crate::InferenceError;

/// A model that this program cannot run: it was built without the feature `gguf`, and there is none.
#[derive(Debug, Clone)]
pub struct Gguf(Infallible);

impl Gguf {
    /// Says that there is none.
    ///
    /// # Errors
    /// [`InferenceError::Chat`], always.
    pub fn open(path: &Path) -> Result<Self, InferenceError> {
        Err(InferenceError::chat(&name(path), NOT_BUILT_IN))
    }

    /// Tokens that fit into one request and its answer.
    pub fn context_tokens(&self) -> u64 {
        match self.0 {}
    }

    /// Tokens of a text.
    pub fn tokens(&self, _: &str) -> u64 {
        match self.0 {}
    }

    /// Asks it.
    ///
    /// # Errors
    /// None: there is nobody to ask.
    pub async fn say(
        &self,
        _: Ask<'_>,
        _: &mut (dyn FnMut(&str) + Send),
    ) -> Result<Heard, InferenceError> {
        match self.0 {}
    }
}
