//! Comparisons that are kept by name and asked again when they are opened.

use simui_inference::masking::{KnownNames, Mask};
use simui_store::SavedComparison;

use crate::faults::ErrorCode;
use crate::known_names::KnownPatients;
use crate::types::{CoverageQuestion, CoverageSaved, ForgetCoverage, SaveCoverage, SavedCoverages};
use crate::{ApiError, Desk};

/// Longest name of a saved comparison in characters.
const LONGEST_NAME: usize = 80;

/// Most questions of one saved comparison.
const MOST_QUESTIONS: usize = 50;

impl Desk {
    /// Returns the saved comparisons, the last one first.
    pub async fn coverage_saved(&self) -> Result<SavedCoverages, ApiError> {
        let current = self.database.coverage_revision().await?;
        let all = self.database.saved_comparisons().await?.into_iter();
        let saved: Result<Vec<CoverageSaved>, ApiError> = all.map(|it| view(it, current)).collect();
        Ok(SavedCoverages { saved: saved? })
    }

    /// Saves the questions of a comparison by a name that is free. Identifiers in them and in the name are
    /// masked, patients' names included.
    pub async fn coverage_save(&self, request: SaveCoverage) -> Result<CoverageSaved, ApiError> {
        let SaveCoverage { name, questions } = request;
        let name = name.trim();
        let length = name.chars().count();
        if length == 0 || length > LONGEST_NAME || name.chars().any(char::is_control) {
            return Err(ApiError::invalid(
                ErrorCode::CoverageNameLength,
                &[("longest", &LONGEST_NAME)],
                format!("the name has {length} characters; write 1 to {LONGEST_NAME}"),
            ));
        }
        if questions.is_empty() || questions.len() > MOST_QUESTIONS {
            return Err(ApiError::invalid(
                ErrorCode::CoverageSavedSize,
                &[("most", &MOST_QUESTIONS)],
                format!("{} questions; save 1 to {MOST_QUESTIONS}", questions.len()),
            ));
        }
        let known = KnownPatients::of(&self.database).await?;
        let texts = questions.iter().map(|it| it.query.as_str()).chain([name]);
        let mut mask = Mask::over(texts).with_known_names(known.names);
        let name = mask.hide(name);
        let questions: Vec<CoverageQuestion> = questions
            .iter()
            .map(|it| CoverageQuestion { query: mask.hide(&it.query), anchor: None, ..it.clone() })
            .collect();
        let saved = SavedComparison {
            name: name.clone(),
            questions: serde_json::to_value(&questions).map_err(|it| unreadable(&name, &it))?,
            import_id: self.database.coverage_revision().await?,
            saved_at: self.clock.now(),
        };
        if !self.database.save_comparison(&saved).await? {
            return Err(ApiError::invalid(
                ErrorCode::CoverageNameTaken,
                &[("name", &name)],
                format!(
                    "a comparison is saved as {name:?}; choose another name or forget that one"
                ),
            ));
        }
        let current = saved.import_id;
        view(saved, current)
    }

    /// Deletes a saved comparison.
    pub async fn coverage_forget(&self, request: ForgetCoverage) -> Result<(), ApiError> {
        if self.database.forget_comparison(&request.name).await? {
            return Ok(());
        }
        Err(ApiError::Missing {
            what: "saved comparison",
            id: request.name.chars().take(LONGEST_NAME).collect(),
            remedy: "use a name of `simui coverage saved`",
        })
    }

    /// Deletes the saved comparisons that contain this name unmasked, because they were saved before a
    /// patient had it.
    pub(crate) async fn forget_comparisons_naming(&self, name: &str) -> Result<(), ApiError> {
        let known = KnownNames::of([name]);
        for saved in self.database.saved_comparisons().await? {
            let questions = saved.questions.to_string();
            let texts = [saved.name.as_str(), questions.as_str()];
            if texts.iter().any(|text| !known.named_in(text).is_empty()) {
                self.database.forget_comparison(&saved.name).await?;
            }
        }
        Ok(())
    }
}

fn view(saved: SavedComparison, current: i64) -> Result<CoverageSaved, ApiError> {
    let questions =
        serde_json::from_value(saved.questions).map_err(|it| unreadable(&saved.name, &it))?;
    Ok(CoverageSaved {
        name: saved.name,
        questions,
        saved_at: saved.saved_at.to_string(),
        is_current: saved.import_id == current,
    })
}

fn unreadable(name: &str, error: &serde_json::Error) -> ApiError {
    ApiError::invalid(
        ErrorCode::Internal,
        &[],
        format!("saved comparison {name:?}: {error}; report this"),
    )
}
