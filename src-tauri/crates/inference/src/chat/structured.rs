//! Answers that follow a schema. A server enforces it where it can; every answer is validated here.

use serde_json::Value;

use super::client::{ChatAnswer, ChatClient};
use super::completion::Completion;
use super::extract::object_in;
use super::schema::Schema;
use crate::InferenceError;
use crate::conversation::{Message, Speaker, Usage};
use crate::masking::Mask;
use crate::prompts::Prompts;

/// Most calls for one answer: the first, and a second that reports the mistakes.
const ROUNDS: u32 = 2;

/// A valid answer with identifiers restored.
#[derive(Debug, Clone, PartialEq)]
pub struct Structured {
    /// Value that follows the schema.
    pub value: Value,
    /// Last answer of the model, with identifiers still masked.
    pub spoken: ChatAnswer,
    /// Number of calls made.
    pub rounds: u32,
    /// Whether the schema was enforced while the model answered.
    pub native: bool,
}

/// Returns whether a server rejects the request as those without support for schemas do.
fn does_not_know_schemas(error: &InferenceError) -> bool {
    matches!(error, InferenceError::Status { status: 400 | 404 | 415 | 422 | 501, .. })
}

impl ChatClient {
    /// Requests an answer that follows `schema`. The schema is part of the request, or of the prompt if the
    /// server rejects that. After an invalid answer the model is asked once more, with the mistakes.
    ///
    /// # Errors
    /// The errors of [`ChatClient::complete`]; [`InferenceError::Chat`] when no answer is valid.
    pub async fn structured(
        &self,
        completion: &Completion,
        schema: &Schema,
        prompts: &Prompts,
        on_piece: &mut (dyn FnMut(&str) + Send),
    ) -> Result<Structured, InferenceError> {
        let mut asked = completion.clone();
        let mut mask = self.mask(completion);
        let mut native = self.holds_to(schema);
        if !native {
            self.add_schema_to_prompt(&mut asked, schema, prompts)?;
        }
        let mut used = Usage::default();
        let mut mistakes = Vec::new();
        for round in 1..=ROUNDS {
            let of = native.then_some(schema);
            let spoken = match self.exchange(&asked, of, &mut mask, on_piece).await {
                Err(error) if native && does_not_know_schemas(&error) => {
                    native = false;
                    self.add_schema_to_prompt(&mut asked, schema, prompts)?;
                    self.exchange(&asked, None, &mut mask, on_piece).await?
                }
                spoken => spoken?,
            };
            used.prompt_tokens += spoken.usage.prompt_tokens;
            used.completion_tokens += spoken.usage.completion_tokens;
            used.estimated |= spoken.usage.estimated;
            match fitting(&spoken.text, schema, &mask) {
                Ok(value) => {
                    let spoken = ChatAnswer { usage: used, ..spoken };
                    return Ok(Structured { value, spoken, rounds: round, native });
                }
                Err(found) => mistakes = found,
            }
            asked.messages.push(Message::new(Speaker::Assistant, shortened(&spoken.text)));
            let again = prompts.wrong_form(&mistakes, schema.value())?;
            asked.messages.push(Message::new(Speaker::User, again));
        }
        Err(InferenceError::chat(
            &completion.model,
            format!(
                "its answer is not of the form it was asked for ({}); the rules go on without it",
                mistakes.join("; ")
            ),
        ))
    }

    /// Adds the schema to the prompt.
    fn add_schema_to_prompt(
        &self,
        asked: &mut Completion,
        schema: &Schema,
        prompts: &Prompts,
    ) -> Result<(), InferenceError> {
        let only = prompts.schema_in_words(schema.value())?;
        asked.messages.insert(0, Message::new(Speaker::System, only));
        Ok(())
    }
}

/// Returns the valid answer in a text, or its mistakes.
fn fitting(text: &str, schema: &Schema, mask: &Mask) -> Result<Value, Vec<String>> {
    let Some(mut value) = object_in(text) else {
        return Err(vec!["there is no JSON object in it".to_owned()]);
    };
    restore(&mut value, mask);
    let mistakes = schema.mistakes(&value);
    if mistakes.is_empty() { Ok(value) } else { Err(mistakes) }
}

fn restore(value: &mut Value, mask: &Mask) {
    match value {
        Value::String(text) => *text = mask.restore(text),
        Value::Array(values) => values.iter_mut().for_each(|value| restore(value, mask)),
        Value::Object(fields) => fields.values_mut().for_each(|value| restore(value, mask)),
        _ => {}
    }
}

/// Shortens a wrong answer before it is shown to the model again.
fn shortened(text: &str) -> String {
    text.chars().take(2000).collect()
}
