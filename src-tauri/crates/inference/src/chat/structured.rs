//! Answers of a schema: the server holds the model to it where it can; what comes is checked here in any case.

use serde_json::Value;

use super::client::{ChatClient, Spoken};
use super::completion::{Completion, Message, Speaker};
use super::extract::object_in;
use super::reading::Usage;
use super::schema::Schema;
use crate::InferenceError;
use crate::masking::Mask;
use crate::prompts::Prompts;

/// Calls for one answer: the first, and another that is told what was wrong.
const ROUNDS: u32 = 2;

/// An answer that fits its schema, identifiers restored.
#[derive(Debug, Clone, PartialEq)]
pub struct Structured {
    /// It.
    pub value: Value,
    /// What the model said last, identifiers still masked.
    pub spoken: Spoken,
    /// Calls that were needed.
    pub rounds: u32,
    /// The model was held to the schema while it spoke.
    pub native: bool,
}

/// Whether the server refuses the form of the request, as those do that do not know schemas.
fn does_not_know_schemas(error: &InferenceError) -> bool {
    matches!(error, InferenceError::Status { status: 400 | 404 | 415 | 422 | 501, .. })
}

impl ChatClient {
    /// Asks for an answer of `schema`. First with the schema in the request; a server that refuses that is asked in words.
    /// What does not fit is asked for once more, with the mistakes; only what fits comes out.
    ///
    /// # Errors
    /// Those of [`ChatClient::say`]; [`InferenceError::Chat`] when nothing fits.
    pub async fn structured(
        &self,
        completion: &Completion,
        schema: &Schema,
        prompts: &Prompts,
        said: &mut (dyn FnMut(&str) + Send),
    ) -> Result<Structured, InferenceError> {
        let mut asked = completion.clone();
        let mut mask = self.mask(completion);
        let mut native = self.holds_to(schema);
        if !native {
            self.in_words(&mut asked, schema, prompts)?;
        }
        let mut used = Usage::default();
        let mut mistakes = Vec::new();
        for round in 1..=ROUNDS {
            let of = native.then_some(schema);
            let spoken = match self.exchange(&asked, of, &mut mask, said).await {
                Err(error) if native && does_not_know_schemas(&error) => {
                    native = false;
                    self.in_words(&mut asked, schema, prompts)?;
                    self.exchange(&asked, None, &mut mask, said).await?
                }
                spoken => spoken?,
            };
            used.prompt_tokens += spoken.usage.prompt_tokens;
            used.completion_tokens += spoken.usage.completion_tokens;
            used.estimated |= spoken.usage.estimated;
            match fitting(&spoken.text, schema, &mask) {
                Ok(value) => {
                    let spoken = Spoken { usage: used, ..spoken };
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

    /// Says what the answer is to be like, for a model that is not held to it.
    fn in_words(
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

/// The answer in a text, or what is wrong with it.
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

/// A wrong answer is shown to the model again, but not a book of it.
fn shortened(text: &str) -> String {
    text.chars().take(2000).collect()
}
