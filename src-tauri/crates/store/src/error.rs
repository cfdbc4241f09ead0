use simui_domain::{CaseId, PatientId};
use simui_flow::FlowError;

/// What can go wrong with the database.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The data directory cannot be created or read.
    #[error("data directory {path}: {source}; check that it exists and may be written")]
    Directory {
        /// Which.
        path: String,
        /// The system's reason.
        source: std::io::Error,
    },
    /// The database refused; a full disk and a damaged file come here.
    #[error("database: {0}; free some disk space or restore a backup, then try again")]
    Database(#[from] sqlx::Error),
    /// The database is from a newer version of the program, or its migrations were edited.
    #[error("database layout: {0}; use the version of Simui that last opened this data directory")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// A stored value does not have the form this version writes.
    #[error("stored {what} cannot be read: {reason}; restore a backup or report this")]
    Corrupt {
        /// Table and column.
        what: &'static str,
        /// Why.
        reason: String,
    },
    /// A run is not as the operation needs it.
    #[error(transparent)]
    Run(#[from] FlowError),
    /// No case has this id.
    #[error("case {0} does not exist; list the cases to find its id")]
    UnknownCase(CaseId),
    /// The case is not at a point where this can be done.
    #[error("case {case} {problem}")]
    Case {
        /// The case.
        case: CaseId,
        /// What stands in the way, and what to do.
        problem: String,
    },
    /// Nobody signs under this id or name.
    #[error("no reviewer is called {0:?}; list the reviewers, or add one")]
    UnknownReviewer(String),
    /// This needs an administrator's name.
    #[error(
        "{0:?} is no administrator; sign as one, or register one with `simui reviewer add NAME --role administrator`"
    )]
    NotAdministrator(String),
    /// An account cannot be changed this way.
    #[error("account {name:?} {problem}")]
    Account {
        /// Whose, or its id.
        name: String,
        /// What stands in the way, and what to do.
        problem: &'static str,
    },
    /// This is not for this role.
    #[error(
        "{name:?} is a pharmacist and decides no cases; sign as a reviewer or an administrator"
    )]
    MayNotDecide {
        /// Who.
        name: String,
    },
    /// Wrong passwords or passphrases were tried too often.
    #[error("too many wrong passwords; wait until {until:.0} and try again")]
    TooManyTries {
        /// Until when none is looked at.
        until: jiff::Timestamp,
    },
    /// Somebody else changed these settings first.
    #[error(
        "settings {subject}: somebody else changed them meanwhile; read them again and repeat the change"
    )]
    SettingChanged {
        /// Which.
        subject: &'static str,
    },
    /// Somebody else changed the rule packs first.
    #[error("rule packs: somebody else changed them meanwhile; look at them and repeat the change")]
    RulePacksChanged,
    /// A reviewer's name cannot be used.
    #[error("reviewer name {name:?} {problem}")]
    ReviewerName {
        /// The name, at most 80 characters of it.
        name: String,
        /// Why not.
        problem: &'static str,
    },
    /// No patient has this id.
    #[error("patient {0} does not exist; `simui patient list` shows those that do")]
    UnknownPatient(PatientId),
    /// Somebody else changed this patient first.
    #[error(
        "patient {0}: somebody else changed it meanwhile; look at it again and repeat the change"
    )]
    PatientChanged(PatientId),
    /// What is sealed does not open.
    #[error(
        "patient {patient}: {place} does not open: it was changed, moved, or sealed under another desk's key; restore a backup with its keys"
    )]
    Sealed {
        /// Whose.
        patient: String,
        /// What of it.
        place: String,
    },
    /// The key of the audit log is gone or damaged; nothing that must be audited is written without it.
    #[error(
        "audit key {path}: {problem}; unlock the keyring, or restore keys/audit.key from a backup"
    )]
    AuditKey {
        /// Where it should be.
        path: String,
        /// What is wrong.
        problem: String,
    },
    /// The key of the audit log cannot be moved; it stays where it is.
    #[error(
        "audit key: the keyring cannot take it: {problem}; start and unlock the desktop's keyring, then move it again"
    )]
    KeyMove {
        /// Why.
        problem: String,
    },
}

impl From<StoreError> for FlowError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Run(error) => error,
            refused @ (StoreError::UnknownReviewer(_)
            | StoreError::Case { .. }
            | StoreError::Account { .. }
            | StoreError::MayNotDecide { .. }) => FlowError::Refused(refused.to_string()),
            other => FlowError::Journal(Box::new(other)),
        }
    }
}
