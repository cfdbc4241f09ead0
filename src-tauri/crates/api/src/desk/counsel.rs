//! What an open desk keeps between questions and consultations.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use simui_consult::cache::ResponseCache;
use simui_pharmacy::dur::DurBook;
use tokio::sync::{Mutex as AsyncMutex, Notify, OnceCell};

use crate::text_reader::TextReader;
use crate::text_reader::vocabulary::Stamp;

/// State that is kept between questions.
#[derive(Default)]
pub(crate) struct Counsel {
    /// The stored DUR tables, and the state of the corpora at which they were read.
    pub(crate) dur: AsyncMutex<Option<(u64, Arc<DurBook>)>>,
    /// Set once the digests of drugs are stored.
    pub(crate) digests: OnceCell<()>,
    /// The reader that extracts facts.
    pub(crate) reader: DeskReader,
    /// Questions that are being answered.
    pub(crate) running_questions: RunningQuestions,
    /// The cached answers of consultations.
    pub(crate) answers: KeptAnswers,
}

/// The reader of a desk, made again after another import of names.
#[derive(Debug, Default)]
pub(crate) struct DeskReader(pub(crate) Mutex<Option<(Stamp, Arc<TextReader>)>>);

/// The running questions, by the id that the asker chose.
#[derive(Default)]
pub(crate) struct RunningQuestions(Mutex<BTreeMap<String, Arc<Notify>>>);

impl RunningQuestions {
    /// Changes the running questions under their lock.
    pub(crate) fn change<T>(
        &self,
        change: impl FnOnce(&mut BTreeMap<String, Arc<Notify>>) -> T,
    ) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The cached answers that this process has loaded.
#[derive(Default)]
pub(crate) struct Answers {
    pub(crate) cache: ResponseCache,
    /// The patients whose answers are loaded; `None` stands for answers that are no patient's.
    pub(crate) read: BTreeSet<Option<String>>,
    /// The state of the corpora for which the answers hold.
    pub(crate) corpus: Option<u64>,
}

/// The cache, shared with the running graphs.
pub(crate) type KeptAnswers = Arc<Mutex<Answers>>;

/// Locks the cache. It stays consistent when another thread panics.
pub(crate) fn locked(answers: &Mutex<Answers>) -> MutexGuard<'_, Answers> {
    answers.lock().unwrap_or_else(PoisonError::into_inner)
}
