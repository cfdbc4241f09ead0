//! Faults of things that do not exist.

use super::{ErrorCode as Code, Fault, is_id};

/// Returns the fault of a missing object of the kind `what`.
pub fn of_missing(what: &str, id: &str) -> Fault {
    let (code, param) = match what {
        "case" => return Code::CaseNotFound.into(),
        "result of case" => return Code::CaseNotReady.into(),
        "patient" => return Code::PatientNotFound.into(),
        "item" => return Code::PatientItemNotFound.into(),
        "question" => return Code::QuestionNotFound.into(),
        "key" => return Code::KeyUnknown.into(),
        "upload" => return Code::UploadNotFound.into(),
        "document" | "law" if is_id(id) => return Code::DocumentGone.into(),
        "installed model" => (Code::ModelNotInstalled, "model"),
        "provider" => (Code::ProviderUnknown, "name"),
        "followed law" => (Code::LawNotFollowed, "title"),
        "imported lexicon" => (Code::LexiconNotImported, "name"),
        "chat endpoint" => (Code::ChatEndpointNotFound, "name"),
        "prompt" => (Code::PromptNotFound, "name"),
        "operation" | "command" => (Code::OperationUnknown, "name"),
        "rule pack" => (Code::RulePackNotFound, "name"),
        "coverage" => (Code::CoverageCodeUnknown, "code"),
        "insurer" => (Code::CoverageInsurerUnknown, "code"),
        "rule file" => (Code::CoverageRulesNotFound, "name"),
        "saved comparison" => (Code::CoverageSavedNotFound, "name"),
        "page" => (Code::CoveragePageNotFound, "document"),
        "law" => (Code::LawNotFound, "title"),
        "document" => (Code::DocumentNotFound, "title"),
        "article" => (Code::ArticleNotFound, "article"),
        "open quarantined entry" => (Code::QuarantineEntryNotFound, "path"),
        _ => (Code::NotFound, "name"),
    };
    Fault::new(code, &[(param, &id)])
}
