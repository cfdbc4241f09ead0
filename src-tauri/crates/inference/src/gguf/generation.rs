//! Generates an answer token by token.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use llama_cpp_2::context::LlamaContext;
use llama_cpp_2::context::params::LlamaContextParams;
use llama_cpp_2::llama_batch::LlamaBatch;
use llama_cpp_2::sampling::LlamaSampler;
use llama_cpp_2::token::LlamaToken;

use super::Generated;
use super::model::Loaded;
use super::prompt::tokens_of;
use crate::InferenceError;
use crate::conversation::{Finish, Message, Usage};

/// Tokens of the question processed at a time; the model can be stopped in between.
const PORTION: usize = 128;
/// Least number of tokens that must remain for an answer.
const LEAST_ANSWER: u32 = 32;
/// Fixed seed, so that equal questions get equal answers.
const SEED: u32 = 20_260_101;

/// A question for the generating thread.
pub(super) struct Question {
    pub messages: Vec<Message>,
    pub temperature: f64,
    pub most_tokens: u32,
    pub grammar: Option<String>,
    pub stop: Arc<AtomicBool>,
}

impl Question {
    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Asks the model; `say` receives each piece and returns whether the caller still listens.
pub(super) fn answer(
    loaded: &Loaded,
    question: &Question,
    say: &mut dyn FnMut(String) -> bool,
) -> Result<Generated, InferenceError> {
    let wrong = |problem: String| InferenceError::chat(&loaded.name, problem);
    let broken = |what: &str, why: &dyn std::fmt::Display| {
        InferenceError::chat(&loaded.name, format!("{what} ({why}); the rules go on without it"))
    };
    let prompt = tokens_of(loaded, &question.messages)?;
    let context_tokens = loaded.context();
    let question_tokens = u32::try_from(prompt.len()).unwrap_or(u32::MAX);
    let left = context_tokens.saturating_sub(question_tokens);
    if left < LEAST_ANSWER {
        return Err(wrong(format!(
            "the question has {question_tokens} tokens and the model's context {context_tokens}; nothing was asked, choose a \
             model with a longer context"
        )));
    }
    let most = question.most_tokens.min(left);
    let mut context = context(loaded, question_tokens.saturating_add(most))
        .map_err(|error| broken("there is no memory for its context", &error))?;
    let mut sampler =
        sampler(loaded, question).map_err(|error| broken("its grammar is refused", &error))?;
    let mut batch = LlamaBatch::new(PORTION, 1);
    let mut position = 0;
    let stopped = || wrong("it was stopped".to_owned());
    for portion in prompt.chunks(PORTION) {
        if question.stopped() {
            return Err(stopped());
        }
        read(&mut context, &mut batch, portion, &mut position)
            .map_err(|error| broken("it cannot read the question", &error))?;
    }
    let mut text = String::new();
    let mut bytes = Vec::new();
    let mut generated_tokens = 0;
    let finish = loop {
        if question.stopped() {
            return Err(stopped());
        }
        let Some(token) = next(&context, &mut sampler) else {
            return Err(wrong(
                "no token fits what it was asked for; the rules go on without it".to_owned(),
            ));
        };
        if loaded.model.vocab().is_eog(token) {
            break Finish::Done;
        }
        if generated_tokens == most {
            break Finish::Length;
        }
        generated_tokens += 1;
        sampler.accept(token);
        bytes.extend(loaded.model.vocab().token_to_piece(token, false, None));
        let piece = complete_characters(&mut bytes);
        if !piece.is_empty() {
            text += &piece;
            if !say(piece) {
                return Err(stopped());
            }
        }
        read(&mut context, &mut batch, &[token], &mut position)
            .map_err(|error| broken("it cannot go on", &error))?;
    };
    let usage = Usage {
        prompt_tokens: u64::from(question_tokens),
        completion_tokens: u64::from(generated_tokens),
        estimated: false,
    };
    Ok(Generated { text, usage, finish })
}

/// Creates a context of `tokens`, only as large as the question and its answer need.
fn context(loaded: &Loaded, tokens: u32) -> Result<LlamaContext<'_>, String> {
    let portion = u32::try_from(PORTION).unwrap_or(u32::MAX);
    let threads = i32::try_from(threads()).unwrap_or(1);
    let params = LlamaContextParams::default()
        .with_n_ctx(NonZeroU32::new(tokens))
        .with_n_batch(portion)
        .with_n_ubatch(portion)
        .with_n_threads(threads)
        .with_n_threads_batch(threads)
        .with_no_perf(true);
    loaded.model.new_context(loaded.backend, params).map_err(|error| error.to_string())
}

