//! The names of the desk's patients: masked in whatever leaves the desk or is stored as a question.

use std::collections::BTreeSet;
use std::sync::Arc;

use simui_domain::PatientId;
use simui_inference::masking::KnownNames;
use simui_store::{AskedFilter, AskedQuestion, Database};

use crate::ApiError;

/// Questions that are read at a time.
const PAGE: u32 = 200;

/// The patients of a desk by their names.
pub(crate) struct KnownPatients {
    ids: Vec<PatientId>,
    /// In the order of `ids`.
    pub names: Arc<KnownNames>,
}

impl KnownPatients {
    /// All patients of a desk. Their names are sealed: all of them are opened.
    ///
    /// # Errors
    /// Those of the store, also where the key cannot be had: then nothing may leave the desk with their names in it.
    pub async fn of(database: &Database) -> Result<Self, ApiError> {
        let entries = database.patients().await?;
        let names = Arc::new(KnownNames::of(entries.iter().map(|it| it.name.as_str())));
        Ok(Self { ids: entries.into_iter().map(|it| it.id).collect(), names })
    }

    /// The patients whose names stand in one of these texts.
    pub fn named_in<'a>(&self, texts: impl IntoIterator<Item = &'a str>) -> Vec<PatientId> {
        let named: BTreeSet<usize> =
            texts.into_iter().flat_map(|text| self.names.named_in(text)).collect();
        named.into_iter().filter_map(|index| self.ids.get(index).cloned()).collect()
    }
}

/// The stored questions in which this name stands open: those that were asked before it was a patient's.
pub(super) async fn questions_naming(
    database: &Database,
    name: &str,
) -> Result<Vec<String>, ApiError> {
    let known = KnownNames::of([name]);
    let names = |it: &AskedQuestion| {
        let note = it.feedback.as_ref().map_or("", |said| said.note.as_str());
        let answer = it.response.to_string();
        let calls = it.calls.to_string();
        [it.question.as_str(), note, answer.as_str(), calls.as_str()]
            .iter()
            .any(|text| !known.named_in(text).is_empty())
    };
    let mut found = Vec::new();
    for page in 0.. {
        let filter =
            AskedFilter { words: "", with_feedback: false, limit: PAGE, offset: page * PAGE };
        let (_, questions) = database.asked_questions(filter).await?;
        if questions.is_empty() {
            break;
        }
        found.extend(questions.iter().filter(|it| names(it)).map(|it| it.id.clone()));
    }
    Ok(found)
}
