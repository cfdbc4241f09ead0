//! Errors of the store, and their conversion for `simui-flow`.

use simui_domain::{CaseId, PatientId};
use simui_flow::FlowError;

use crate::obstacle::{AccountObstacle, CaseObstacle, NameFault};

/// Errors of the database and of the data directory.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The data directory cannot be created or read.
    #[error("data directory {path}: {source}; check that it exists and may be written")]
    Directory {
        /// The file or folder.
        path: String,
        /// The operating system's reason.
        source: std::io::Error,
    },
    /// The database refused an operation, for example because the disk is full or the file is damaged.
    #[error("database: {0}; free some disk space or restore a backup, then try again")]
    Database(#[from] sqlx::Error),
    /// The data directory no longer holds the database that is open.
    #[error(
        "데이터 폴더 {path}: 이 프로그램이 연 데이터베이스가 그 자리에 없습니다(지워졌거나 다른 것으로 바뀌었습니다). 방금 한 일은 \
         저장되지 않았습니다; 프로그램을 끝내고 폴더를 되돌린 다음 다시 여십시오"
    )]
    Replaced {
        /// The data directory.
        path: String,
    },
    /// The data directory may be read but not written.
    #[error(
        "데이터 폴더 {path}에는 쓸 수 없어 읽기만 합니다. 아무것도 저장하지 않았습니다; 쓰기 권한을 주거나 다른 곳에 복사해서 여십시오"
    )]
    ReadOnly {
        /// The data directory.
        path: String,
    },
    /// A directory that may only be read holds changes that need a writer to finish.
    #[error(
        "데이터 폴더 {path}: 읽기 전용인데 마무리되지 않은 기록(simui.db-wal)이 있거나 이전 버전의 것이어서 열 수 없습니다; \
         쓸 수 있는 곳에 폴더째 복사해서 여십시오"
    )]
    Unfinished {
        /// The data directory.
        path: String,
    },
    /// The schema has parts that are not the program's, for example triggers that could change data
    /// unseen.
    #[error(
        "데이터베이스의 구조가 이 프로그램의 것이 아닙니다({what}). 아무것도 저장하지 않았습니다; 데이터 폴더를 그대로 보관하고 온전한 \
         백업에서 되살리십시오"
    )]
    ForeignLayout {
        /// The first differences.
        what: String,
    },
    /// The schema changed while the database was open.
    #[error(
        "데이터베이스의 구조가 열려 있는 동안 바뀌었습니다. 아무것도 저장하지 않았습니다; 프로그램을 끝내고 다시 여십시오"
    )]
    LayoutChanged,
    /// The stored rows of a case differ from what the record log says was written.
    #[error(
        "사건 {case}: 저장된 내용({what})이 감사 기록과 맞지 않아 내보내지 않습니다; `simui audit verify`로 무엇이 달라졌는지 보고, \
         데이터 폴더를 그대로 보관한 다음 온전한 백업에서 되살리십시오"
    )]
    Unreconciled {
        /// The case.
        case: CaseId,
        /// What differs, in Korean.
        what: String,
    },
    /// Rows that a transaction would have changed differ from what the record log says was written.
    /// Binding them again would hide that.
    #[error(
        "저장된 {record} {id}이(가) 감사 기록과 맞지 않아 아무것도 저장하지 않았습니다; `simui audit verify`로 무엇이 달라졌는지 보고, \
         데이터 폴더를 그대로 보관한 다음 온전한 백업에서 되살리십시오"
    )]
    Tampered {
        /// The kind of record, in Korean.
        record: &'static str,
        /// Id of the record.
        id: String,
    },
    /// The database was written by a newer version of the program, or its migrations were edited.
    #[error("database layout: {0}; use the version of Simui that last opened this data directory")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// A stored value does not have the form that this version writes.
    #[error("stored {what} cannot be read: {reason}; restore a backup or report this")]
    Corrupt {
        /// Table and column.
        what: &'static str,
        /// Why it cannot be read.
        reason: String,
    },
    /// A run is not in the state that the operation needs.
    #[error(transparent)]
    Run(#[from] FlowError),
    /// No case has this id.
    #[error("case {0} does not exist; list the cases to find its id")]
    UnknownCase(CaseId),
    /// The case is not in the state that the operation needs.
    #[error("case {case} {problem}")]
    Case {
        /// The case.
        case: CaseId,
        /// What prevents it, and what to do.
        problem: CaseObstacle,
    },
    /// No reviewer has this id or name.
    #[error("no reviewer is called {0:?}; list the reviewers, or add one")]
    UnknownReviewer(String),
    /// The operation needs an administrator.
    #[error(
        "{0:?} is no administrator; sign as one, or register one with `simui reviewer add NAME --role administrator`"
    )]
    NotAdministrator(String),
    /// The account cannot be changed this way.
    #[error("account {name:?} {problem}")]
    Account {
        /// Name or id of the account.
        name: String,
        /// What prevents it, and what to do.
        problem: AccountObstacle,
    },
    /// The role may not decide cases.
    #[error(
        "{name:?} is a pharmacist and decides no cases; sign as a reviewer or an administrator"
    )]
    MayNotDecide {
        /// Name of the person.
        name: String,
    },
    /// Wrong passwords or passphrases were entered too often.
    #[error("too many wrong passwords; wait until {until:.0} and try again")]
    TooManyTries {
        /// No password is checked before this moment.
        until: jiff::Timestamp,
    },
    /// Somebody else changed these settings after they were read.
    #[error(
        "settings {subject}: somebody else changed them meanwhile; read them again and repeat the change"
    )]
    SettingChanged {
        /// Subject of the settings.
        subject: &'static str,
    },
    /// Somebody else changed the rule packs after they were read.
    #[error("rule packs: somebody else changed them meanwhile; look at them and repeat the change")]
    RulePacksChanged,
    /// The name cannot be used for a reviewer.
    #[error("reviewer name {name:?} {problem}")]
    ReviewerName {
        /// The name, at most 80 characters of it.
        name: String,
        /// Why it cannot be used.
        problem: NameFault,
    },
    /// No patient has this id.
    #[error("patient {0} does not exist; `simui patient list` shows those that do")]
    UnknownPatient(PatientId),
    /// Somebody else changed this patient after it was read.
    #[error(
        "patient {0}: somebody else changed it meanwhile; look at it again and repeat the change"
    )]
    PatientChanged(PatientId),
    /// A sealed value cannot be opened.
    #[error(
        "patient {patient}: {place} does not open: it was changed, moved, or sealed under another desk's key; restore a backup with its keys"
    )]
    Sealed {
        /// Id of the patient.
        patient: String,
        /// Which sealed value it is.
        place: String,
    },
    /// The key of the audit log is missing or damaged; nothing that must be audited is written without
    /// it.
    #[error(
        "audit key {path}: {problem}; unlock the keyring, or restore keys/audit.key from a backup"
    )]
    AuditKey {
        /// Where the key should be.
        path: String,
        /// What is wrong.
        problem: String,
    },
    /// The key of the audit log cannot be moved; it stays where it is.
    #[error(
        "audit key: the keyring cannot take it: {problem}; start and unlock the desktop's keyring, then move it again"
    )]
    KeyMove {
        /// Why the keyring does not take it.
        problem: String,
    },
}

