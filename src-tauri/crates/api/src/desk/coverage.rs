//! The imported insurance coverage that an open desk keeps in memory.

use std::sync::Arc;

use simui_coverage::Book;
use tokio::sync::Mutex;

/// The last import, ready for questions, with its number.
#[derive(Default)]
pub(crate) struct CoverageShelf {
    pub(crate) book: Mutex<Option<(i64, Arc<Book>)>>,
}
