use std::sync::Arc;

use sha2::{Digest, Sha256};
use simui_pharmacy::dur::{DurBook, DurEntry};
use simui_pharmacy::knowledge::Knowledge;
use simui_store::{ChunkRow, DurDocument, DurRow};

use crate::{ApiError, Desk};

/// How rows are read. The number is increased when the same row would get another meaning or other products.
const SCHEME: i64 = 1;

/// Documents that are read between two writes; one of data.go.kr has 100 rows.
const AT_ONCE: u32 = 100;

/// Most rows of the products that a question names.
const MOST_NAMED: u32 = 100;

impl Desk {
    /// Returns the stored DUR tables, read again only after the corpora changed.
    pub(crate) async fn dur_book(&self, knowledge: &Knowledge) -> Result<Arc<DurBook>, ApiError> {
        let generation = self.database.corpus_generation().await?;
        self.dur_book_of(knowledge, generation).await
    }

    /// Returns the DUR tables, of corpora whose state is known, for a text: of the rows that say the same,
    /// that of the products which `text` names is cited.
    pub(super) async fn dur_book_for(
        &self,
        text: &str,
        knowledge: &Knowledge,
        generation: u64,
    ) -> Result<Arc<DurBook>, ApiError> {
        let book = self.dur_book_of(knowledge, generation).await?;
        let products = book.products_named(text);
        if products.len() < 2 {
            return Ok(book);
        }
        let rows = self.database.dur_rows_of_products(&products, MOST_NAMED).await?;
        let entries = rows.into_iter().filter_map(entry).collect();
        Ok(Arc::new(book.citing(entries, &knowledge.names)))
    }

    /// Returns the DUR tables of corpora whose state is known; see [`Desk::dur_book`].
    async fn dur_book_of(
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
        self.read_new_dur_rows().await?;
        let entries = self.database.dur_meanings().await?.into_iter().filter_map(entry).collect();
        let products = self.database.dur_products().await?;
        let book = Arc::new(DurBook::of_meanings(entries, products, &knowledge.names));
        *kept = Some((generation, book.clone()));
        Ok(book)
    }

    /// Reads the rows of DUR documents that were stored since the last call.
    pub(crate) async fn read_new_dur_rows(&self) -> Result<(), ApiError> {
        let mut has_new = false;
        loop {
            let new = self.database.documents_without_dur_rows(SCHEME, AT_ONCE).await?;
            if new.is_empty() {
                break;
            }
            let mut documents = Vec::with_capacity(new.len());
            for id in new {
                let chunks = self.database.chunks_of_document(&id).await?;
                let rows = chunks.into_iter().filter_map(entry).map(row).collect();
                documents.push(DurDocument { id, rows });
            }
            self.database.save_dur_rows(SCHEME, &documents).await?;
            has_new = true;
        }
        if has_new {
            // A document that was replaced has left meanings and products without a row.
            self.database.prune_dur_rows().await?;
        }
        Ok(())
    }
}

/// The row that a chunk holds; `None` if it is none of a known table.
fn entry(row: ChunkRow) -> Option<DurEntry> {
    DurEntry::read(row.chunk.id, row.document_id, &row.chunk.label, &row.chunk.text)
}

fn row(entry: DurEntry) -> DurRow {
    let digest = Sha256::digest(entry.meaning());
    let meaning = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    DurRow { meaning, products: entry.products(), chunk_id: entry.chunk_id }
}
