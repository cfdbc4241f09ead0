//! Reads the answers of models, and prepares passages for prompts.

use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use simui_domain::ModelCall;

use crate::answer::Draft;
use crate::passage::Passage;

/// Most passages that a model is shown.
pub(super) const DOCUMENTS: usize = 5;
/// Most characters of each passage that a model is shown whose context is not known.
pub const PASSAGE_CHARS: usize = 1000;

/// The answer of a call as a `T`; the default if there is no answer or it does not fit.
pub fn read<T: DeserializeOwned + Default>(call: Option<&ModelCall>) -> T {
    let answer = call.and_then(|call| call.answer.clone()).unwrap_or_default();
    serde_json::from_value(answer).unwrap_or_default()
}

/// `words` on one line, with single spaces and without invisible characters.
pub fn line(words: &str) -> String {
    let visible: String = words.chars().filter(|c| !simui_domain::is_hidden(*c)).collect();
    visible.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Indices of the passages that a model is shown, at most `most`: those that `draft` cites, then the best of
/// the others.
pub fn documents(draft: &Draft, passages: &[Passage], most: usize) -> Vec<usize> {
    let mut shown: Vec<usize> = Vec::new();
    let used = draft.paragraphs.iter().map(|it| it.passage);
    for at in used.chain(0..passages.len()) {
        if at < passages.len() && shown.len() < most && !shown.contains(&at) {
            shown.push(at);
        }
    }
    shown
}

/// The passages as inputs of a prompt, numbered from 1 in the order of `documents`, each cut after
/// `characters`.
pub fn as_inputs(documents: &[usize], passages: &[Passage], characters: usize) -> Value {
    let to_input = |(n, at): (usize, &usize)| {
        let passage = passages.get(*at)?;
        let text: String = passage.text.chars().take(characters).collect();
        Some(
            json!({ "n": n + 1, "title": passage.title, "section": passage.heading, "text": text }),
        )
    };
    documents.iter().enumerate().filter_map(to_input).collect()
}
