//! Prompts: the program's, an office's own in their place, and trials of both.

use serde_json::json;
use sha2::{Digest, Sha256};
use similar::{ChangeTag, TextDiff};
use simui_domain::ThinkingRole;
use simui_inference::chat::estimated_tokens;
use simui_inference::prompts::{Prompt, Prompts};

use crate::desk::chat_models::PROMPTS;
use crate::faults::ErrorCode;
use crate::types::{
    ChangeSettings, ChatPrompt, ChatRole, OwnPrompts, PromptLine, PromptLineKind, PromptTrial,
    ResetPrompt, SetPrompt, SettingsView, TryPrompt,
};
use crate::{ApiError, Desk};

/// Longest prompt, in bytes. Every call contains it.
const LONGEST: usize = 20_000;

impl Desk {
    /// Lists the prompts in use.
    pub async fn chat_prompts(&self) -> Result<Vec<ChatPrompt>, ApiError> {
        let own = self.own_prompts().await?;
        let (used, left_out) = self.chat.prompts().await?;
        let to_view = |prompt: &Prompt| {
            let name = prompt.used().name.clone();
            let shipped = self.chat.shipped.find(&name)?;
            let own_text = own.settings.texts.get(&name);
            Ok(ChatPrompt {
                version: prompt.used().version,
                sha256: prompt.used().sha256.clone(),
                text: prompt.text().to_owned(),
                shipped_version: shipped.used().version,
                shipped_sha256: shipped.used().sha256.clone(),
                own: own_text.is_some(),
                own_text: own_text.cloned(),
                left_out: left_out.get(&name).cloned().unwrap_or_default(),
                changes: own_text.map_or_else(Vec::new, |text| lines(shipped.text(), text)),
                can_change: Prompts::example(&name).is_some(),
                role: role_of(&name).is_some(),
                name,
            })
        };
        used.all().iter().map(to_view).collect()
    }

    /// Checks a text in the place of a prompt, renders it on an example and, on request, asks the model that
    /// plays the role. Stores nothing but the record of the call.
    pub async fn try_prompt(&self, request: TryPrompt) -> Result<PromptTrial, ApiError> {
        let name = request.name.as_str();
        let shipped = self.shipped_prompt(name)?;
        let (used, _) = self.chat.prompts().await?;
        let text = match request.text {
            Some(text) => checked_length(text)?,
            None => used.find(name)?.text().to_owned(),
        };
        let changes = lines(shipped.text(), &text);
        let (rendered, fault) = match self.chat.shipped.own_words(name, &text) {
            Ok(prompt) => match Prompts::example(name) {
                Some(example) => (Some(prompt.render(example)?), None),
                None => (None, None),
            },
            Err(error) => (None, Some(ApiError::from(error).body())),
        };
        let mut answer = None;
        if let (Some(rendered), true) = (&rendered, request.ask) {
            self.actor(request.reviewer.as_deref()).await?;
            let role = self.player(name).await?;
            let outcome = self.chat.try_model(&role, rendered).await;
            let details = json!({
                "role": role.role, "endpoint": role.choice.endpoint, "model": role.choice.model,
                "prompt": name, "sha256": sha256(&text), "trial": true, "ms": outcome.ms,
                "answered": outcome.problem.is_empty(),
            });
            let at = self.clock.now();
            self.database.audit(at, "system", "chat_call", "prompt trial", details).await?;
            answer = Some(outcome);
        }
        let (system, user) = rendered.map_or_else(Default::default, |it| (it.system, it.user));
        let tokens = estimated_tokens(&system) + estimated_tokens(&user);
        let problem = fault.as_ref().map(|it| it.message.clone()).unwrap_or_default();
        Ok(PromptTrial { problem, fault, changes, system, user, tokens, answer })
    }

    /// Replaces a prompt by an office's own text, signed by an administrator.
    pub async fn set_prompt(&self, request: SetPrompt) -> Result<ChatPrompt, ApiError> {
        let SetPrompt { name, text, over, reviewer } = request;
        let text = checked_length(text)?;
        self.shipped_prompt(&name)?;
        let own = self.chat.shipped.own_words(&name, &text)?;
        let digest = own.used().sha256.clone();
        let was = self.change_prompt(&name, Some(text), over, &reviewer).await?;
        self.audit_prompt("prompt_set", &reviewer, &name, &was, &digest).await
    }

