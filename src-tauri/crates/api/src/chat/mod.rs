//! Chat models: what an administrator sets about them, and the one way a run gets to them.

mod ask;
mod in_process;
#[cfg(test)]
mod injected_documents;
mod operations;
mod own_prompts;
mod settings;
#[cfg(test)]
mod tests;

use std::sync::{Arc, Mutex, PoisonError};

use simui_domain::{Clock, ThinkingRole};
use simui_inference::InferenceError;
use simui_inference::prompts::Prompts;
use simui_inference::registry::ModelDirectory;
use simui_pharmacy::pipeline::roles::{AskModel, RoleQuestion};
use simui_review::roles::{Ask, WithChat};
use simui_store::Database;
use tokio::sync::Semaphore;

use crate::ApiError;
use crate::administration::{Keys, settings_in};
use crate::types::{ChatChoice, ChatSettings};

use ask::Question;
use in_process::InProcess;

pub(crate) use in_process::model_id;
pub(crate) use settings::{SUBJECT, is_local, is_local_address, key_name};

/// What it takes to ask a chat model.
pub(crate) struct ChatModels {
    database: Database,
    clock: Clock,
    keys: Keys,
    /// Where the installed models are.
    models: ModelDirectory,
    /// The model that was asked last in this process.
    loaded: InProcess,
    /// The prompts that the program carries.
    shipped: Prompts,
    /// How many may run at a time, and a place for each.
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
        Ok(Arc::new(Self { database, clock, keys, models, loaded, shipped, places }))
    }

    /// The thinking of the graph.
    pub(crate) fn thinking(self: &Arc<Self>) -> WithChat {
        let models = self.clone();
        let ask: Ask = Arc::new(move |question| {
            let models = models.clone();
            let question = Question {
                role: question.role,
                subject: question.case_id.to_string(),
                inputs: question.inputs,
                schema: Some(question.schema),
                said: question.said,
            };
            Box::pin(async move { models.ask(question).await })
        });
        WithChat::new(ask)
    }

    /// The models beside the rules of an answer; `subject` stands in the audit log.
    pub(crate) fn answering(self: &Arc<Self>, subject: String) -> AskModel {
        let models = self.clone();
        Arc::new(move |question: RoleQuestion| {
            let models = models.clone();
            let RoleQuestion { role, inputs, schema, said } = question;
            let question = Question { role, subject: subject.clone(), inputs, schema, said };
            Box::pin(async move { models.ask(question).await })
        })
    }

    /// Who plays these roles, and with which prompts: what is made by others is another thing.
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

    /// Places for `most` calls at a time; when the number changes, calls under way keep theirs.
    fn places(&self, most: u32) -> Arc<Semaphore> {
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        if places.0 != most {
            let size = usize::try_from(most.max(1)).unwrap_or(1);
            *places = (most, Arc::new(Semaphore::new(size)));
        }
        places.1.clone()
    }
}
