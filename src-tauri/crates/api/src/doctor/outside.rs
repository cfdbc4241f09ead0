//! Checks outbound calls and the keyring.

use std::time::Duration;

use simui_inference::InferenceError;
use simui_inference::keys::Keyring;

use super::check;
use crate::desk::keys::LAW_KEY;
use crate::types::{DoctorCheck, DoctorState};
use crate::{ApiError, Desk};

/// Time limit for the keyring. A locked one prompts the person at the screen, and the doctor does not wait
/// for that.
const TIME_LIMIT: Duration = Duration::from_secs(3);

impl Desk {
    pub(super) async fn check_outbound(&self) -> Result<DoctorCheck, ApiError> {
        let settings = self.outbound_settings().await?.settings;
        let hosts = if settings.hosts.is_empty() {
            "no host allowed".to_owned()
        } else {
            settings.hosts.join(", ")
        };
        let detail = match (settings.enabled, &settings.proxy) {
            (false, _) => "off: nothing leaves this machine".to_owned(),
            (true, None) => format!("on: {hosts}"),
            (true, Some(proxy)) => format!("on: {hosts}, through {proxy}"),
        };
        Ok(check("outbound", DoctorState::Ok, detail, ""))
    }

    pub(super) async fn check_keyring(&self) -> DoctorCheck {
        let keys = self.administration.keys.clone();
        match keys.file_state() {
            (true, true) => {
                return check("keyring", DoctorState::Ok, "keys are in a file, open here", "");
            }
            (true, false) => {
                let remedy = "open it: `--keys-stdin`, or the settings under outside connections";
                let detail = "keys are in a file, locked";
                return check("keyring", DoctorState::Degraded, detail, remedy);
            }
            (false, _) => {}
        }
        let keyring = keys.keyring;
        let unusable =
            |why: String| check("keyring", DoctorState::Degraded, "keys cannot be stored", why);
        match tokio::time::timeout(TIME_LIMIT, ask(keyring)).await {
            Ok(Ok(Ok(_))) => {
                check("keyring", DoctorState::Ok, format!("works; {LAW_KEY} is stored"), "")
            }
            Ok(Ok(Err(InferenceError::NoKey { .. }))) => {
                check("keyring", DoctorState::Ok, "works; no key is stored", "")
            }
            Ok(Ok(Err(error))) => unusable(error.to_string()),
            Ok(Err(_)) | Err(_) => unusable("it does not answer: unlock it".to_owned()),
        }
    }
}

/// Reads a key on a separate thread that may outlive the check. The end of the program would wait for a
/// thread of tokio.
async fn ask(
    keyring: Keyring,
) -> Result<Result<(), InferenceError>, tokio::sync::oneshot::error::RecvError> {
    let (sender, receiver) = tokio::sync::oneshot::channel();
    std::thread::spawn(move || {
        // Sending fails when nobody waits any more, which is fine.
        let _ = sender.send(keyring.get(LAW_KEY).map(|_| ()));
    });
    receiver.await
}