impl StoreError {
    /// Whether the cause is that the disk has no room left.
    pub fn is_of_full_disk(&self) -> bool {
        match self {
            Self::Directory { source, .. } => source.kind() == std::io::ErrorKind::StorageFull,
            Self::Database(sqlx::Error::Database(error)) => {
                // SQLITE_FULL, in the low byte of the extended code.
                let code = error.code().and_then(|code| code.parse::<u32>().ok());
                code.map(|code| code & 0xff) == Some(13)
            }
            _ => false,
        }
    }

    /// Whether the cause is that a directory or a file may not be written.
    pub(crate) fn is_of_writing(&self) -> bool {
        use std::io::ErrorKind::{PermissionDenied, ReadOnlyFilesystem};
        match self {
            Self::Directory { source, .. } => {
                matches!(source.kind(), PermissionDenied | ReadOnlyFilesystem)
            }
            Self::Database(sqlx::Error::Database(error)) => {
                // SQLITE_READONLY and SQLITE_CANTOPEN, in the low byte of the extended code.
                let code = error.code().and_then(|code| code.parse::<u32>().ok());
                matches!(code.map(|code| code & 0xff), Some(8 | 14))
            }
            _ => false,
        }
    }
}

impl From<StoreError> for FlowError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Run(error) => error,
            refused @ (StoreError::UnknownReviewer(_)
            | StoreError::Case { .. }
            | StoreError::Account { .. }
            | StoreError::MayNotDecide { .. }) => FlowError::Declined(Box::new(refused)),
            other => FlowError::Journal(Box::new(other)),
        }
    }
}
