//! What an open desk keeps between questions and consultations.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use simui_consult::cache::ResponseCache;
use simui_consult::prescription::PrescribedDrug;
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
    /// The drugs of records and turns with their documents.
    pub(crate) drugs: KeptDrugs,
}

/// Most names whose drugs are kept.
const MOST_DRUGS: usize = 500;

/// Drugs with their documents by the name that a record or turn has, and the state of the corpora at which
/// they were read.
#[derive(Default)]
pub(crate) struct KeptDrugs(Mutex<(u64, BTreeMap<String, Vec<PrescribedDrug>>)>);

impl KeptDrugs {
    /// The drugs of a name, if they were read at this state of the corpora.
    pub(crate) fn get(&self, corpus: u64, name: &str) -> Option<Vec<PrescribedDrug>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.1.get(name).filter(|_| kept.0 == corpus).cloned()
    }

    /// Keeps the drugs of a name; those of another state of the corpora are dropped.
    pub(crate) fn keep(&self, corpus: u64, name: &str, drugs: &[PrescribedDrug]) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.0 != corpus || kept.1.len() >= MOST_DRUGS {
            *kept = (corpus, BTreeMap::new());
        }
        kept.1.insert(name.to_owned(), drugs.to_vec());
    }
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
