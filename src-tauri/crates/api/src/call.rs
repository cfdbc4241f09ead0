//! Operations by name: the one door for the window and the loopback server.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use simui_domain::CaseId;

use crate::{ApiError, Desk};

/// Operations about one case take this.
#[derive(serde::Deserialize)]
struct OfCase {
    case_id: CaseId,
}

impl Desk {
    /// Calls an operation: `queue`, `case`, `decide`, … The request and the answer are the JSON forms of the
    /// types in [`crate::types`].
    pub async fn call(&self, operation: &str, request: Value) -> Result<Value, ApiError> {
        match operation {
            "desk_status" => write(self.status().await?),
            "add_reviewer" => write(self.add_reviewer(read(request)?).await?),
            "queue" => write(self.queue(read(request)?).await?),
            "case" => write(self.case(&read::<OfCase>(request)?.case_id).await?),
            "case_events" => write(self.case_events(&read::<OfCase>(request)?.case_id).await?),
            "submit" => write(self.submit(read(request)?).await?),
            "read_ads" => write(crate::reviews::read_ads(&read(request)?)),
            "decide" => write(self.decide(read(request)?).await?),
            "revise" => write(self.revise(read(request)?).await?),
            "report" => write(self.report(read(request)?).await?),
            "replay" => write(self.replay(&read::<OfCase>(request)?.case_id).await?),
            "fork" => write(self.fork(read(request)?).await?),
            "documents" => write(self.documents().await?),
            "document" => write(self.document(read(request)?).await?),
            "import_paths" => write(self.import_paths(read(request)?).await?),
            "import_uploads" => write(self.import_uploads(read(request)?).await?),
            "cancel_import" => {
                self.cancel_import();
                write(())
            }
            "quarantine" => {
                let request = read::<Option<_>>(request)?.unwrap_or_default();
                write(self.quarantine(request).await?)
            }
            "resolve_quarantine" => write(self.resolve_quarantine(read(request)?).await?),
            "law_history" => write(self.law_history(read(request)?).await?),
            "law_diff" => write(self.law_diff(read(request)?).await?),
            "links" => write(self.links(read(request)?).await?),
            "broken_links" => write(self.broken_links(read(request)?).await?),
            "impact" => write(self.impact(read(request)?).await?),
            "search" => write(self.search(read(request)?).await?),
            "verify" => write(self.verify(read(request)?).await?),
            "doctor" => write(self.doctor().await?),
            "audit" => write(self.audit().await?),
            _ => Err(ApiError::Missing {
                what: "operation",
                id: operation.chars().take(80).collect(),
                remedy: "use one of those in simui_api::Desk::call",
            }),
        }
    }
}

fn read<T: DeserializeOwned>(request: Value) -> Result<T, ApiError> {
    serde_json::from_value(request).map_err(|error| ApiError::Invalid(format!("request: {error}")))
}

fn write(answer: impl Serialize) -> Result<Value, ApiError> {
    serde_json::to_value(answer).map_err(|error| ApiError::Invalid(format!("answer: {error}")))
}
