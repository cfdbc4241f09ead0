//! Faults of models, keys and calls to the outside.

use simui_inference::{DataFault, InferenceError, KeyFileFault, Refusal};

use super::{ErrorCode as Code, Fault};

/// Returns the fault of an error of a model, a key, or an outbound call.
pub fn of_inference(error: &InferenceError) -> Fault {
    match error {
        InferenceError::File { path, source } => Fault::of_file(path, source),
        InferenceError::Manifest { path, line, .. } => {
            Fault::new(Code::ModelManifestFaulty, &[("path", path), ("line", line)])
        }
        InferenceError::UnknownModel { id, .. } => Fault::new(Code::ModelUnknown, &[("model", id)]),
        InferenceError::Model { id, .. } => Fault::new(Code::ModelUnusable, &[("model", id)]),
        InferenceError::Runtime { .. } => Code::ModelRuntimeMissing.into(),
        InferenceError::Inference { id, .. } => Fault::new(Code::ModelFailed, &[("model", id)]),
        InferenceError::Refused { host, cause: Refusal::NotAllowed, .. } => {
            Fault::new(Code::HostNotAllowed, &[("host", host)])
        }
        InferenceError::Refused { host, cause: Refusal::Address, .. } => {
            Fault::new(Code::AddressMalformed, &[("host", host)])
        }
        InferenceError::Refused { cause: Refusal::Unreadable, .. } => {
            Code::AddressUnreadable.into()
        }
        InferenceError::Refused { cause: Refusal::Connection, .. } => {
            Code::ConnectionUnusable.into()
        }
        InferenceError::Unreachable { host, .. } => {
            Fault::new(Code::HostUnreachable, &[("host", host)])
        }
        InferenceError::Status { host, status, .. } => {
            Fault::new(Code::HostRefused, &[("host", host), ("status", status)])
        }
        InferenceError::Answer { host, .. } => {
            Fault::new(Code::HostAnswerUnusable, &[("host", host)])
        }
        InferenceError::Keyring { .. } => Code::KeyringUnusable.into(),
        InferenceError::KeyFile { fault, .. } => of_key_file(*fault),
        InferenceError::NoKey { name } => Fault::new(Code::KeyMissing, &[("name", name)]),
        InferenceError::Chat { model, .. } => Fault::new(Code::ChatNoAnswer, &[("model", model)]),
        InferenceError::Prompt { path, line, .. } => {
            Fault::new(Code::PromptFaulty, &[("path", path), ("line", line)])
        }
        InferenceError::LawGoKr { .. } => Code::LawServiceRefused.into(),
        InferenceError::DataGoKr { service, fault, .. } => {
            let code = match fault {
                DataFault::Key => Code::DrugKeyRefused,
                DataFault::Calls => Code::DrugCallsUsedUp,
                DataFault::Refused | DataFault::Answer => Code::DrugServiceRefused,
            };
            Fault::new(code, &[("service", service)])
        }
    }
}

fn of_key_file(fault: KeyFileFault) -> Fault {
    match fault {
        KeyFileFault::PassphraseLength { shortest } => {
            return Fault::new(Code::KeyFilePassphraseLength, &[("shortest", &shortest)]);
        }
        KeyFileFault::Passphrase => Code::KeyFilePassphraseWrong,
        KeyFileFault::Exists => Code::KeyFileExists,
        KeyFileFault::Missing => Code::KeyFileMissing,
        KeyFileFault::Locked => Code::KeyFileLocked,
        KeyFileFault::MadeAnew => Code::KeyFileChanged,
        KeyFileFault::Damaged => Code::KeyFileDamaged,
        KeyFileFault::EmptyKey => Code::KeyEmpty,
        KeyFileFault::Unwritable => Code::Internal,
    }
    .into()
}
