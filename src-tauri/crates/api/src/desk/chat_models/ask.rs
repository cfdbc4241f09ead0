//! Asks a chat model for a role: prompt, token budget, call and record. Every outcome, failure included,
//! becomes a [`ModelCall`].

use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};
use simui_domain::{AskedWith, ModelCall, ThinkingRole};
use simui_inference::InferenceError;
use simui_inference::chat::{
    ChatAnswer, ChatClient, ChatLimits, Completion, Endpoint, Message, Schema, Speaker, Structured,
};
use simui_inference::outbound::{Limits, Outbound, Policy, Secret};
use simui_inference::prompts::{Prompt, Prompts};
use simui_store::{ChatBudget, Reserved};

use super::{ChatModels, SUBJECT, is_local, key_name};
use crate::ApiError;
use crate::desk::outbound::{Calls, jitter, policy};
use crate::desk::settings::settings_in;
use crate::faults::ErrorCode;
use crate::known_names::KnownPatients;
use crate::types::{
    ChatChoice, ChatEndpoint, ChatPreset, ChatRole, ChatSettings, OutboundSettings,
};
use simui_domain::korean_day;

/// A question of a role, from any job.
pub(crate) struct Question {
    /// The role, whose prompt has the same name.
    pub role: ThinkingRole,
    /// The subject in the audit log, for instance the case.
    pub subject: String,
    /// The values that are inserted into the prompt.
    pub inputs: Map<String, Value>,
    /// The JSON schema of the answer; without one the answer is a text.
    pub schema: Option<Value>,
    /// Called with each piece of the answer as it arrives.
    pub on_piece: Box<dyn Fn(&str) + Send + Sync>,
}

/// Most characters of a response that are stored with the run.
const STORED_CHARACTERS: usize = 20_000;

/// How long a run waits for the keyring. A locked one prompts the person at the screen, and a run does not
/// wait for that.
const KEYRING_TIMEOUT: Duration = Duration::from_secs(5);

/// A question with the settings, role and prompts that apply to it.
struct QueryContext<'a> {
    settings: &'a ChatSettings,
    role: &'a ChatRole,
    prompts: &'a Prompts,
    question: &'a Question,
}

impl ChatModels {
    /// Asks the model that plays the question's role, then its fallback. `None` when no model plays the role.
    pub(crate) async fn ask(&self, question: Question) -> Option<ModelCall> {
        let settings = settings_in::<ChatSettings>(&self.database, SUBJECT).await;
        let settings = match settings {
            Ok(view) => view.settings,
            Err(error) => return Some(self.failed_call(question.role, &error)),
        };
        let role = settings.roles.iter().find(|it| it.role == question.role)?;
        let prompts = match self.prompts().await {
            Ok((prompts, _)) => prompts,
            Err(error) => return Some(self.failed_call(question.role, &error)),
        };
        let context =
            QueryContext { settings: &settings, role, prompts: &prompts, question: &question };
        let mut call = self.try_one(&context, &role.choice).await;
        if let (None, Some(fallback)) = (&call.answer, &role.fallback) {
            let first = call.problem;
            call = self.try_one(&context, fallback).await;
            if call.answer.is_none() {
                call.problem = format!("{first}; then {}", call.problem);
            }
        }
        Some(call)
    }

    /// Returns a failed call whose request could not be prepared.
    fn failed_call(&self, role: ThinkingRole, error: &ApiError) -> ModelCall {
        let choice = ChatChoice { endpoint: String::new(), model: String::new() };
        let mut call = self.new_call(role, &choice, None);
        call.problem = error.to_string();
        call
    }

    fn new_call(
        &self,
        role: ThinkingRole,
        choice: &ChatChoice,
        prompt: Option<&Prompt>,
    ) -> ModelCall {
        let prompt = prompt.map(|prompt| prompt.used());
        ModelCall {
            role,
            endpoint: choice.endpoint.clone(),
            model: choice.model.clone(),
            prompt: prompt.map_or_else(AskedWith::default, |used| AskedWith {
                name: used.name.clone(),
                version: used.version,
                sha256: used.sha256.clone(),
            }),
            at: self.clock.now(),
            ms: 0.0,
            request_sha256: String::new(),
            sent: 0,
            response: String::new(),
            rounds: 0,
            prompt_tokens: 0,
            completion_tokens: 0,
            estimated: false,
            masked: Default::default(),
            problem: String::new(),
            answer: None,
        }
    }

