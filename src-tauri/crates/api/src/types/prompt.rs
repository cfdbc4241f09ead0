//! Prompts: what chat models are told, and an office's own words in their place.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A prompt as models are asked with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ChatPrompt {
    /// Its name; a role's prompt has the role's.
    pub name: String,
    /// Its version.
    pub version: u32,
    /// SHA-256 of its text, hexadecimal; recorded with every call.
    pub sha256: String,
    /// It.
    pub text: String,
    /// The version that the program carries.
    pub shipped_version: u32,
    /// SHA-256 of what the program carries.
    pub shipped_sha256: String,
    /// An office's own words are kept in its place.
    pub own: bool,
    /// They; also when they are left out.
    pub own_text: Option<String>,
    /// Why they are left out although they are kept; empty when they are used.
    pub left_out: String,
    /// The program's words and the office's, line by line; empty without own words.
    pub changes: Vec<PromptLine>,
    /// Own words may be put in its place.
    pub can_change: bool,
    /// A role is asked with it, so that a model can try it.
    pub role: bool,
}

/// A line of two texts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PromptLine {
    /// In which of them it stands.
    pub kind: PromptLineKind,
    /// It.
    pub text: String,
}

/// Where a line stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum PromptLineKind {
    /// In both.
    Same,
    /// In the program's alone.
    Removed,
    /// In the office's alone.
    Added,
}

/// Prompts in an office's own words, by name.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct OwnPrompts {
    /// Whole prompts: front matter, `## 지시`, `## 자료`.
    pub texts: BTreeMap<String, String>,
}

/// Tries words in a prompt's place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct TryPrompt {
    /// Which.
    pub name: String,
    /// The words; as models are asked with it when absent.
    pub text: Option<String>,
    /// Also asks the model that plays the role.
    #[serde(default)]
    pub ask: bool,
    /// Who asks, for the audit log: name or id.
    #[serde(default)]
    pub reviewer: Option<String>,
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PromptTrial {
    /// Why the words may not stand there, with the line; empty when they may.
    pub problem: String,
    /// The program's words and these, line by line.
    pub changes: Vec<PromptLine>,
    /// What the model would be told to do, on an example.
    pub system: String,
    /// What it would be given to work on.
    pub user: String,
    /// About how many tokens that is.
    #[ts(type = "number")]
    pub tokens: u64,
    /// What the model said, when it was asked.
    pub answer: Option<PromptAnswer>,
}

/// What a model said to a prompt on an example.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PromptAnswer {
    /// The model.
    pub model: String,
    /// Milliseconds.
    pub ms: f64,
    /// Its words; plain text, whatever they look like.
    pub response: String,
    /// Why there are none; empty otherwise.
    pub problem: String,
}

/// Puts own words in a prompt's place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SetPrompt {
    /// Which.
    pub name: String,
    /// The whole prompt.
    pub text: String,
    /// The `sha256` that the change was made over; an overtaken change is refused.
    #[serde(default)]
    pub over: Option<String>,
    /// The administrator who signs: name or id.
    pub reviewer: String,
}

/// Gives a prompt the program's words again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ResetPrompt {
    /// Which.
    pub name: String,
    /// The administrator who signs: name or id.
    pub reviewer: String,
}
