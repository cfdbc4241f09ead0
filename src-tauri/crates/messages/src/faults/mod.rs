//! What people read about an error: its code, its parameters, and words in their language.
//!
//! Lower crates describe errors in English for engineers. [`Fault`] is what a person can act on, and the
//! folder `words` of this crate says it in Korean and English. To add an error: CONTRIBUTING.md.

mod code;
mod of_data;
mod of_inference;
mod of_missing;
mod of_store;
#[cfg(test)]
mod tests;
mod typescript;
mod words;

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::ErrorKind;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

pub use code::ErrorCode;
pub use of_data::{of_clinical, of_corpus, of_data, of_evaluate, of_patient, of_search};
pub use of_inference::of_inference;
pub use of_missing::of_missing;
pub use of_store::{of_flow, of_store};
pub use typescript::words_in_typescript;
pub use words::{Language, Place, in_words};

/// Longest value of a parameter in characters.
const LONGEST_VALUE: usize = 160;

/// A code with the values of its parameters: names that people know, never text for engineers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// What went wrong.
    pub code: ErrorCode,
    params: BTreeMap<&'static str, String>,
}

/// An error as it is sent to the window and to clients of the server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ErrorBody {
    /// What went wrong.
    pub code: ErrorCode,
    /// The values of the code's parameters by name.
    #[ts(type = "Record<string, string>")]
    pub params: BTreeMap<String, String>,
    /// The error in English, for logs and engineers.
    pub message: String,
}

impl Fault {
    /// Makes a fault. `params` are the parameters of the code, in any order.
    pub fn new(code: ErrorCode, params: &[(&'static str, &dyn Display)]) -> Self {
        let value = |value: &dyn Display| -> String {
            without_ids(&value.to_string()).chars().take(LONGEST_VALUE).collect()
        };
        let params: BTreeMap<_, _> = params.iter().map(|(name, it)| (*name, value(*it))).collect();
        debug_assert!(
            params.len() == code.params().len()
                && code.params().iter().all(|name| params.contains_key(name)),
            "{} has the parameters {:?}, not {:?}",
            code.as_str(),
            code.params(),
            params.keys()
        );
        Self { code, params }
    }

    /// Makes the fault of a file or folder that cannot be read or written.
    pub fn of_file(path: &str, reason: &std::io::Error) -> Self {
        match reason.kind() {
            ErrorKind::StorageFull => ErrorCode::DiskFull.into(),
            ErrorKind::NotFound => Self::new(ErrorCode::PathNotFound, &[("path", &path)]),
            _ => Self::new(ErrorCode::FileUnreadable, &[("path", &path)]),
        }
    }

    /// Returns the value of a parameter.
    pub fn param(&self, name: &str) -> Option<&str> {
        self.params.get(name).map(String::as_str)
    }

    /// Returns the fault as it is sent, with the message for engineers.
    pub fn body(self, message: String) -> ErrorBody {
        let params = self.params.into_iter().map(|(name, value)| (name.to_owned(), value));
        ErrorBody { code: self.code, params: params.collect(), message }
    }
}

/// Whether a text is an id of this program, which says nothing to people.
fn is_id(text: &str) -> bool {
    uuid::Uuid::try_parse(text).is_ok()
}

/// Replaces the ids in a text, for example of a folder in a path, by `…`.
fn without_ids(text: &str) -> String {
    let apart = |c: char| !c.is_ascii_hexdigit() && c != '-';
    let mut plain = text.to_owned();
    for word in text.split(apart).filter(|word| word.len() >= 32 && is_id(word)) {
        plain = plain.replace(word, "…");
    }
    plain
}

impl From<ErrorCode> for Fault {
    /// Makes the fault of a code without parameters.
    fn from(code: ErrorCode) -> Self {
        Self::new(code, &[])
    }
}
