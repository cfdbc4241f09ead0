//! Pharmacists' questions and consultations: passes the desk's documents to `pharmacy` and `consult` and
//! returns views of their results.

mod agreement;
mod answer_view;
mod answers;
mod ask;
mod cancellation;
mod consult;
mod consult_ablation;
mod consult_record;
mod consult_view;
mod dur;
mod extraction;
mod history;
mod lexicon;
mod settings;
mod web_links;

use std::sync::Arc;

use simui_pharmacy::dur::DurBook;
use tokio::sync::{Mutex, OnceCell};

pub use extraction::{TextReader, extract};
pub(crate) use settings::{SUBJECT, WEB_KEY};

/// State that is kept between questions.
#[derive(Default)]
pub(crate) struct Counsel {
    /// The stored DUR tables, and the state of the corpora at which they were read.
    dur: Mutex<Option<(u64, Arc<DurBook>)>>,
    /// Set once the digests of drugs are stored.
    digests: OnceCell<()>,
    /// The reader that extracts facts.
    reader: extraction::DeskReader,
    /// Questions that are being answered.
    running_questions: cancellation::RunningQuestions,
    /// The cached answers of consultations.
    answers: answers::KeptAnswers,
}
