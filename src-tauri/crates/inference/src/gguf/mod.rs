//! Chat models from GGUF files, run in this process by llama.cpp without server or network.
//!
//! Requires the feature `gguf`, because llama.cpp is compiled from source; otherwise [`Gguf::open`] fails. A
//! model file is untrusted input to a C++ library: use a trusted source and install it (`simui models add`),
//! which records its SHA-256.
//!
//! Text written by people never becomes control tokens: the model's template is applied to markers, and the
//! texts are tokenised separately (`prompt.rs`). `<|im_end|>` in an advertisement is ten ordinary characters.
//! take their places token by token (`prompt.rs`). So `<|im_end|>` in an advertisement is ten characters and
//! ends nothing.

#[cfg(not(feature = "gguf"))]
mod absent;
#[cfg(feature = "gguf")]
mod generation;
#[cfg(feature = "gguf")]
mod model;
#[cfg(feature = "gguf")]
mod prompt;

use std::path::Path;

#[cfg(not(feature = "gguf"))]
pub use absent::Gguf;
#[cfg(feature = "gguf")]
pub use model::Gguf;

use crate::InferenceError;
use crate::conversation::{Finish, Message, Usage};

/// Whether this program was built with llama.cpp.
pub const BUILT_IN: bool = cfg!(feature = "gguf");

/// Message for builds without llama.cpp.
pub const NOT_BUILT_IN: &str = "this program was built without models in its own process; build it with \
     `cargo build --features gguf`, or serve the file with llama.cpp's llama-server and add that as an endpoint";

/// A request to a model in this process.
#[derive(Debug, Clone, Copy)]
pub struct Ask<'a> {
    /// The conversation so far.
    pub messages: &'a [Message],
    /// Randomness; at 0 equal questions get equal answers.
    pub temperature: f64,
    /// Longest answer in tokens.
    pub most_tokens: u32,
    /// Grammar of the answer in the notation of llama.cpp.
    pub grammar: Option<&'a str>,
}

/// Answer of a model in this process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Generated {
    /// Text of the answer.
    pub text: String,
    /// Numbers of tokens, counted by the model's tokenizer.
    pub usage: Usage,
    /// Reason why the model stopped.
    pub finish: Finish,
}

/// Checks that the file exists and begins as a GGUF file does; reads four bytes.
///
/// # Errors
/// [`InferenceError::File`] when it cannot be opened; [`InferenceError::Chat`] when it is no GGUF file.
pub fn check(path: &Path) -> Result<(), InferenceError> {
    let mut file = std::fs::File::open(path).map_err(InferenceError::file(path))?;
    let mut begins = [0; 4];
    let read = std::io::Read::read_exact(&mut file, &mut begins);
    match read.is_ok() && &begins == b"GGUF" {
        true => Ok(()),
        false => Err(InferenceError::chat(
            &name(path),
            "it is no GGUF file; choose one whose name ends in .gguf, or get it again",
        )),
    }
}

/// Returns the file's name for error messages.
fn name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}
