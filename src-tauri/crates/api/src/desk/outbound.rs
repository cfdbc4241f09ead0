//! Calls that leave the machine: which hosts are allowed, and an audit entry for every call, even when the
//! operation that made it is dropped.

use serde_json::json;
use simui_domain::{Clock, ThinkingRole};
use simui_inference::outbound::{Call, Policy};
use simui_store::{Database, StoreError};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::ApiError;
use crate::faults::ErrorCode;
use crate::types::OutboundSettings;

/// The task that writes the audit entries of one client's calls.
pub(crate) struct Calls(JoinHandle<Result<(), StoreError>>);

impl Calls {
    /// Returns a function that records a call, and the task that writes the entries until that function is
    /// dropped. The task is a separate one, so that an operation that is dropped in the middle still leaves
    /// its calls in the log.
    pub(crate) fn record(
        database: Database,
        clock: Clock,
        actor: String,
    ) -> (impl Fn(&Call) + Send + Sync + 'static, Self) {
        Self::record_of(database, clock, actor, None)
    }

    /// Like [`Calls::record`], for calls made for a thinking role.
    pub(crate) fn record_of(
        database: Database,
        clock: Clock,
        actor: String,
        role: Option<ThinkingRole>,
    ) -> (impl Fn(&Call) + Send + Sync + 'static, Self) {
        let (sender, mut receiver) = mpsc::unbounded_channel();
        let writing = tokio::spawn(async move {
            let mut first_failure = Ok(());
            while let Some(call) = receiver.recv().await {
                if let Err(error) = write(&database, &clock, &actor, role, &call).await {
                    tracing::error!(%error, host = call.host, "an outbound call could not be audited");
                    first_failure = first_failure.and(Err(error));
                }
            }
            first_failure
        });
        let record = move |call: &Call| {
            // The task ends only after the sender is dropped.
            let _ = sender.send(call.clone());
        };
        (record, Self(writing))
    }

    /// Waits until all entries are written. Every copy of the client has to be dropped first.
    pub(crate) async fn finish(self) -> Result<(), ApiError> {
        let result = self.0.await.map_err(|error| {
            ApiError::invalid(ErrorCode::Internal, &[], format!("audit: {error}"))
        })?;
        Ok(result?)
    }
}

async fn write(
    database: &Database,
    clock: &Clock,
    actor: &str,
    role: Option<ThinkingRole>,
    call: &Call,
) -> Result<(), StoreError> {
    let details = json!({
        "method": call.method.to_string(),
        "path": call.path,
        "attempt": call.attempt,
        "status": call.status,
        "sent": call.sent,
        "sha256": call.sha256,
        "role": role,
        "received": call.received,
        "ms": u64::try_from(call.duration.as_millis()).unwrap_or(u64::MAX),
        "problem": call.problem,
    });
    database.audit(clock.now(), actor, "outbound_call", &call.host, details).await
}

/// Returns the allowed hosts and the proxy, regardless of the main switch.
pub(crate) fn policy(settings: &OutboundSettings) -> Result<Policy, ApiError> {
    let mut policy = Policy::allowing(&settings.hosts)?;
    policy.proxy.clone_from(&settings.proxy);
    Ok(policy)
}

/// Random factor from 0 to 1 that varies the waits between retries.
pub(crate) fn jitter() -> f64 {
    let [first, ..] = *uuid::Uuid::new_v4().as_bytes();
    f64::from(first) / 255.0
}