    async fn try_one(&self, context: &QueryContext<'_>, choice: &ChatChoice) -> ModelCall {
        let QueryContext { role, prompts, question, .. } = *context;
        let begun = Instant::now();
        let prompt = prompts.find(role.role.as_str());
        let mut call = self.new_call(role.role, choice, prompt.as_ref().ok().copied());
        let limit = Duration::from_secs(u64::from(role.timeout_s));
        let asked = tokio::time::timeout(limit, self.answer(context, choice));
        let outcome = match asked.await {
            Ok(outcome) => outcome,
            Err(_) => Err(ApiError::invalid(
                ErrorCode::ChatTimeout,
                &[("seconds", &role.timeout_s)],
                format!("no answer in {} s; the rules go on without it", role.timeout_s),
            )),
        };
        call.ms = (begun.elapsed().as_secs_f64() * 1e4).round() / 10.0;
        match outcome {
            Ok(Structured { value, spoken, rounds, .. }) => {
                call.request_sha256 = spoken.request_sha256;
                call.sent = spoken.sent;
                call.response = spoken.text.chars().take(STORED_CHARACTERS).collect();
                call.rounds = rounds;
                call.prompt_tokens = spoken.usage.prompt_tokens;
                call.completion_tokens = spoken.usage.completion_tokens;
                call.estimated = spoken.usage.estimated;
                let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
                let masked = spoken.masked.into_iter();
                call.masked = masked
                    .map(|(kind, number)| (kind.as_str().to_owned(), count(number)))
                    .collect();
                call.answer = Some(value);
            }
            Err(error) => call.problem = error.to_string(),
        }
        self.audit(&call, &question.subject).await;
        call
    }

    async fn answer(
        &self,
        context: &QueryContext<'_>,
        choice: &ChatChoice,
    ) -> Result<Structured, ApiError> {
        let QueryContext { settings, role, prompts, question } = *context;
        let rendered = prompts.find(role.role.as_str())?.render(&question.inputs)?;
        let schema = question.schema.clone();
        let schema = schema.map(|it| Schema::new(role.role.as_str(), it)).transpose()?;
        let completion = Completion {
            model: choice.model.clone(),
            messages: vec![
                Message::new(Speaker::System, rendered.system.trim()),
                Message::new(Speaker::User, rendered.user.trim()),
            ],
            temperature: role.temperature,
            most_tokens: role.most_tokens,
        };
        let (client, calls) =
            self.client(settings, &choice.endpoint, role.timeout_s, Some(role.role)).await?;
        let day = korean_day(self.clock.now());
        let asked = client.tokens(&completion);
        let reserved = self.reserve(settings, role, asked, day).await?;
        let mut on_piece = |piece: &str| (question.on_piece)(piece);
        let answered = match &schema {
            Some(schema) => client.structured(&completion, schema, prompts, &mut on_piece).await,
            None => client
                .complete(&completion, &mut on_piece)
                .await
                .and_then(|it| text_answer(&completion, it)),
        };
        drop(client);
        let taken = match &answered {
            Ok(answer) => {
                let usage = answer.spoken.usage;
                usage.prompt_tokens + usage.completion_tokens
            }
            // Nothing was counted: the reserved tokens count as spent, unless no request left the desk.
            Err(InferenceError::Refused { .. }) => 0,
            Err(_) => reserved,
        };
        self.database.settle_chat_tokens(day, role.role.as_str(), reserved, taken).await?;
        if let Some(calls) = calls {
            calls.finish().await?;
        }
        Ok(answered?)
    }

    /// Reserves the most tokens that a call can take from the day's budgets. An error when a budget is spent.
    pub(super) async fn reserve(
        &self,
        settings: &ChatSettings,
        role: &ChatRole,
        asked: u64,
        day: jiff::civil::Date,
    ) -> Result<u64, ApiError> {
        let tokens = asked + u64::from(role.most_tokens);
        let budget = ChatBudget {
            role: role.tokens_per_day.map(u64::from),
            all: settings.tokens_per_day.map(u64::from),
        };
        let name = role.role.as_str();
        let whose = match self.database.reserve_chat_tokens(day, name, tokens, budget).await? {
            Reserved::Granted => return Ok(tokens),
            Reserved::RoleSpent => format!("the role {name}"),
            Reserved::AllSpent => "all roles".to_owned(),
        };
        Err(ApiError::invalid(
            ErrorCode::ChatTokensSpent,
            &[],
            format!(
                "chat: the tokens of {day} for {whose} are spent, nothing was sent; raise the budget in the settings"
            ),
        ))
    }

