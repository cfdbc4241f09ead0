use std::path::Path;

/// Errors of models and of outbound calls. No message contains a key.
#[derive(Debug, thiserror::Error)]
pub enum InferenceError {
    /// A file or folder cannot be read or written; includes a full disk.
    #[error("{path}: {source}; check that it exists, may be written and that the disk has room")]
    File {
        /// The file or folder.
        path: String,
        /// The system's reason.
        source: std::io::Error,
    },
    /// A model manifest is malformed.
    #[error("{path}:{line}: {problem}; models/README.md describes the form")]
    Manifest {
        /// The file.
        path: String,
        /// Line number, from 1.
        line: usize,
        /// What is wrong.
        problem: String,
    },
    /// No model of this name is known or installed.
    #[error("no model {id:?} {place}; `simui models list` shows the names")]
    UnknownModel {
        /// The requested name.
        id: String,
        /// Where the name was looked up.
        place: &'static str,
    },
    /// A model cannot be added, or its files are missing or differ from its manifest.
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
        /// The places that were tried, or why the library was rejected.
        problem: String,
    },
    /// ONNX Runtime or the tokenizer refuses a model or its input.
    #[error("model {id}: {stage}: {reason}; verify it (`simui models verify {id}`) or remove it")]
    Inference {
        /// The model.
        id: String,
        /// The step that failed.
        stage: &'static str,
        /// The library's reason.
        reason: String,
    },
    /// The outbound policy, or a rule that every policy includes, forbids a call.
    #[error("{host}: {problem}")]
    Refused {
        /// The host, or a description where there is none.
        host: String,
        /// Whether the address or the policy is the cause.
        cause: Refusal,
        /// The reason, and what to do.
        problem: String,
    },
    /// A call got no usable answer: no connection, time-out or truncated body.
    #[error("{host}{path}: {problem}; check the network and try again")]
    Unreachable {
        /// The host.
        host: String,
        /// Path, with the names of query parameters but not their values.
        path: String,
        /// The reason.
        problem: String,
    },
    /// The server answered with an error status.
    #[error("{host}{path}: HTTP status {status}{excerpt}; {advice}")]
    Status {
        /// The host.
        host: String,
        /// Path, with the names of query parameters but not their values.
        path: String,
        /// The HTTP status.
        status: u16,
        /// A colon and the beginning of the body; empty where there is no body.
        excerpt: String,
        /// What to do.
        advice: &'static str,
    },
    /// An answer is not of the expected form: HTML instead of XML, a wrong checksum, too many bytes.
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
    /// The key file cannot be opened, or not with this passphrase.
    #[error("key file {path}: {problem}")]
    KeyFile {
        /// The file.
        path: String,
        /// What is wrong, as a case to tell apart.
        fault: KeyFileFault,
        /// What is wrong, and what to do; never contains a key.
        problem: String,
    },
    /// No key of this name is stored.
    #[error("no key {name:?} is stored; `simui keys set {name}` stores one")]
    NoKey {
        /// Name of the key.
        name: String,
    },
    /// A chat model gave no usable answer: it refused, was cut off, or did not follow the required form.
    #[error("chat model {model}: {problem}")]
    Chat {
        /// The model, or a description where there is none.
        model: String,
        /// What is wrong, and what to do.
        problem: String,
    },
    /// A prompt is malformed, or was given inputs that it does not name.
    #[error(
        "{path}:{line}: {problem}; a prompt is front matter (name, version, inputs), then `## 지시` and `## 자료`"
    )]
    Prompt {
        /// The file.
        path: String,
        /// Line number, from 1.
        line: usize,
        /// What is wrong.
        problem: String,
    },
    /// law.go.kr refused, or its answer cannot be read.
    #[error("law.go.kr {what}: {problem}")]
    LawGoKr {
        /// The requested list or document.
        what: String,
        /// Message of the service, or what is wrong and what to do.
        problem: String,
    },
    /// A service of data.go.kr refused, or its answer cannot be read.
    #[error("data.go.kr {service}, {what}: {problem}")]
    DataGoKr {
        /// Korean name of the service.
        service: String,
        /// What was asked for: `page 3`.
        what: String,
        /// What is wrong, as a case to tell apart.
        fault: DataFault,
        /// Message of the service, or what is wrong and what to do.
        problem: String,
    },
}

/// Why a service of data.go.kr gave no data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DataFault {
    /// The key is unknown, has expired, or is not registered for the service.
    Key,
    /// The calls of the day, or of the moment, are used up.
    Calls,
    /// The service refused for another reason.
    Refused,
    /// The answer is malformed, or contradicts the answers before it.
    Answer,
}

/// Why a call is not made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The host or scheme of the address cannot be used.
    Address,
    /// The address cannot be read. It is not repeated, because it may contain a key.
    Unreadable,
    /// The proxy's address or the system's certificates cannot be used.
    Connection,
    /// The outbound policy does not allow the host.
    NotAllowed,
}

/// What is wrong with the key file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyFileFault {
    /// The new passphrase is too short.
    PassphraseLength {
        /// Least number of characters.
        shortest: usize,
    },
    /// The passphrase is wrong, or the file was changed.
    Passphrase,
    /// A file is there already.
    Exists,
    /// There is no file.
    Missing,
    /// The file is not open in this process.
    Locked,
    /// The file was made anew since it was opened.
    MadeAnew,
    /// The file is damaged or of another version.
    Damaged,
    /// The key to store is empty.
    EmptyKey,
    /// The keys cannot be sealed or written, which only a faulty program causes.
    Unwritable,
}

impl InferenceError {
    /// Returns a converter of file errors of `path`, for `map_err`.
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

    /// Returns a converter of errors of ONNX Runtime and the tokenizer, for `map_err`.
    pub(crate) fn inference<E: ToString>(id: &str, stage: &'static str) -> impl FnOnce(E) -> Self {
        move |reason| Self::Inference { id: id.to_owned(), stage, reason: reason.to_string() }
    }
}
