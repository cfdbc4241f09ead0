//! The TypeScript twins of everything that crosses to the interface.

use std::path::Path;

use ts_rs::{Config, ExportError, TS};

use crate::types;

/// Writes every type the interface uses, and all they are made of, as `<Name>.ts` into `folder`.
pub fn write_types(folder: &Path) -> Result<(), ExportError> {
    // Numbers fit: counts and offsets stay far below 2^53.
    let config = Config::new().with_out_dir(folder).with_large_int("number");
    macro_rules! export {
        ($($name:ty),* $(,)?) => { $(<$name>::export_all(&config)?;)* };
    }
    export!(
        simui_domain::QuarantineRecord,
        types::AddModel,
        types::AddedModel,
        types::AuditReport,
        types::BrokenLinksRequest,
        types::CaseEvents,
        types::CaseView,
        types::CaseFileRequest,
        types::ChangeSettings<types::OfficeSettings>,
        types::ChangeSettings<types::OnnxSettings>,
        types::ChangeSettings<types::OutboundSettings>,
        types::ChangeSettings<types::SearchModels>,
        types::CheckedText,
        types::CitationsRequest,
        types::CompareRuns,
        types::DecideRequest,
        types::DeskEvent,
        types::DeskStatus,
        types::DocumentSummary,
        types::DocumentView,
        types::DoctorReport,
        types::EmbedReport,
        types::FindLaws,
        types::FitReport,
        types::ForkRequest,
        types::FoundLaws,
        types::Impact,
        types::ImpactRequest,
        types::ImportRequest,
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
        types::MoveAuditKey,
        types::NewReviewer,
        types::OnnxRuntime,
        types::PackRequest,
        types::PaperRequest,
        types::QuarantineRequest,
        types::QueuePage,
        types::QueueRequest,
        types::ReadAds,
        types::ReadAdsRequest,
        types::RemoveKey,
        types::Replay,
        types::ReportFile,
        types::ReportRequest,
        types::ResolveQuarantine,
        types::RevisionRequest,
        types::SearchRequest,
        types::SearchResponse,
        types::SetKey,
        types::SettingsView<types::OfficeSettings>,
        types::SettingsView<types::OnnxSettings>,
        types::SettingsView<types::OutboundSettings>,
        types::SettingsView<types::SearchModels>,
        types::ShowDocument,
        types::SubmitRequest,
        types::UpdateLaws,
        types::UploadRequest,
        types::VerifiedQuote,
        types::VerifyRequest,
    );
    Ok(())
}
