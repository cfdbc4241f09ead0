//! The desk itself: its reviewers, its status and the example cases.

use simui_domain::{Ad, DocumentKind, Reviewer, Role};

use crate::faults::ErrorCode;
use crate::types::{DeskStatus, Engine, NewReviewer, QueueRequest, SubmitRequest};
use crate::{ApiError, Desk};

pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Example advertisements of our own, one JSON object per line.
const EXAMPLES: &str = include_str!("../demo/ads.jsonl");

/// Name of the reviewer who signs the example cases.
const EXAMPLE_REVIEWER: &str = "김심의";

impl Desk {
    /// Returns the status that the top bar shows.
    pub async fn status(&self) -> Result<DeskStatus, ApiError> {
        let documents = self.database.documents().await?;
        let official = documents.iter().filter(|d| d.kind == DocumentKind::Statute && !d.digest);
        let statutes = u32::try_from(official.count()).unwrap_or(u32::MAX);
        Ok(DeskStatus {
            engine: "rules".to_owned(),
            statutes,
            documents: u32::try_from(documents.len()).unwrap_or(u32::MAX),
            corpus_changed_at: self.database.corpus_changed_at().await?,
            digests_only: statutes == 0,
            outbound: self.outbound_settings().await?.settings.enabled,
            reviewers: self.reviewers().await?,
            waiting: self.queue(QueueRequest::default()).await?.counts.open,
            version: VERSION.to_owned(),
            guarded: self.database.is_guarded().await?,
            operations: self.permitted_operations().await?,
            audit: self.audit_check.result(),
            read_only: self.database.is_read_only(),
        })
    }

    /// Lists everybody who may sign decisions.
    pub async fn reviewers(&self) -> Result<Vec<Reviewer>, ApiError> {
        Ok(self.database.reviewers().await?)
    }

    /// Adds example cases and a reviewer to a desk without cases. On any other desk, only the digests of
    /// drugs are added if missing.
    pub async fn demo(&self) -> Result<DeskStatus, ApiError> {
        simui_corpus::install_drug_digests(&self.database, &self.clock).await?;
        if self.reviewers().await?.is_empty() {
            let name = EXAMPLE_REVIEWER.to_owned();
            self.add_reviewer(NewReviewer { name, role: Role::Reviewer }).await?;
        }
        let counts = self.queue(QueueRequest::default()).await?.counts;
        if counts.open + counts.done == 0 {
            for line in EXAMPLES.lines() {
                let ad: Ad = serde_json::from_str(line).map_err(|error| {
                    ApiError::invalid(ErrorCode::Internal, &[], format!("demo/ads.jsonl: {error}"))
                })?;
                self.review(SubmitRequest { ad, engine: Engine::Rules }).await?;
            }
        }
        self.status().await
    }
}
