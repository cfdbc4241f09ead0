//! Computes the encoder's vectors of the corpora, in the foreground or in the background.

use crate::types::EmbedReport;
use crate::{ApiError, Desk};

impl Desk {
    /// Computes the missing vectors of the chosen encoder and waits for them. Searches use them once all are
    /// ready.
    pub async fn embed(&self, heard: impl FnMut(u32, u32) + Send) -> Result<EmbedReport, ApiError> {
        self.onnx.embed(&self.holdings, heard).await
    }

    /// Cancels the computation. Computed vectors are kept, and the next run continues from there.
    pub fn cancel_embed(&self) {
        self.onnx.cancel();
    }
}
