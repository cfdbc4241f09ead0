//! Computes the encoder's vectors of the corpora.

use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

use simui_inference::onnx::{Encoder, Side};
use simui_search::encoded::{Embedded, Encode, Model, Share, embed, survey};
use simui_search::index::SearchIndex;
use simui_search::retriever::Retriever;

use super::{Onnx, vectors_of};
use crate::ApiError;
use crate::faults::ErrorCode;
use crate::holdings::Holdings;
use crate::types::{DeskEvent, EmbedOutcome, EmbedReport};

/// How often the corpora may change during the computation before it is given up.
const MAX_TRIES: usize = 3;

impl Onnx {
    /// Computes the missing vectors of the chosen encoder. `heard` gets the number of passages done and of
    /// all.
    pub(crate) async fn embed(
        &self,
        holdings: &Holdings,
        mut heard: impl FnMut(u32, u32) + Send,
    ) -> Result<EmbedReport, ApiError> {
        let _turn = self.embedding.lock().await;
        self.cancelled.store(false, Ordering::Relaxed);
        let mut report =
            EmbedReport { outcome: EmbedOutcome::NoEncoder, encoder: None, done: 0, of: 0 };
        let chosen = self.encoder(&self.chosen().await?).await;
        let Some(chosen) =
            chosen.map_err(|it| ApiError::invalid(ErrorCode::ChosenModelUnusable, &[], it.why))?
        else {
            return Ok(report);
        };
        let Some(model) = vectors_of(&chosen.entry) else { return Ok(report) };
        report.encoder = Some(chosen.entry.id.to_string());
        let encode = passages(chosen.model);
        for _ in 0..MAX_TRIES {
            let library = holdings.refresh().await?;
            let index = library.retriever.index();
            self.is_first_try(index, &model);
            let mut goes_on = |share: Share| {
                (report.done, report.of) = (count(share.done), count(share.of));
                let _ = self.events.send(DeskEvent::Embedding { done: report.done, of: report.of });
                heard(report.done, report.of);
                !self.cancelled.load(Ordering::Relaxed)
            };
            let (dir, encode) = (holdings.folder(), encode.clone());
            let made = embed(&self.database, index, &dir, &model, encode, &mut goes_on).await?;
            report.outcome = match made {
                Embedded::Complete(made) => {
                    self.take_up(index, &holdings.folder(), &model, made).await;
                    EmbedOutcome::Complete
                }
                Embedded::Cancelled => EmbedOutcome::Cancelled,
                Embedded::Behind => EmbedOutcome::Behind,
            };
            // After a running import, the computation begins again.
            if report.outcome != EmbedOutcome::Behind || holdings.is_importing() {
                break;
            }
        }
        Ok(report)
    }

    /// Returns whether this process has not yet tried to compute these vectors, and records the try.
    pub(crate) fn is_first_try(&self, index: &SearchIndex, model: &Model) -> bool {
        let now = Some((index.generation(), model.clone()));
        let mut tried = self.tried.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut *tried, now.clone()) != now
    }

    /// Counts the passages that have a vector of the chosen encoder.
    pub(crate) async fn survey(
        &self,
        holdings: &Holdings,
        retriever: &Retriever,
        model: &Model,
    ) -> Result<Share, ApiError> {
        Ok(survey(&self.database, retriever.index(), &holdings.folder(), model).await?)
    }
}

fn passages(encoder: Arc<Encoder>) -> Encode {
    Arc::new(move |texts| encoder.encode(texts, Side::Passage).map_err(|error| error.to_string()))
}

fn count(it: usize) -> u32 {
    u32::try_from(it).unwrap_or(u32::MAX)
}
