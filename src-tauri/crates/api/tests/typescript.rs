//! The committed TypeScript is what the Rust types and the words about errors give.
//!
//! `make types` sets `SIMUI_WRITE_TYPES`, with which the test writes the files instead. The list of types is
//! here because code for the export is made for every type of it: in the library it was a third of all code.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use simui_api::{Language, types, words_in_typescript};
use ts_rs::{Config, ExportError, TS};

/// Writes every type that the interface uses, and the types they contain, as `<Name>.ts` into `folder`.
fn write_types(folder: &Path) -> Result<(), ExportError> {
    // `number` is exact enough: counts and offsets stay far below 2^53.
    let config = Config::new().with_out_dir(folder).with_large_int("number");
    macro_rules! export {
        ($($name:ty),* $(,)?) => { $(<$name>::export_all(&config)?;)* };
    }
    export!(
        simui_api::ErrorBody,
        simui_domain::QualityCheck,
        simui_domain::QuarantineRecord,
        types::AccountView,
        types::AddModel,
        types::AffectedCases,
        types::SimilarAds,
        types::AffectedRequest,
        types::AddedModel,
        types::AssignRequest,
        types::AuditReport,
        types::BrokenLinksRequest,
        types::CaseEvents,
        types::CaseView,
        types::ChangeRulePack,
        types::AskRequest,
        types::CancelAsk,
        simui_pharmacy::calculate::Calculation,
        types::CalculateRequest,
        types::CheckListRequest,
        types::CheckListResponse,
        types::AskResponse,
        types::AskedPage,
        types::AskedRequest,
        types::AskedView,
        types::GiveFeedback,
        types::OfAsked,
        types::JudgedQuestion,
        types::ChangeAccount,
        types::CaseFileRequest,
        types::ChangeSettings<types::AskSettings>,
        types::ChangeSettings<types::ChatSettings>,
        types::ChangeSettings<types::OfficeSettings>,
        types::ChatPrompt,
        types::PromptTrial,
        types::ResetPrompt,
        types::SetPrompt,
        types::TryPrompt,
        types::ChatState,
        types::ChatTest,
        types::TestChat,
        types::OutboundLogRequest,
        types::OutboundEntry,
        types::ChangeSettings<types::OnnxSettings>,
        types::ChangeSettings<types::OutboundSettings>,
        types::ChangeSettings<types::SearchModels>,
        types::ChangeSettings<types::SearchProfiles>,
        types::ChangeSettings<simui_domain::WorkSettings>,
        types::CheckRequest,
        types::CheckedText,
        types::ChecksRequest,
        types::CitationsRequest,
        types::ClaimRequest,
        types::CompareRuns,
        types::Extraction,
        types::ImportedLexicon,
        types::LexiconImport,
        types::LexiconStatus,
        types::RemoveLexicon,
        types::ConsultCacheStatus,
        types::ConsultRequest,
        types::ConsultResponse,
        types::CoverageAnswer,
        types::CoverageImport,
        types::CoverageImportReport,
        types::CoverageFact,
        types::CoverageFacts,
        types::CoverageFactsRequest,
        types::CoverageProgress,
        types::CoverageStage,
        types::CoveragePageRequest,
        types::CoveragePageText,
        types::CoveragePagePictureRequest,
        types::CoveragePagePicture,
        types::CoveragePictureMark,
        types::CoverageQuestion,
        types::CoverageReportRequest,
        types::CoverageRuleChange,
        types::CoverageRuleCheck,
        types::CoverageRuleFile,
        types::CoverageRuleText,
        types::CoverageRuleTextRequest,
        types::CoverageRules,
        types::CoverageRulesCheck,
        types::ReplaceCoverageRules,
        types::CoverageSaved,
        types::CoverageStatus,
        types::ForgetCoverage,
        types::SaveCoverage,
        types::SavedCoverages,
        types::DecideRequest,
        types::DeskEvent,
        types::DeskStatus,
        types::DisagreementList,
        types::DocumentSummary,
        types::DocumentView,
        types::DoctorReport,
        types::DrugUpdateReport,
        types::DrugUpdates,
        types::EmbedReport,
        types::ExpertKinds,
        types::CreateKeyFile,
        types::DeleteKeyFile,
        types::KeyFileView,
        types::OpenKeyFile,
        types::FindLaws,
        types::FitReport,
        types::ForkRequest,
        types::FoundLaws,
        types::Impact,
        types::ImpactRequest,
        types::ImportRequest,
        types::ImportRulePack,
        types::ImportedRulePack,
        types::IntakeRequest,
        types::KeyView,
        types::LawDiff,
        types::LawDiffRequest,
        types::LawHistory,
        types::LawHistoryRequest,
        types::LawUpdateReport,
        types::LawUpdates,
        types::LinkPage,
        types::LinksRequest,
        types::ModelCheck,
        types::ModelRequest,
        types::ModelView,
        types::NewAccount,
        types::NewReviewer,
        types::OnnxRuntime,
        types::EditPatientItem,
        types::ForgottenPatient,
        types::NewPatient,
        types::OfPatient,
        types::OfPatientItem,
        types::PatientEvent,
        types::PatientTurnView,
        types::PatientView,
        types::PatientsRequest,
        types::RememberRequest,
        types::Remembered,
        types::ImportPatient,
        types::ImportedPatient,
        types::ImportOmission,
        types::OmissionReason,
        types::RenamePatient,
        types::WritePatientItem,
        types::PriorityRequest,
        types::MoveAuditKey,
        types::PackRequest,
        types::PaperRequest,
        types::QuarantineRequest,
        types::QueuePage,
        types::QueueRequest,
        types::ReadAds,
        types::ReadAdsRequest,
        types::RemoveKey,
        types::RedraftRequest,
        types::ReopenRequest,
        types::Replay,
        types::ReportFile,
        types::ReportRequest,
        types::Rereview,
        types::RereviewRequest,
        types::ResumedRuns,
        types::RetryRequest,
        types::UnfinishedReviews,
        simui_domain::DigestReading,
        simui_domain::DigestVerdict,
        types::DigestEntry,
        types::DigestsRequest,
        types::SignDigest,
        types::ResolveQuarantine,
        types::RevisionRequest,
        types::RulePackRequest,
        types::RulePackText,
        types::RulePackView,
        types::RulesCheck,
        types::RulesCheckRequest,
        types::SearchProfile,
        types::SearchProfiles,
        types::SearchRequest,
        types::SearchResponse,
        types::SecondSignature,
        types::SessionView,
        types::SetKey,
        types::SetPassword,
        types::SetRole,
        types::SettingsView<types::AskSettings>,
        types::SettingsView<types::OfficeSettings>,
        types::SettingsView<types::OnnxSettings>,
        types::SettingsView<types::OutboundSettings>,
        types::SettingsView<types::SearchModels>,
        types::SettingsView<types::SearchProfiles>,
        types::SettingsView<simui_domain::WorkSettings>,
        types::ShowDocument,
        types::SignIn,
        types::SubmitRequest,
        types::UpdateDrugs,
        types::UpdateLaws,
        types::UploadRequest,
        types::VerifiedQuote,
        types::VerifyRequest,
        types::WatchStatus,
    );
    Ok(())
}

