//! What pharmacists ask and what is said at the counter: hands `counsel` the desk's documents and shows what it makes of them.

mod answers;
mod ask;
mod consult;
mod consult_ablation;
mod consult_record;
mod consult_shown;
mod dur;
mod extraction;
mod shown;

use std::sync::Arc;

use simui_counsel::pharmacy::dur::DurBook;
use tokio::sync::{Mutex, OnceCell};

pub use consult_ablation::{ConsultAblation, PartWorth};
pub(crate) use extraction::warnings;
pub use extraction::{Extraction, extract};

/// What is kept between questions.
#[derive(Default)]
pub(crate) struct Counsel {
    /// The stored DUR tables, and the state of the corpora they were read at.
    dur: Mutex<Option<(u64, Arc<DurBook>)>>,
    /// Set once the digests of drugs are stored.
    digests: OnceCell<()>,
    /// Answers of consultations.
    answers: answers::KeptAnswers,
}