    /// Restores the program's text of a prompt, signed by an administrator.
    pub async fn reset_prompt(&self, request: ResetPrompt) -> Result<ChatPrompt, ApiError> {
        let ResetPrompt { name, reviewer } = request;
        let digest = self.shipped_prompt(&name)?.used().sha256.clone();
        let was = self.change_prompt(&name, None, None, &reviewer).await?;
        self.audit_prompt("prompt_reset", &reviewer, &name, &was, &digest).await
    }

    async fn own_prompts(&self) -> Result<SettingsView<OwnPrompts>, ApiError> {
        self.settings(PROMPTS).await
    }

    /// Changes one prompt and returns the SHA-256 of the text used until now. `over` is the SHA-256 on which
    /// the change is based; if it is outdated, the change is refused.
    async fn change_prompt(
        &self,
        name: &str,
        text: Option<String>,
        over: Option<String>,
        reviewer: &str,
    ) -> Result<String, ApiError> {
        let view = self.own_prompts().await?;
        let (used, _) = self.chat.prompts().await?;
        let was = used.find(name)?.used().sha256.clone();
        if over.is_some_and(|over| over != was) {
            return Err(ApiError::invalid(
                ErrorCode::PromptChanged,
                &[("name", &name)],
                format!(
                    "prompt {name}: somebody else changed it meanwhile; read it again and repeat the change"
                ),
            ));
        }
        let (mut settings, revision) = (view.settings, view.revision);
        match text {
            Some(text) => {
                settings.texts.insert(name.to_owned(), text);
            }
            None => {
                settings.texts.remove(name);
            }
        }
        let change = ChangeSettings { settings, revision, reviewer: reviewer.to_owned() };
        self.change_settings(PROMPTS, change).await?;
        Ok(was)
    }

    async fn audit_prompt(
        &self,
        action: &'static str,
        reviewer: &str,
        name: &str,
        was: &str,
        is: &str,
    ) -> Result<ChatPrompt, ApiError> {
        let by = self.signing_administrator(reviewer).await?;
        let at = self.clock.now();
        let details = json!({ "sha256_before": was, "sha256": is });
        self.database.audit(at, by.id.as_str(), action, name, details).await?;
        let mut prompts = self.chat_prompts().await?.into_iter();
        prompts.find(|it| it.name == name).ok_or_else(|| no_prompt(name))
    }

    fn shipped_prompt(&self, name: &str) -> Result<&Prompt, ApiError> {
        self.chat.shipped.find(name).map_err(|_| no_prompt(name))
    }

    /// Returns the role of a prompt with the model that plays it.
    async fn player(&self, name: &str) -> Result<ChatRole, ApiError> {
        let settings = self.chat_settings().await?.settings;
        let role =
            role_of(name).and_then(|role| settings.roles.into_iter().find(|it| it.role == role));
        role.ok_or_else(|| {
            ApiError::invalid(
                ErrorCode::ChatRoleUnplayed,
                &[],
                format!(
                    "prompt {name}: no model plays its role, nothing was asked; set one with `simui models chat role`, or try it \
                     without asking"
                ),
            )
        })
    }
}

/// Returns the role that uses a prompt, which has the same name.
fn role_of(name: &str) -> Option<ThinkingRole> {
    ThinkingRole::ALL.into_iter().find(|role| role.as_str() == name)
}

fn no_prompt(name: &str) -> ApiError {
    ApiError::Missing {
        what: "prompt",
        id: name.chars().take(80).collect(),
        remedy: "`simui models prompt list` names them",
    }
}

fn checked_length(text: String) -> Result<String, ApiError> {
    // Editors on Windows end lines with CR LF.
    let text = text.replace("\r\n", "\n");
    match text.len() <= LONGEST {
        true => Ok(text),
        false => Err(ApiError::invalid(
            ErrorCode::PromptTooLong,
            &[("limit", &LONGEST)],
            format!(
                "prompt: it has {} bytes, more than {LONGEST}; every call would carry it",
                text.len()
            ),
        )),
    }
}

fn sha256(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Compares two texts and returns all lines of both, in order.
fn lines(before: &str, after: &str) -> Vec<PromptLine> {
    let difference = TextDiff::from_lines(before, after);
    let line = |change: similar::Change<&str>| PromptLine {
        kind: match change.tag() {
            ChangeTag::Equal => PromptLineKind::Same,
            ChangeTag::Delete => PromptLineKind::Removed,
            ChangeTag::Insert => PromptLineKind::Added,
        },
        text: change.value().trim_end_matches('\n').to_owned(),
    };
    difference.iter_all_changes().map(line).collect()
}
