use std::path::Path;

/// What can go wrong with models and with what leaves the machine. No message carries a key.
#[derive(Debug, thiserror::Error)]
pub enum InferenceError {
    /// A file or folder cannot be read or written; a full disk comes here too.
    #[error("{path}: {source}; check that it exists, may be written and that the disk has room")]
    File {
        /// Which.
        path: String,
        /// The system's reason.
        source: std::io::Error,
    },
    /// A model manifest is not in its form.
    #[error("{path}:{line}: {problem}; models/README.md describes the form")]
    Manifest {
        /// The file.
        path: String,
        /// Counted from 1.
        line: usize,
        /// What is wrong.
        problem: String,
    },
    /// No model of this name is known or installed.
    #[error("no model {id:?} {place}; `simui models list` shows the names")]
    UnknownModel {
        /// What was asked for.
        id: String,
        /// Where it was looked for.
        place: &'static str,
    },
    /// A model cannot be added, or its files are missing or not those of its manifest.
    #[error("model {id}: {problem}")]
    Model {
        /// The model.
        id: String,
        /// What is wrong, and what to do.
        problem: String,
    },
    /// ONNX Runtime is absent or cannot be used.
    #[error(
        "ONNX Runtime: {problem}; run models/onnxruntime/fetch.sh, or name the library in ORT_DYLIB_PATH"
    )]
    Runtime {
        /// Where it was looked for, or why it was not taken.
        problem: String,
    },
    /// ONNX Runtime or the tokenizer refuses a model or its input.
    #[error("model {id}: {stage}: {reason}; verify it (`simui models verify {id}`) or remove it")]
    Inference {
        /// The model.
        id: String,
        /// What was being done.
        stage: &'static str,
        /// The library's reason.
        reason: String,
    },
    /// The policy, or a rule that holds under every policy, keeps a call from leaving.
    #[error("{host}: {problem}")]
    Refused {
        /// The host, or what stands in its place.
        host: String,
        /// Why, and what to do.
        problem: String,
    },
    /// A call got no usable answer: no connection, time-out, truncated body.
    #[error("{host}{path}: {problem}; check the network and try again")]
    Unreachable {
        /// The host.
        host: String,
        /// Path, with the names of query parameters but not their values.
        path: String,
        /// The reason.
        problem: String,
    },
    /// The other side answered with an error.
    #[error("{host}{path}: HTTP status {status}{excerpt}; {advice}")]
    Status {
        /// The host.
        host: String,
        /// Path, with the names of query parameters but not their values.
        path: String,
        /// The status.
        status: u16,
        /// Empty, or the beginning of the body after a colon.
        excerpt: String,
        /// What to do.
        advice: &'static str,
    },
    /// An answer is not what was asked for: HTML instead of XML, a wrong checksum, too many bytes.
    #[error("{host}{path}: {problem}")]
    Answer {
        /// The host.
        host: String,
        /// Path, with the names of query parameters but not their values.
        path: String,
        /// What is wrong, and what to do.
        problem: String,
    },
    /// The operating system's keyring cannot be used.
    #[error(
        "keyring: {problem}; start and unlock the desktop's keyring (Linux: gnome-keyring or KWallet on D-Bus), or keep keys in a \
         file that a passphrase opens (`simui keys file create`)"
    )]
    Keyring {
        /// The reason.
        problem: String,
    },
    /// The file of keys cannot be opened, or not with this passphrase.
    #[error("key file {path}: {problem}")]
    KeyFile {
        /// The file.
        path: String,
        /// What is wrong, and what to do; never a key.
        problem: String,
    },
    /// There is no such key.
    #[error("no key {name:?} is stored; `simui keys set {name}` stores one")]
    NoKey {
        /// Its name.
        name: String,
    },
    /// A chat model gave no answer that can be used: refused, cut off, not of the form it was asked for.
    #[error("chat model {model}: {problem}")]
    Chat {
        /// The model, or what stands in its place.
        model: String,
        /// What is wrong, and what to do.
        problem: String,
    },
    /// A prompt is not in its form, or was given other words than it names.
    #[error(
        "{path}:{line}: {problem}; a prompt is front matter (name, version, inputs), then `## 지시` and `## 자료`"
    )]
    Prompt {
        /// The file.
        path: String,
        /// Counted from 1.
        line: usize,
        /// What is wrong.
        problem: String,
    },
    /// law.go.kr answered, but with a refusal or with something that cannot be read.
    #[error("law.go.kr {what}: {problem}")]
    LawGoKr {
        /// The list or document that was asked for.
        what: String,
        /// Its message, or what is wrong, and what to do.
        problem: String,
    },
}

impl InferenceError {
    /// For `map_err` beside file operations.
    pub(crate) fn file(path: &Path) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.display().to_string();
        move |source| Self::File { path, source }
    }

    pub(crate) fn model(id: &str, problem: impl Into<String>) -> Self {
        Self::Model { id: id.to_owned(), problem: problem.into() }
    }

    pub(crate) fn chat(model: &str, problem: impl Into<String>) -> Self {
        Self::Chat { model: model.to_owned(), problem: problem.into() }
    }

    /// For `map_err` beside ONNX Runtime and the tokenizer.
    pub(crate) fn inference<E: ToString>(id: &str, stage: &'static str) -> impl FnOnce(E) -> Self {
        move |reason| Self::Inference { id: id.to_owned(), stage, reason: reason.to_string() }
    }
}