/// Returns the number of threads, half the cores: those of llama.cpp wait busily, and the desk has other
/// work.
fn threads() -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    cores.div_ceil(2).min(16)
}

fn sampler(loaded: &Loaded, question: &Question) -> Result<LlamaSampler, String> {
    let mut chain = Vec::new();
    if let Some(grammar) = &question.grammar {
        let held = LlamaSampler::grammar(&loaded.model, grammar, "root");
        chain.push(held.map_err(|error| error.to_string())?);
    }
    match question.temperature > 0.0 {
        true => chain.extend([
            LlamaSampler::top_k(40),
            LlamaSampler::top_p(0.95, 1),
            // The settings limit it to two, so no precision is lost.
            LlamaSampler::temp(question.temperature as f32),
            LlamaSampler::dist(SEED),
        ]),
        false => chain.push(LlamaSampler::greedy()),
    }
    Ok(LlamaSampler::chain(chain, true))
}

/// Processes tokens from `position` on; logits are computed for the last one only.
fn read(
    context: &mut LlamaContext<'_>,
    batch: &mut LlamaBatch<'_>,
    tokens: &[LlamaToken],
    position: &mut i32,
) -> Result<(), String> {
    batch.clear();
    for (number, token) in tokens.iter().enumerate() {
        let last = number + 1 == tokens.len();
        batch.add(*token, *position, &[0], last).map_err(|error| error.to_string())?;
        *position += 1;
    }
    context.decode(batch).map_err(|error| error.to_string())
}

/// Returns the next token; `None` where the grammar admits none. llama.cpp would choose one nevertheless and
/// then abort the program.
fn next(context: &LlamaContext<'_>, sampler: &mut LlamaSampler) -> Option<LlamaToken> {
    let mut candidates = context.token_data_array_ith(-1);
    sampler.apply(&mut candidates);
    let chosen = candidates.data.get(candidates.selected?)?;
    chosen.logit().is_finite().then(|| chosen.id())
}

/// Removes the complete characters from the front of `bytes`; an invalid one becomes U+FFFD.
fn complete_characters(bytes: &mut Vec<u8>) -> String {
    let mut text = String::new();
    loop {
        match std::str::from_utf8(bytes) {
            Ok(all) => {
                text += all;
                bytes.clear();
                return text;
            }
            Err(error) => {
                let valid = error.valid_up_to();
                text += &String::from_utf8_lossy(&bytes[..valid]);
                let Some(broken) = error.error_len() else {
                    bytes.drain(..valid);
                    return text;
                };
                text.push(char::REPLACEMENT_CHARACTER);
                bytes.drain(..valid + broken);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_wait_until_they_are_whole() {
        let mut bytes = Vec::new();
        let mut text = String::new();
        for piece in "가나 a\u{1F600}".as_bytes().chunks(2) {
            bytes.extend(piece);
            text += &complete_characters(&mut bytes);
        }
        assert_eq!((text.as_str(), bytes.len()), ("가나 a\u{1F600}", 0));
        let mut bytes = vec![b'a', 0xFF, b'b', 0xEA];
        assert_eq!(complete_characters(&mut bytes), "a\u{FFFD}b");
        assert_eq!(bytes, [0xEA]);
    }
}
