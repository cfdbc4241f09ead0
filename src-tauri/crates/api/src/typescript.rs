//! Exports the types of requests and responses, and the words about errors, to TypeScript.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use ts_rs::{Config, ExportError, TS};

use crate::faults::{self, ErrorBody, Language};
use crate::types;

/// Writes every type that the interface uses, and the types they contain, as `<Name>.ts` into `folder`, and
/// an `index.ts` that exports them all.
pub fn write_types(folder: &Path) -> Result<(), ExportError> {
    // `number` is exact enough: counts and offsets stay far below 2^53.
    let config = Config::new().with_out_dir(folder).with_large_int("number");
    macro_rules! export {
        ($($name:ty),* $(,)?) => { $(<$name>::export_all(&config)?;)* };
    }
    export!(
        ErrorBody,
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
    write_index(folder)
}

/// Writes the words about errors as `ko/errors.ts` and `en/errors.ts` into `folder`. Their type demands
/// every code, so that the interface does not compile while one has no words.
pub fn write_error_words(folder: &Path) -> Result<(), ExportError> {
    for (name, language) in [("ko", Language::Korean), ("en", Language::English)] {
        let mut text = String::from(
            "// This file is generated by `make types`. Do not edit it.\n\
             import type { ErrorCode } from '../../backend/types';\n\n\
             /** What happened and what to do about it, by code; `{name:을}` is a parameter with its particle. */\n\
             export const errors: Readonly<\n  Record<ErrorCode, { what: string; todo: string; detail: boolean }>\n> = {\n",
        );
        for (code, texts) in faults::texts() {
            let (code, detail, words) = (code.as_str(), texts.detail, texts.of(language));
            let (what, todo) = (&words.what, &words.todo);
            writeln!(text, "  {code}: {{ what: {what:?}, todo: {todo:?}, detail: {detail} }},")?;
        }
        text += "};\n";
        let folder = folder.join(name);
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("errors.ts"), text)?;
    }
    Ok(())
}

/// Writes the `index.ts` that exports every type of `folder`.
fn write_index(folder: &Path) -> Result<(), ExportError> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let file = entry?.file_name();
        let name = file.to_string_lossy();
        names.extend(name.strip_suffix(".ts").filter(|name| *name != "index").map(str::to_owned));
    }
    names.sort();
    let mut index = String::from("// This file is generated by `make types`. Do not edit it.\n");
    for name in names {
        writeln!(index, "export type {{ {name} }} from './{name}';")?;
    }
    Ok(fs::write(folder.join("index.ts"), index)?)
}
