//! The check of the audit log when a desk is opened, and access to the key of the log.

use std::sync::{Arc, Mutex, PoisonError};

use simui_domain::Clock;
use simui_inference::InferenceError;
use simui_inference::keys::Keyring;
use simui_store::{AuditFault, AuditFaultKind, Database, KeyVault};

use crate::types::AuditState;

/// Result of the check of the audit log at start, once it has finished.
#[derive(Debug, Clone, Default)]
pub(crate) struct AuditCheck(Arc<Mutex<Option<AuditState>>>);

impl AuditCheck {
    /// Checks the entries since the last complete check, on a thread of its own, because the check mainly
    /// computes.
    pub fn start(&self, database: Database, clock: Clock) {
        let check = self.clone();
        let runtime = tokio::runtime::Handle::current();
        std::thread::spawn(move || {
            let checked_at = clock.now();
            let reason = match runtime.block_on(database.audit_verify_new(checked_at)) {
                Ok(report) => report.fault.as_ref().map(words).unwrap_or_default(),
                Err(error) => error.to_string(),
            };
            if !reason.is_empty() {
                tracing::error!(reason, "the audit log is not in order");
            }
            check.keep(AuditState { checked_at, intact: reason.is_empty(), reason });
        });
    }

    /// Returns the result; `None` until the check has finished.
    pub fn result(&self) -> Option<AuditState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Keeps the result of a check.
    pub fn keep(&self, state: AuditState) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(state);
    }
}

/// Returns access to the operating system's keyring for the audit key.
pub(crate) fn vault() -> KeyVault {
    let keyring = || Keyring::new("simui");
    KeyVault {
        get: Arc::new(move |name| match keyring().bytes(name) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(InferenceError::NoKey { .. }) => Ok(None),
            Err(error) => Err(error.to_string()),
        }),
        set: Arc::new(move |name, bytes| {
            keyring().set_bytes(name, bytes).map_err(|error| error.to_string())
        }),
        remove: Arc::new(move |name| keyring().remove(name).map_err(|error| error.to_string())),
    }
}

/// Describes the first bad entry: number, time, fault and remedy.
pub(crate) fn words(fault: &AuditFault) -> String {
    let at = fault.at.map(|at| format!(" of {at:.0}")).unwrap_or_default();
    let kind = match fault.kind {
        AuditFaultKind::Edited => "edited",
        AuditFaultKind::Deleted => "deleted",
        AuditFaultKind::Inserted => "inserted",
        AuditFaultKind::Reordered => "reordered",
        AuditFaultKind::Truncated => "truncated",
        AuditFaultKind::Rewritten => "rewritten",
        AuditFaultKind::AnchorLost => "key or head lost",
        AuditFaultKind::DecisionChanged => "decision changed",
        AuditFaultKind::PaperChanged => "issued paper changed",
        AuditFaultKind::RecordChanged => "record changed",
        AuditFaultKind::RecordMissing => "record missing",
        AuditFaultKind::RecordAdded => "record added",
        AuditFaultKind::RecordLogDamaged => "record log damaged",
        AuditFaultKind::LayoutChanged => "layout changed",
    };
    if fault.record.is_some() || fault.kind.is_of_records() {
        let seq = fault.seq;
        return format!(
            "records, audit log entry {seq}: {kind}: {}; {}",
            fault.message, fault.remedy
        );
    }
    format!("audit log, entry {}{at}: {kind}: {}; {}", fault.seq, fault.message, fault.remedy)
}
