//! Converts a conversation to tokens with the model's template, so that no message can imitate the template.

use llama_cpp_2::model::LlamaChatMessage;
use llama_cpp_2::token::LlamaToken;

use super::model::Loaded;
use crate::InferenceError;
use crate::conversation::{Message, Speaker};

/// Returns the tokens of a conversation up to where the model continues. The template is applied to markers
/// and tokenised with control tokens; the messages, which replace the markers, are tokenised without.
pub(super) fn tokens_of(
    loaded: &Loaded,
    messages: &[Message],
) -> Result<Vec<LlamaToken>, InferenceError> {
    let unknown = |why: String| {
        InferenceError::chat(
            &loaded.name,
            format!("its chat template is not known to llama.cpp ({why}); choose another model"),
        )
    };
    let mark = |number: usize| format!("simui{number}words");
    let mut marked = Vec::new();
    for (number, message) in messages.iter().enumerate() {
        let role = match message.role {
            Speaker::System => "system",
            Speaker::User => "user",
            Speaker::Assistant => "assistant",
        };
        let made = LlamaChatMessage::new(role.to_owned(), mark(number));
        marked.push(made.map_err(|error| unknown(error.to_string()))?);
    }
    if marked.is_empty() {
        let made = LlamaChatMessage::new("user".to_owned(), mark(0));
        marked.push(made.map_err(|error| unknown(error.to_string()))?);
    }
    let form = loaded.model.apply_chat_template(&loaded.template, &marked, true);
    let form = form.map_err(|error| unknown(error.to_string()))?;
    let vocab = loaded.model.vocab();
    let mut tokens = Vec::new();
    let mut rest = form.as_str();
    for (number, message) in messages.iter().enumerate() {
        let (before, after) = rest
            .split_once(&mark(number))
            .ok_or_else(|| unknown("it leaves out what was said".to_owned()))?;
        tokens.extend(vocab.tokenize(before.as_bytes(), false, true));
        tokens.extend(vocab.tokenize(message.content.as_bytes(), false, false));
        rest = after;
    }
    tokens.extend(vocab.tokenize(rest.as_bytes(), false, true));
    // Many templates contain the first token already; it must not be repeated.
    if vocab.should_add_bos() && tokens.first() != Some(&vocab.bos()) {
        tokens.insert(0, vocab.bos());
    }
    Ok(tokens)
}
