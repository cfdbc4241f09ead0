//! What pharmacists ask and what is said at the counter: hands `pharmacy` and `consult` the desk's documents and shows what it makes of them.

mod agreement;
mod answers;
mod ask;
mod consult;
mod consult_ablation;
mod consult_record;
mod consult_shown;
mod dur;
mod extraction;
mod history;
mod lexicon;
mod settings;
mod shown;
mod waiting;
mod web_links;

use std::sync::Arc;

use simui_pharmacy::dur::DurBook;
use tokio::sync::{Mutex, OnceCell};

pub use consult_ablation::{ConsultAblation, PartWorth};
pub use extraction::{Extraction, TextReader, extract};
pub(crate) use settings::{SUBJECT, WEB_KEY};

/// What is kept between questions.
#[derive(Default)]
pub(crate) struct Counsel {
    /// The stored DUR tables, and the state of the corpora they were read at.
    dur: Mutex<Option<(u64, Arc<DurBook>)>>,
    /// Set once the digests of drugs are stored.
    digests: OnceCell<()>,
    /// What texts are read with.
    reader: extraction::DeskReader,
    /// Questions that are being answered.
    waiting: waiting::Waiting,
    /// Answers of consultations.
    answers: answers::KeptAnswers,
}
