//! Audit packs: cases with everything they rest on, in one ZIP archive that `simui-packcheck` verifies
//! without this program. That crate describes the format (crates/packcheck/FORMAT.md).

mod archive;
mod cases;
mod sources;

use base64::Engine as _;
use serde_json::json;
use simui_domain::CaseId;

use self::archive::Files;
use self::sources::Sources;
use crate::faults::ErrorCode;
use crate::housekeeping::VERSION;
use crate::papers::log_of;
use crate::types::{PackRequest, QueueRequest, QueueState, ReportFile};
use crate::{ApiError, Desk};

/// The format, as the manifest names it.
const FORMAT: &str = "simui-audit-pack/1";

/// Text of the README in every pack.
const README: &str = "심의 데스크 감사 묶음 / Simui audit pack\n\n\
    이 묶음은 심의 데스크 없이 확인할 수 있습니다: simui-packcheck PACK.zip --key 공개열쇠\n\
    공개 열쇠는 데스크의 ‘감사 기록’ 설정이나 `simui audit verify`가 보여 주는 것을 따로 받아 대조하십시오.\n\n\
    This pack can be checked without the application: simui-packcheck PACK.zip --key PUBLIC_KEY\n\
    Obtain the public key from the office itself, not from the pack. The format is in FORMAT.md beside simui-packcheck.\n";

impl Desk {
    /// Returns an audit pack as a file for the interface.
    pub async fn audit_pack(&self, request: PackRequest) -> Result<ReportFile, ApiError> {
        let bytes = self.audit_pack_bytes(&request).await?;
        Ok(ReportFile {
            name: format!("감사묶음-{}.zip", self.today()),
            media_type: "application/zip".to_owned(),
            base64: base64::engine::general_purpose::STANDARD.encode(bytes),
        })
    }

    /// Returns an audit pack as bytes.
    pub async fn audit_pack_bytes(&self, request: &PackRequest) -> Result<Vec<u8>, ApiError> {
        // Without the key, nothing could sign the pack, so that it fails before the work begins.
        let public_key = self.database.audit_public_key()?;
        let cases = match request.cases.is_empty() {
            true => self.decided().await?,
            false => request.cases.clone(),
        };
        let mut files = Files::default();
        files.add("README.txt", README.as_bytes().to_vec())?;
        let mut sources = Sources::default();
        let log = log_of(self).await?;
        for (at, id) in cases.iter().enumerate() {
            let folder = format!("cases/{:03}", at + 1);
            cases::add(self, &folder, id, &log, &mut sources, &mut files).await?;
        }
        sources.write(self, &mut files).await?;
        // The log is added last, so that it covers every decision and letter of the pack.
        let audit = self.audit().await?;
        let entries = self.audit_export().await?;
        let seal = self.seal_export(&entries);
        files.add("log/entries.jsonl", entries.into_bytes())?;
        let manifest = json!({
            "format": FORMAT,
            "made_at": self.clock.now(),
            "made_by": format!("simui {VERSION}"),
            "office": self.office().await?.settings.name,
            "public_key": public_key,
            "log": {
                "intact": audit.intact, "reason": audit.reason, "entries": seal.entries, "head": seal.head,
            },
            "cases": cases,
            "files": files.list(),
        });
        let manifest = serde_json::to_vec_pretty(&manifest).map_err(|error| {
            ApiError::invalid(ErrorCode::Internal, &[], format!("manifest: {error}"))
        })?;
        let signature = self.database.audit_sign(&manifest)?;
        files.add("manifest.json", manifest)?;
        files.add("manifest.sig", signature.into_bytes())?;
        files.into_zip()
    }

    async fn decided(&self) -> Result<Vec<CaseId>, ApiError> {
        let all =
            QueueRequest { state: QueueState::Done, limit: Some(u32::MAX), ..Default::default() };
        Ok(self.queue(all).await?.cases.into_iter().map(|case| case.case_id).collect())
    }
}
