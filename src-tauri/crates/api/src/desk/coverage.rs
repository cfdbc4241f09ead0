//! The imported insurance coverage that an open desk keeps in memory.

use std::sync::Arc;

use simui_coverage::Book;
use tokio::sync::Mutex;

/// The numbers of an import and of the change of the rules that it is read by.
type Changes = (i64, i64);

/// The last import, ready for questions.
#[derive(Default)]
pub(crate) struct CoverageShelf {
    pub(crate) book: Mutex<Option<(Changes, Arc<Book>)>>,
    /// Held while a page is drawn: one process at a time may need the memory of a large picture.
    pub(crate) drawing: Mutex<()>,
}
