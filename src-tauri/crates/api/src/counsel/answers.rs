//! Cached answers of consultations: searched in memory and stored in the database.

use simui_consult::cache::{Entry, MAX_ENTRIES};
use simui_consult::{ConsultState, Part};
use simui_domain::PatientId;
use simui_store::{AnswerUse, NewAnswer};

use super::consult_view::status;
use crate::desk::counsel::locked;
use crate::faults::ErrorCode;
use crate::types::ConsultCacheStatus;
use crate::{ApiError, Desk};

impl Desk {
    /// Returns the usage of the cache since the desk was opened.
    pub async fn consult_cache(&self) -> Result<ConsultCacheStatus, ApiError> {
        Ok(status(self.database.answer_counts().await?))
    }

    /// Loads a patient's cached answers and those of no patient, unless they are loaded, and drops those of
    /// earlier corpora.
    pub(super) async fn read_answers(
        &self,
        patient: &PatientId,
        corpus: u64,
    ) -> Result<(), ApiError> {
        let wanted: Vec<Option<PatientId>> = {
            let mut answers = locked(&self.counsel.answers);
            if answers.corpus != Some(corpus) {
                answers.cache.drop_other_corpora(corpus);
            }
            let unread = |owner: &Option<PatientId>| {
                !answers.read.contains(&owner.as_ref().map(ToString::to_string))
            };
            [None, Some(patient.clone())].into_iter().filter(unread).collect()
        };
        if locked(&self.counsel.answers).corpus != Some(corpus) {
            self.database.drop_outdated_answers(corpus).await?;
            locked(&self.counsel.answers).corpus = Some(corpus);
        }
        for patient in wanted {
            let rows = self.database.kept_answers(patient.as_ref()).await?;
            let mut answers = locked(&self.counsel.answers);
            for row in rows {
                // An entry that another version of the program wrote and that cannot be read is skipped.
                if let Ok(entry) = serde_json::from_value::<Entry>(row.body) {
                    answers.cache.keep(Entry { row: Some(row.id), ..entry });
                }
            }
            answers.read.insert(patient.map(|it| it.to_string()));
        }
        Ok(())
    }

    /// Stores what a turn changed in the cache: the use of an entry, a new entry, and the removal of entries
    /// that its facts contradict.
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
                .drop_outdated(patient.as_str(), &state.facts.context),
            false => Vec::new(),
        };
        let served = state.hit.as_ref().and_then(|it| Some((it.row?, it.kept.took_ms)));
        let body = fresh.as_ref().map(serde_json::to_value).transpose();
        let body = body
            .map_err(|it| ApiError::invalid(ErrorCode::Internal, &[], format!("answer: {it}")))?;
        let keep = fresh.as_ref().zip(body.as_ref()).map(|(entry, body)| NewAnswer {
            patient: entry.key.patient.as_ref().map(|_| patient),
            corpus: entry.key.corpus,
            body,
        });
        let most = u32::try_from(MAX_ENTRIES).unwrap_or(u32::MAX);
        let turn = AnswerUse { served, keep, overtaken, most };
        let row = self.database.use_answers(&turn).await?;
        if let Some(entry) = fresh {
            locked(&self.counsel.answers).cache.keep(Entry { row, ..entry });
        }
        Ok(())
    }

    /// Drops the cached answers of a patient, after the database has deleted them.
    pub(crate) fn forget_answers(&self, patient: &PatientId) {
        let mut answers = locked(&self.counsel.answers);
        answers.cache.drop_patient(patient.as_str());
        answers.read.remove(&Some(patient.to_string()));
    }
}