    /// Returns a client of one endpoint, and the recorder of its calls where calls are made. While outbound
    /// calls are off, only this machine may be called. The client masks the names of the desk's patients.
    pub(crate) async fn client(
        &self,
        settings: &ChatSettings,
        endpoint: &str,
        timeout_s: u32,
        role: Option<ThinkingRole>,
    ) -> Result<(ChatClient, Option<Calls>), ApiError> {
        let endpoint = endpoint_named(settings, endpoint)?;
        let places = self.places(settings.at_once);
        let known = KnownPatients::of(&self.database).await?.names;
        if endpoint.preset == ChatPreset::Gguf {
            let model = self.loaded.model(endpoint, &self.models).await?;
            let client = ChatClient::in_process(model, ChatLimits::default(), places);
            return Ok((client.with_known_names(known), None));
        }
        let outbound = settings_in::<OutboundSettings>(&self.database, "outbound").await?.settings;
        let key = match endpoint.key {
            true => Some(self.key(&endpoint.name).await?),
            false => None,
        };
        let policy = match outbound.enabled {
            true => policy(&outbound)?,
            false if is_local(endpoint) => Policy::default(),
            false => {
                return Err(ApiError::invalid(
                    ErrorCode::OutboundOff,
                    &[],
                    format!(
                        "chat endpoint {}: calls that leave this machine are switched off, nothing was sent; an \
                     administrator can switch them on with `simui outbound on --as NAME`",
                        endpoint.name
                    ),
                ));
            }
        };
        let total = Duration::from_secs(u64::from(timeout_s));
        let limits = Limits {
            connect: Duration::from_secs(5),
            total,
            idle: total,
            attempts: 3,
            longest_wait: Duration::from_secs(20),
            ..Limits::default()
        };
        let (database, clock) = (self.database.clone(), self.clock.clone());
        let (record, calls) = Calls::record_of(database, clock, "system".to_owned(), role);
        let outbound = Outbound::new(policy, limits, jitter, record)?;
        let at =
            Endpoint { preset: endpoint.preset.into(), address: endpoint.address.clone(), key };
        let client = ChatClient::new(outbound, at, ChatLimits::default(), places);
        Ok((client.with_known_names(known), Some(calls)))
    }

    async fn key(&self, endpoint: &str) -> Result<Secret, ApiError> {
        let (keys, name) = (self.keys.clone(), key_name(endpoint));
        let asked = tokio::task::spawn_blocking(move || keys.get(&name));
        match tokio::time::timeout(KEYRING_TIMEOUT, asked).await {
            Ok(Ok(key)) => Ok(key?),
            Ok(Err(_)) | Err(_) => Err(ApiError::Inference(InferenceError::Keyring {
                problem: "it does not answer".to_owned(),
            })),
        }
    }

    /// Writes an audit entry of a call: who was asked for what purpose, never the words.
    async fn audit(&self, call: &ModelCall, subject: &str) {
        let details = json!({
            "role": call.role,
            "endpoint": call.endpoint,
            "model": call.model,
            "prompt": call.prompt.name,
            "version": call.prompt.version,
            "request_sha256": call.request_sha256,
            "sent": call.sent,
            "masked": call.masked,
            "tokens": call.prompt_tokens + call.completion_tokens,
            "rounds": call.rounds,
            "ms": call.ms,
            "answered": call.answer.is_some(),
        });
        let at = self.clock.now();
        let kept = self.database.audit(at, "system", "chat_call", subject, details).await;
        if let Err(error) = kept {
            tracing::error!(%error, subject, "a chat call could not be audited");
        }
    }
}

/// Converts a text to an answer; an empty one is an error.
fn text_answer(completion: &Completion, spoken: ChatAnswer) -> Result<Structured, InferenceError> {
    if spoken.text.trim().is_empty() {
        return Err(InferenceError::Chat {
            model: completion.model.clone(),
            problem: "it says nothing; the rules go on without it".to_owned(),
        });
    }
    let value = Value::String(spoken.text.clone());
    Ok(Structured { value, spoken, rounds: 1, native: true })
}

/// Returns the endpoint of this name.
pub(crate) fn endpoint_named<'a>(
    settings: &'a ChatSettings,
    name: &str,
) -> Result<&'a ChatEndpoint, ApiError> {
    let mut endpoints = settings.endpoints.iter();
    endpoints.find(|it| it.name == name).ok_or_else(|| ApiError::Missing {
        what: "chat endpoint",
        id: name.to_owned(),
        remedy: "`simui models chat show` lists them",
    })
}
