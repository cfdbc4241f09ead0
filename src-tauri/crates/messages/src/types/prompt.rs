//! Requests and responses of prompts: those of the program, and an office's own.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::faults::ErrorBody;

/// A prompt as models receive it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ChatPrompt {
    /// The name; a role's prompt has the name of the role.
    pub name: String,
    /// The version.
    pub version: u32,
    /// SHA-256 of the text, hexadecimal; recorded with every call.
    pub sha256: String,
    /// The text.
    pub text: String,
    /// The version that comes with the program.
    pub shipped_version: u32,
    /// SHA-256 of the text that comes with the program.
    pub shipped_sha256: String,
    /// Whether an office's own text is stored for it.
    pub own: bool,
    /// The office's own text, even where it is not used.
    pub own_text: Option<String>,
    /// Why the stored own text is not used; empty when it is used.
    pub left_out: String,
    /// The difference between the program's text and the office's, by line; empty without an own text.
    pub changes: Vec<PromptLine>,
    /// Whether an own text may replace it.
    pub can_change: bool,
    /// Whether a role uses it, so that a model can try it.
    pub role: bool,
}

/// A line of a comparison of two texts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PromptLine {
    /// Which of the texts contains it.
    pub kind: PromptLineKind,
    /// The line.
    pub text: String,
}

/// Which text contains a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum PromptLineKind {
    /// Both texts contain the line.
    Same,
    /// Only the program's text contains the line.
    Removed,
    /// Only the office's text contains the line.
    Added,
}

/// An office's own prompts, by name.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct OwnPrompts {
    /// Complete prompts: front matter, `## 지시`, `## 자료`.
    pub texts: BTreeMap<String, String>,
}

/// Tries a text in the place of a prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct TryPrompt {
    /// The name of the prompt.
    pub name: String,
    /// The text; the one in use when absent.
    pub text: Option<String>,
    /// Whether the model that plays the role is asked as well.
    #[serde(default)]
    pub ask: bool,
    /// Name or id of the person who asks, for the audit log.
    #[serde(default)]
    pub reviewer: Option<String>,
}

/// Result of trying a prompt.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PromptTrial {
    /// Why the text is not accepted, with the line; empty when it is.
    pub problem: String,
    /// The same with its code, in which people read it; `None` where nothing is wrong.
    #[serde(default)]
    pub fault: Option<ErrorBody>,
    /// The difference between the program's text and this one, by line.
    pub changes: Vec<PromptLine>,
    /// The instructions (지시) that the model would receive for an example.
    pub system: String,
    /// The material (자료) that the model would receive for an example.
    pub user: String,
    /// Estimated number of tokens of both.
    #[ts(type = "number")]
    pub tokens: u64,
    /// The model's answer, when it was asked.
    pub answer: Option<PromptAnswer>,
}

/// A model's answer to a prompt on an example.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PromptAnswer {
    /// The model.
    pub model: String,
    /// Milliseconds that the answer took.
    pub ms: f64,
    /// The answer as plain text, never to be rendered as markup.
    pub response: String,
    /// Why there is no answer; empty otherwise.
    pub problem: String,
    /// The same with its code, in which people read it; `None` where nothing is wrong.
    #[serde(default)]
    pub fault: Option<ErrorBody>,
}

/// Replaces a prompt by an own text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SetPrompt {
    /// The name of the prompt.
    pub name: String,
    /// The complete text.
    pub text: String,
    /// The `sha256` of the text on which the change is based. A change of an outdated text is refused.
    #[serde(default)]
    pub over: Option<String>,
    /// Name or id of the administrator who signs.
    pub reviewer: String,
}

/// Restores the program's text of a prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ResetPrompt {
    /// The name of the prompt.
    pub name: String,
    /// Name or id of the administrator who signs.
    pub reviewer: String,
}
