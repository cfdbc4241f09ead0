//! Settings of the installed models that searches use.

use crate::desk::onnx_models::SUBJECT;
use crate::faults::ErrorCode;
use crate::types::{
    ChangeSettings, DeskEvent, ModelRole, ModelState, ModelView, SearchModels, SettingsView,
};
use crate::{ApiError, Desk};

impl Desk {
    /// Returns the installed models that searches use.
    pub async fn search_models(&self) -> Result<SettingsView<SearchModels>, ApiError> {
        self.settings(SUBJECT).await
    }

    /// Changes the models, signed by an administrator. In a process that stays, another encoder's vectors are
    /// computed in the background; searches use the static embedding until all are ready.
    pub async fn set_search_models(
        &self,
        mut change: ChangeSettings<SearchModels>,
    ) -> Result<SettingsView<SearchModels>, ApiError> {
        let before = self.search_models().await?.settings;
        let models = self.models().await?;
        let SearchModels { encoder, reranker, offline_minimum, offline_out_of_scope } =
            &mut change.settings;
        for (id, role, now) in [
            (encoder, ModelRole::Encoder, &before.encoder),
            (reranker, ModelRole::Reranker, &before.reranker),
        ] {
            *id = id.take().map(|id| id.trim().to_owned()).filter(|id| !id.is_empty());
            // A model that is chosen already may stay, even when it has been removed.
            if let Some(id) = id.as_ref().filter(|id| Some(*id) != now.as_ref()) {
                check_usable(&models, id, role)?;
            }
        }
        let out_of_range = |it: &Option<f32>| it.is_some_and(|it| !(0.0..=1.0).contains(&it));
        if out_of_range(offline_minimum) || out_of_range(offline_out_of_scope) {
            return Err(ApiError::invalid(
                ErrorCode::ScoreOutOfRange,
                &[],
                "offline_minimum and offline_out_of_scope are numbers from 0 to 1".to_owned(),
            ));
        }
        let encoder_changed = before.encoder != change.settings.encoder;
        let changed = self.change_settings(SUBJECT, change).await?;
        self.send_event(DeskEvent::ModelsChanged);
        if encoder_changed {
            self.cancel_embed();
        }
        self.search.embed_in_background();
        Ok(changed)
    }
}

/// An error when the model is not installed, is damaged or has another role.
fn check_usable(models: &[ModelView], id: &str, role: ModelRole) -> Result<(), ApiError> {
    let found = models.iter().find(|model| model.id == id);
    let Some(model) = found.filter(|model| model.state != ModelState::Missing) else {
        return Err(ApiError::Missing {
            what: "installed model",
            id: id.chars().take(80).collect(),
            remedy: "`simui models list` shows what is installed, `simui models add` installs",
        });
    };
    if model.role != role {
        let words = |role| match role {
            ModelRole::Encoder => "an encoder",
            ModelRole::Reranker => "a reranker",
            ModelRole::Chat => "a chat model",
        };
        let (is, wanted) = (words(model.role), words(role));
        return Err(ApiError::invalid(
            ErrorCode::ModelWrongRole,
            &[("model", &id)],
            format!("model {id}: it is {is}; choose {wanted}"),
        ));
    }
    if model.state == ModelState::Damaged {
        return Err(ApiError::invalid(
            ErrorCode::ModelUnusable,
            &[("model", &id)],
            format!("model {id}: {}; add the model again", model.problems.join("; ")),
        ));
    }
    Ok(())
}
