//! Our own digests (요지), and who has read them.

use simui_domain::{DigestVerdict, Document};

use super::read::summary;
use crate::faults::ErrorCode;
use crate::types::{DigestEntry, DigestsRequest, SignDigest};
use crate::{ApiError, Desk};

impl Desk {
    /// Lists the digests by title, each with its signed readings.
    pub async fn digest_entries(
        &self,
        request: DigestsRequest,
    ) -> Result<Vec<DigestEntry>, ApiError> {
        let documents = self.database.documents().await?;
        let readings = self.database.digest_readings().await?;
        let today = self.today();
        let is_asked = |document: &Document| {
            document.digest
                && request.kind.is_none_or(|kind| document.kind == kind)
                && request.document.as_ref().is_none_or(|id| document.id == *id)
        };
        let mut entries: Vec<DigestEntry> = documents
            .into_iter()
            .filter(is_asked)
            .map(|document| {
                let key = (document.source_key.clone(), document.sha256.clone());
                let readings = readings.get(&key).cloned().unwrap_or_default();
                DigestEntry { document: summary(document, today), readings }
            })
            .filter(|it| !request.unread || it.readings.is_empty())
            .collect();
        entries.sort_by(|a, b| a.document.title.cmp(&b.document.title));
        Ok(entries)
    }

    /// Signs a reading of a digest, which holds for the text as it stands. Returns the digest with its
    /// readings.
    pub async fn sign_digest(&self, request: SignDigest) -> Result<DigestEntry, ApiError> {
        let SignDigest { document: id, verdict, reviewer, note } = request;
        let note = note.trim();
        if note.is_empty() && verdict == DigestVerdict::Faulty {
            return Err(ApiError::invalid(
                ErrorCode::NoteEmpty,
                &[],
                "note: it is empty; say what is wrong in the digest".to_owned(),
            ));
        }
        let missing = || ApiError::Missing {
            what: "document",
            id: id.to_string(),
            remedy: "list the digests with `simui corpus digests`",
        };
        let documents = self.database.documents().await?;
        let digest = documents.into_iter().find(|it| it.id == id && it.digest);
        let digest = digest.ok_or_else(missing)?;
        let reviewer = self.signer(&reviewer).await?;
        self.database.sign_digest(&self.clock, &digest, verdict, &reviewer, note).await?;
        let request = DigestsRequest { document: Some(id.clone()), ..DigestsRequest::default() };
        self.digest_entries(request).await?.into_iter().next().ok_or_else(missing)
    }
}
