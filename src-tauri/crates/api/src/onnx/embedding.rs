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

    /// Computes the vectors in the background, in a process that stays, and loads the chosen reranker, so
    /// that the first search does not have to.
    pub(crate) fn embed_in_background(&self) {
        if !self.resident {
            return;
        }
        let (onnx, holdings) = (self.onnx.clone(), self.holdings.clone());
        tokio::spawn(async move {
            if let Err(error) = onnx.embed(&holdings, |_, _| {}).await {
                tracing::error!(%error, "the encoder's vectors could not be made");
            }
            if let Ok(chosen) = onnx.chosen().await {
                // Every search reports why it cannot be used.
                let _ = onnx.reranker(&chosen).await;
            }
        });
    }
}
