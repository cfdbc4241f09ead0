//! Faults of the database and of runs.

use simui_domain::{SignatureRefusal, korean_minute};
use simui_flow::FlowError;
use simui_store::{AccountObstacle, CaseObstacle, NameFault, StoreError};

use super::{ErrorCode as Code, Fault, is_id};

/// Returns the fault of an error of the database.
pub fn of_store(error: &StoreError) -> Fault {
    match error {
        error if error.is_of_full_disk() => Code::DiskFull.into(),
        StoreError::Directory { path, .. } => path_fault(Code::DataDirUnusable, path),
        StoreError::Database(_) => Code::DatabaseFailed.into(),
        StoreError::Replaced { path } => path_fault(Code::DataDirReplaced, path),
        StoreError::ReadOnly { path } => path_fault(Code::DataDirReadOnly, path),
        StoreError::Unfinished { path } => path_fault(Code::DataDirUnfinished, path),
        StoreError::ForeignLayout { .. } => Code::DatabaseForeignLayout.into(),
        StoreError::LayoutChanged => Code::DatabaseLayoutChanged.into(),
        StoreError::Unreconciled { .. } => Code::CaseChanged.into(),
        StoreError::Tampered { record, .. } => {
            Fault::new(Code::RecordChanged, &[("record", record)])
        }
        StoreError::Migration(_) => Code::DatabaseOfOtherVersion.into(),
        StoreError::Corrupt { .. } => Code::StoredValueDamaged.into(),
        StoreError::Run(error) => of_flow(error),
        StoreError::UnknownCase(_) => Code::CaseNotFound.into(),
        StoreError::Case { problem, .. } => of_case(problem),
        StoreError::UnknownReviewer(name) if is_id(name) => Code::AccountGone.into(),
        StoreError::UnknownReviewer(name) => name_fault(Code::ReviewerNotFound, name),
        StoreError::NotAdministrator(name) => name_fault(Code::NotAdministrator, name),
        StoreError::Account { name, problem } => name_fault(of_account(*problem), name),
        StoreError::MayNotDecide { name } => name_fault(Code::MayNotDecide, name),
        StoreError::TooManyTries { until } => {
            Fault::new(Code::TooManyTries, &[("until", &korean_minute(*until))])
        }
        StoreError::SettingChanged { .. } => Code::SettingChanged.into(),
        StoreError::RulePacksChanged => Code::RulePacksChanged.into(),
        StoreError::ReviewerName { problem: NameFault::Length, .. } => {
            Fault::new(Code::ReviewerNameLength, &[("longest", &60)])
        }
        StoreError::ReviewerName { problem: NameFault::Unprintable, .. } => {
            Code::ReviewerNameUnprintable.into()
        }
        StoreError::ReviewerName { name, problem: NameFault::Taken } => {
            name_fault(Code::ReviewerNameTaken, name)
        }
        StoreError::UnknownPatient(_) => Code::PatientNotFound.into(),
        StoreError::PatientChanged(_) => Code::PatientChanged.into(),
        StoreError::Sealed { .. } => Code::PatientSealed.into(),
        StoreError::AuditKey { .. } => Code::AuditKeyMissing.into(),
        StoreError::KeyMove { .. } => Code::AuditKeyUnmoved.into(),
    }
}

fn of_case(obstacle: &CaseObstacle) -> Fault {
    match obstacle {
        CaseObstacle::NotWaiting | CaseObstacle::NoSuchQuestion | CaseObstacle::NotToRedraft => {
            Code::CaseNotWaiting
        }
        CaseObstacle::ClaimedByNobody => Code::CaseClaimedByNobody,
        CaseObstacle::Claimed { by, until } | CaseObstacle::ClaimedByOther { by, until } => {
            let until = korean_minute(*until);
            return Fault::new(Code::CaseClaimed, &[("name", by), ("until", &until)]);
        }
        CaseObstacle::NotToCheck => Code::CaseNotToCheck,
        CaseObstacle::NoRevisionRequested(_) => Code::CaseWithoutRevisionRequest,
        CaseObstacle::NotFinal => Code::CaseNotFinal,
        CaseObstacle::NoSecondSignature => Code::SecondSignatureNotNeeded,
        CaseObstacle::SecondSignatureNeeded => Code::SecondSignatureNeeded,
        CaseObstacle::SignedOtherwise => Code::SecondSignatureDiffers,
        CaseObstacle::Signature(refusal) => match refusal {
            SignatureRefusal::NoFirst => Code::SecondSignatureWithoutFirst,
            SignatureRefusal::NotOnesOwn => Code::SignatureOfOtherPerson,
            SignatureRefusal::SamePerson => Code::SecondSignatureBySamePerson,
            SignatureRefusal::FirstExists => Code::FirstSignatureExists,
            SignatureRefusal::DisputedByThisPerson | SignatureRefusal::Disputed => {
                Code::SignaturesDisagree
            }
            SignatureRefusal::Answered => Code::CaseNotWaiting,
        },
    }
    .into()
}

fn of_account(obstacle: AccountObstacle) -> Code {
    match obstacle {
        AccountObstacle::Disabled => Code::AccountDisabled,
        AccountObstacle::NoPassword | AccountObstacle::NothingToSignInWith => {
            Code::AccountWithoutPassword
        }
        AccountObstacle::PresentPasswordNeeded => Code::AccountNeedsPresentPassword,
        AccountObstacle::NotFirst => Code::AccountNotFirstWithPassword,
        AccountObstacle::SomebodyElses => Code::AccountOfOtherPerson,
        AccountObstacle::LastAdministrator => Code::AccountLastAdministrator,
    }
}

/// Returns the fault of an error of a run.
pub fn of_flow(error: &FlowError) -> Fault {
    match error {
        FlowError::Declined(source) | FlowError::Journal(source) => {
            source.downcast_ref::<StoreError>().map_or(Code::DatabaseFailed.into(), of_store)
        }
        FlowError::Graph { .. } => Code::Internal.into(),
        FlowError::UnknownRun(_) | FlowError::UnknownInterrupt(_) => Code::RunNotFound.into(),
        FlowError::RunExists(_) => Code::RunExists.into(),
        FlowError::AlreadyAnswered { at, .. } => {
            Fault::new(Code::QuestionAnswered, &[("at", &korean_minute(*at))])
        }
        FlowError::WrongStatus { .. } => Code::RunWrongStatus.into(),
        FlowError::Active(_) => Code::RunActive.into(),
        FlowError::OwnedElsewhere(_) => Code::RunOwnedElsewhere.into(),
        FlowError::Version { .. } => Code::RunOfOtherVersion.into(),
        FlowError::Corrupt { .. } => Code::RunDamaged.into(),
        FlowError::Checkpoint { .. } => Code::CheckpointUnusable.into(),
        FlowError::Refused(_) => Code::DecisionRefused.into(),
    }
}

fn path_fault(code: Code, path: &str) -> Fault {
    Fault::new(code, &[("path", &path)])
}

fn name_fault(code: Code, name: &str) -> Fault {
    Fault::new(code, &[("name", &name)])
}
