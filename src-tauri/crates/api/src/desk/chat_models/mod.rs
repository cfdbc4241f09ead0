//! The chat models of a desk: their prompts, and the only path by which a run asks them.

mod ask;
mod context;
mod endpoints;
mod in_process;
mod prompts;

use std::sync::{Arc, Mutex, PoisonError};

use simui_domain::{Clock, ThinkingRole};
use simui_inference::InferenceError;
use simui_inference::prompts::Prompts;
use simui_inference::registry::ModelDirectory;
use simui_pharmacy::pipeline::roles::{AskModel, RoleQuestion};
use simui_review::roles::{Ask, WithChat};
use simui_store::Database;
use tokio::sync::Semaphore;

use self::ask::Question;
use self::context::Contexts;
use self::in_process::InProcess;
use super::keys::Keys;
use super::settings::settings_in;
use crate::ApiError;
use crate::types::{ChatChoice, ChatSettings};

pub(crate) use ask::endpoint_named;
pub(crate) use context::Room;
pub(crate) use endpoints::{SUBJECT, is_local, is_local_address, key_name, wrong};
pub(crate) use in_process::{check_file, model_id, obstacle};
pub(crate) use prompts::PROMPTS;

/// Everything needed to ask a chat model.
pub(crate) struct ChatModels {
    database: Database,
    clock: Clock,
    keys: Keys,
    /// The directory of installed models.
    pub(crate) models: ModelDirectory,
    /// The in-process model that was asked last.
    loaded: InProcess,
    /// The prompts that come with the program.
    pub(crate) shipped: Prompts,
    /// Lengths of models' contexts.
    contexts: Contexts,
    /// The number of calls that may run at the same time, and the semaphore that limits them.
    places: Mutex<(u32, Arc<Semaphore>)>,
}

impl ChatModels {
    pub(crate) fn new(
        database: Database,
        clock: Clock,
        keys: Keys,
        models: ModelDirectory,
    ) -> Result<Arc<Self>, InferenceError> {
        let places = Mutex::new((0, Arc::new(Semaphore::new(0))));
        let shipped = Prompts::built_in()?;
        let loaded = InProcess::default();
        let contexts = Contexts::default();
        Ok(Arc::new(Self { database, clock, keys, models, loaded, shipped, contexts, places }))
    }

    /// Returns the thinking roles of a review, with these models beside the rules.
    pub(crate) fn thinking(self: &Arc<Self>) -> WithChat {
        let models = self.clone();
        let ask: Ask = Arc::new(move |question| {
            let models = models.clone();
            let question = Question {
                role: question.role,
                subject: question.case_id.to_string(),
                inputs: question.inputs,
                schema: Some(question.schema),
                on_piece: question.on_token,
            };
            Box::pin(async move { models.ask(question).await })
        });
        WithChat::new(ask)
    }

    /// Returns the function by which an answer asks these models. `subject` goes into the audit log.
    pub(crate) fn answering(self: &Arc<Self>, subject: String) -> AskModel {
        let models = self.clone();
        Arc::new(move |question: RoleQuestion| {
            let models = models.clone();
            let RoleQuestion { role, inputs, schema, on_piece } = question;
            let question = Question { role, subject: subject.clone(), inputs, schema, on_piece };
            Box::pin(async move { models.ask(question).await })
        })
    }

    /// Describes which models play these roles with which prompts. Cached results of other players must not
    /// be used.
    pub(crate) async fn players(&self, roles: &[ThinkingRole]) -> Result<String, ApiError> {
        let settings = settings_in::<ChatSettings>(&self.database, SUBJECT).await?.settings;
        let (prompts, _) = self.prompts().await?;
        let mut players = String::from("chat");
        for role in settings.roles.iter().filter(|it| roles.contains(&it.role)) {
            let prompt = prompts.find(role.role.as_str())?.used();
            let ChatChoice { endpoint, model } = &role.choice;
            let (name, temperature) = (role.role, role.temperature);
            players += &format!("; {name}={endpoint}/{model} {temperature:?} {}", prompt.sha256);
        }
        Ok(players)
    }

    /// Returns a semaphore with `most` permits. When the number changes, running calls keep their permits.
    fn places(&self, most: u32) -> Arc<Semaphore> {
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        if places.0 != most {
            let size = usize::try_from(most.max(1)).unwrap_or(1);
            *places = (most, Arc::new(Semaphore::new(size)));
        }
        places.1.clone()
    }
}
