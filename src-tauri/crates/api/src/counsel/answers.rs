//! Kept answers: in memory for finding, in the database for keeping, and the way between.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use simui_consult::cache::{Entry, MOST, ResponseCache};
use simui_consult::{ConsultState, Part};
use simui_domain::PatientId;
use simui_store::{AnswerUse, NewAnswer};

use super::consult_shown::status;
use crate::types::ConsultCacheStatus;
use crate::{ApiError, Desk};

/// The kept answers that this process has read.
#[derive(Default)]
pub(super) struct Answers {
    pub(super) cache: ResponseCache,
    /// Whose are read; none: anybody's.
    read: BTreeSet<Option<String>>,
    /// The state of the corpora they are of.
    corpus: Option<u64>,
}

/// Shared with the graphs that run.
pub(super) type KeptAnswers = Arc<Mutex<Answers>>;

/// What it holds stays in order also where a thread panicked beside it.
pub(super) fn locked(answers: &Mutex<Answers>) -> MutexGuard<'_, Answers> {
    answers.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Desk {
    /// What the kept answers have done since the desk began.
    pub async fn consult_cache(&self) -> Result<ConsultCacheStatus, ApiError> {
        Ok(status(self.database.answer_counts().await?))
    }

    /// Reads a patient's kept answers and anybody's, where that has not been done, and drops those of corpora that are gone.
    pub(super) async fn read_answers(
        &self,
        patient: &PatientId,
        corpus: u64,
    ) -> Result<(), ApiError> {
        let wanted: Vec<Option<PatientId>> = {
            let mut answers = locked(&self.counsel.answers);
            if answers.corpus != Some(corpus) {
                answers.cache.keep_corpus(corpus);
            }
            let unread = |it: &Option<PatientId>| {
                !answers.read.contains(&it.as_ref().map(ToString::to_string))
            };
            [None, Some(patient.clone())].into_iter().filter(unread).collect()
        };
        if locked(&self.counsel.answers).corpus != Some(corpus) {
            self.database.drop_outdated_answers(corpus).await?;
            locked(&self.counsel.answers).corpus = Some(corpus);
        }
        for whose in wanted {
            let rows = self.database.kept_answers(whose.as_ref()).await?;
            let mut answers = locked(&self.counsel.answers);
            for row in rows {
                // One that another version of the program has written is of no use to this one.
                if let Ok(entry) = serde_json::from_value::<Entry>(row.body) {
                    answers.cache.keep(Entry { row: Some(row.id), ..entry });
                }
            }
            answers.read.insert(whose.map(|it| it.to_string()));
        }
        Ok(())
    }

    /// Keeps what a turn did to the kept answers: one that was served, one that is new, those that its facts overtook.
    pub(super) async fn keep_answers(
        &self,
        patient: &PatientId,
        state: &ConsultState,
        fresh: Option<Entry>,
    ) -> Result<(), ApiError> {
        let remembered =
            state.kept && state.parts.has(Part::Memory) && state.parts.has(Part::Slots);
        let overtaken = match remembered {
            true => locked(&self.counsel.answers)
                .cache
                .drop_overtaken(patient.as_str(), &state.facts.context),
            false => Vec::new(),
        };
        let served = state.hit.as_ref().and_then(|it| Some((it.row?, it.kept.took_ms)));
        let body = fresh.as_ref().map(serde_json::to_value).transpose();
        let body = body.map_err(|it| ApiError::Invalid(format!("answer: {it}")))?;
        let keep = fresh.as_ref().zip(body.as_ref()).map(|(entry, body)| NewAnswer {
            patient: entry.key.patient.as_ref().map(|_| patient),
            corpus: entry.key.corpus,
            body,
        });
        let most = u32::try_from(MOST).unwrap_or(u32::MAX);
        let turn = AnswerUse { served, keep, overtaken, most };
        let row = self.database.use_answers(&turn).await?;
        if let Some(entry) = fresh {
            locked(&self.counsel.answers).cache.keep(Entry { row, ..entry });
        }
        Ok(())
    }

    /// Forgets what was kept for a patient; the database has forgotten it with them.
    pub(crate) fn forget_answers(&self, patient: &PatientId) {
        let mut answers = locked(&self.counsel.answers);
        answers.cache.drop_patient(patient.as_str());
        answers.read.remove(&Some(patient.to_string()));
    }
}