/// The files of a folder by their names.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder).unwrap().map(|it| it.unwrap());
    let named = entries.map(|it| (it.file_name().to_string_lossy().into_owned(), it.path()));
    named.map(|(name, path)| (name, fs::read_to_string(path).unwrap())).collect()
}

/// The types as files, with an `index.ts` that exports them all.
fn generated_types() -> BTreeMap<String, String> {
    let folder = tempfile::tempdir().unwrap();
    write_types(folder.path()).unwrap();
    let mut types = files(folder.path());
    let mut index = String::from("// This file is generated by `make types`. Do not edit it.\n");
    for name in types.keys().filter_map(|it| it.strip_suffix(".ts")) {
        writeln!(index, "export type {{ {name} }} from './{name}';").unwrap();
    }
    types.insert("index.ts".to_owned(), index);
    types
}

/// Compares a folder of the interface with the files that belong there, or writes them.
fn check(folder: &str, fresh: &BTreeMap<String, String>, is_alone: bool) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../ui/src/lib").join(folder);
    if std::env::var_os("SIMUI_WRITE_TYPES").is_some() {
        for (name, text) in fresh {
            fs::write(folder.join(name), text).unwrap();
        }
    }
    let committed = files(&folder);
    for (name, text) in fresh {
        assert!(committed.get(name) == Some(text), "{name} is stale: run `make types`");
    }
    for name in committed.keys().filter(|_| is_alone) {
        assert!(fresh.contains_key(name), "{name} has no Rust type any more: delete it");
    }
}

#[test]
fn generated_types_are_fresh() {
    check("backend/types", &generated_types(), true);
}

#[test]
fn generated_words_about_errors_are_fresh() {
    for (folder, language) in [("words/ko", Language::Korean), ("words/en", Language::English)] {
        let words = BTreeMap::from([("errors.ts".to_owned(), words_in_typescript(language))]);
        check(folder, &words, false);
    }
}
