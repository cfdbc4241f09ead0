//! Extracts clinical facts from texts with the desk's imported names.

use std::sync::{Arc, PoisonError};

use crate::faults::ErrorCode;
use crate::text_reader::TextReader;
use crate::text_reader::vocabulary::stamp;
use crate::types::Extraction;
use crate::{ApiError, Desk};

impl Desk {
    /// Extracts the clinical facts of a text with the desk's imported names and products. A long text takes
    /// seconds of computing, on a thread of its own.
    pub async fn extract(&self, text: String) -> Result<Extraction, ApiError> {
        let reader = self.text_reader()?;
        let drugs = self.named_drugs(&text).await?;
        let reading = tokio::task::spawn_blocking(move || reader.extract_with(&text, &drugs)).await;
        reading.map_err(|error| {
            ApiError::invalid(ErrorCode::Internal, &[], format!("extract: {error}; report this"))
        })?
    }

    /// Returns the reader of this desk.
    pub(crate) fn text_reader(&self) -> Result<Arc<TextReader>, ApiError> {
        let now = stamp(self.data_dir());
        let mut kept = self.counsel.reader.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((stamp, reader)) = &*kept
            && *stamp == now
        {
            return Ok(Arc::clone(reader));
        }
        let reader = Arc::new(TextReader::of(self.data_dir())?);
        *kept = Some((now, Arc::clone(&reader)));
        Ok(reader)
    }
}
