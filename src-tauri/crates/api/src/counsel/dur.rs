use std::sync::Arc;

use simui_domain::DocumentKind;
use simui_pharmacy::dur::{DurBook, DurEntry};
use simui_pharmacy::knowledge::Knowledge;

use crate::{ApiError, Desk};

impl Desk {
    /// Returns the stored DUR tables, read again only after the corpora changed.
    pub(crate) async fn dur_book(&self, knowledge: &Knowledge) -> Result<Arc<DurBook>, ApiError> {
        let generation = self.database.corpus_generation().await?;
        self.dur_book_of(knowledge, generation).await
    }

    /// Returns the DUR tables of corpora whose state is known; see [`Desk::dur_book`].
    pub(super) async fn dur_book_of(
        &self,
        knowledge: &Knowledge,
        generation: u64,
    ) -> Result<Arc<DurBook>, ApiError> {
        let mut kept = self.counsel.dur.lock().await;
        if let Some((at, book)) = kept.as_ref()
            && *at == generation
        {
            return Ok(book.clone());
        }
        let rows = self.database.chunks_of_kind(DocumentKind::Dur).await?;
        let entries = rows.into_iter().filter_map(|row| {
            DurEntry::read(row.chunk.id, row.document_id, &row.chunk.label, &row.chunk.text)
        });
        let book = Arc::new(DurBook::new(entries.collect(), &knowledge.names));
        *kept = Some((generation, book.clone()));
        Ok(book)
    }
}
