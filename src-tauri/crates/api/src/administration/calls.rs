//! Every call that leaves the machine becomes an entry of the audit log, also when what made it is given up.

use serde_json::json;
use simui_domain::{Clock, ThinkingRole};
use simui_inference::outbound::Call;
use simui_store::{Database, StoreError};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::ApiError;

/// The entries that are being written for one client.
pub(crate) struct Calls(JoinHandle<Result<(), StoreError>>);

impl Calls {
    /// Writes what the returned function is told until the function is dropped. Writing is a task of its own: an operation
    /// that is dropped in the middle leaves its calls behind all the same.
    pub(crate) fn record(
        database: Database,
        clock: Clock,
        actor: String,
    ) -> (impl Fn(&Call) + Send + Sync + 'static, Self) {
        Self::record_of(database, clock, actor, None)
    }

    /// The same, of calls that are made for a role.
    pub(crate) fn record_of(
        database: Database,
        clock: Clock,
        actor: String,
        role: Option<ThinkingRole>,
    ) -> (impl Fn(&Call) + Send + Sync + 'static, Self) {
        let (tell, mut told) = mpsc::unbounded_channel();
        let writing = tokio::spawn(async move {
            let mut first_failure = Ok(());
            while let Some(call) = told.recv().await {
                if let Err(error) = write(&database, &clock, &actor, role, &call).await {
                    tracing::error!(%error, host = call.host, "an outbound call could not be audited");
                    first_failure = first_failure.and(Err(error));
                }
            }
            first_failure
        });
        let record = move |call: &Call| {
            // The task ends only after this sender.
            let _ = tell.send(call.clone());
        };
        (record, Self(writing))
    }

    /// Waits until all entries are written; every copy of the client must be dropped before.
    pub(crate) async fn finish(self) -> Result<(), ApiError> {
        let written = self.0.await.map_err(|error| ApiError::Invalid(format!("audit: {error}")))?;
        Ok(written?)
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
