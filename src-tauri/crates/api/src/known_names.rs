//! The names of the desk's patients, which are masked in everything that leaves the desk or is stored as a
//! question.

use std::collections::BTreeSet;
use std::sync::Arc;

use simui_domain::PatientId;
use simui_inference::masking::KnownNames;
use simui_store::{AskedFilter, AskedQuestion, Database};

use crate::ApiError;

/// Number of questions that are read at a time.
const PAGE: u32 = 200;

/// The patients of a desk with their names.
pub(crate) struct KnownPatients {
    ids: Vec<PatientId>,
    /// The names, in the order of `ids`.
    pub names: Arc<KnownNames>,
}

impl KnownPatients {
    /// Returns all patients of a desk. Their names are encrypted, and all of them are decrypted.
    ///
    /// # Errors
    /// Those of the store, a missing key included: then nothing that may contain their names can leave the
    /// desk.
    pub async fn of(database: &Database) -> Result<Self, ApiError> {
        let entries = database.patients().await?;
        let names = Arc::new(KnownNames::of(entries.iter().map(|it| it.name.as_str())));
        Ok(Self { ids: entries.into_iter().map(|it| it.id).collect(), names })
    }

    /// Returns the patients whose names occur in one of these texts.
    pub fn named_in<'a>(&self, texts: impl IntoIterator<Item = &'a str>) -> Vec<PatientId> {
        let named: BTreeSet<usize> =
            texts.into_iter().flat_map(|text| self.names.named_in(text)).collect();
        named.into_iter().filter_map(|index| self.ids.get(index).cloned()).collect()
    }
}

/// Returns the stored questions that contain this name unmasked, because they were asked before a patient had
/// it.
pub(crate) async fn questions_naming(
    database: &Database,
    name: &str,
) -> Result<Vec<String>, ApiError> {
    let known = KnownNames::of([name]);
    let contains_name = |question: &AskedQuestion| {
        let note = question.feedback.as_ref().map_or("", |feedback| feedback.note.as_str());
        let answer = question.response.to_string();
        let calls = question.calls.to_string();
        [question.question.as_str(), note, answer.as_str(), calls.as_str()]
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
        found.extend(questions.iter().filter(|it| contains_name(it)).map(|it| it.id.clone()));
    }
    Ok(found)
}
