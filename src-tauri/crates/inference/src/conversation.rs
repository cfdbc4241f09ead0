//! Messages of a conversation with a chat model, and how the model ended its answer.

use serde::{Deserialize, Serialize};

/// Role of the author of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Speaker {
    /// Instructions, in our own words only.
    System,
    /// Material to work on.
    User,
    /// Former answer of the model.
    Assistant,
}

/// A message of a conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Message {
    /// Role of the author.
    pub role: Speaker,
    /// Text of the message.
    pub content: String,
}

impl Message {
    /// Makes a message.
    pub fn new(role: Speaker, content: impl Into<String>) -> Self {
        Self { role, content: content.into() }
    }
}

/// Reason why a model stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Finish {
    /// The answer is complete.
    Done,
    /// The answer reached the limit of tokens.
    Length,
    /// The model or a filter refused to answer.
    Refused,
}

/// Numbers of tokens of one call.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Tokens of the question.
    pub prompt_tokens: u64,
    /// Tokens of the answer.
    pub completion_tokens: u64,
    /// Whether the numbers are estimates, because the server did not count.
    pub estimated: bool,
}
