//! Chat models from GGUF files, run in this process by llama.cpp: no server, no network, nothing leaves.
//!
//! Built with the feature `gguf` alone, because llama.cpp is compiled from source; without it [`Gguf::open`] says so. A file is code
//! for a C++ library: take it from somebody you trust, and install it as a model (`simui models add`) so that its SHA-256 is known.
//!
//! What people wrote is never read as one of the model's control tokens: the model's template is applied to marks, and the words
//! take their places token by token (`prompt.rs`). So `<|im_end|>` in an advertisement is ten characters and ends nothing.

#[cfg(not(feature = "gguf"))]
mod absent;
#[cfg(feature = "gguf")]
mod model;
#[cfg(feature = "gguf")]
mod prompt;
#[cfg(feature = "gguf")]
mod saying;

use std::path::Path;

#[cfg(not(feature = "gguf"))]
pub use absent::Gguf;
#[cfg(feature = "gguf")]
pub use model::Gguf;

use crate::InferenceError;
use crate::chat::{Finish, Usage};

/// Whether this program was built with llama.cpp.
pub const BUILT_IN: bool = cfg!(feature = "gguf");

/// What to do where it was not.
pub const NOT_BUILT_IN: &str = "this program was built without models in its own process; build it with \
     `cargo build --features gguf`, or serve the file with llama.cpp's llama-server and add that as an endpoint";

/// What a model in this process is asked.
#[derive(Debug, Clone, Copy)]
pub struct Ask<'a> {
    /// What was said up to now.
    pub messages: &'a [crate::chat::Message],
    /// 0 is the most predictable, and the same words get the same answer.
    pub temperature: f64,
    /// Longest answer, in tokens.
    pub most_tokens: u32,
    /// What the answer is held to, as llama.cpp writes grammars.
    pub grammar: Option<&'a str>,
}

/// What it said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heard {
    /// It.
    pub text: String,
    /// Tokens, counted by the model's own tokenizer.
    pub usage: Usage,
    /// Why it stopped.
    pub finish: Finish,
}

/// Whether the file is there and begins as a GGUF file does. Reads four bytes.
///
/// # Errors
/// [`InferenceError::File`]; [`InferenceError::Chat`] when it is something else.
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

/// A file's name, as errors show it.
fn name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}
