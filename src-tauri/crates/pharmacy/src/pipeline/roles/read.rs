//! What code makes of a model's words before anything else does.

use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use simui_domain::ModelCall;

use crate::answer::Draft;
use crate::retrieval::passage::Passage;

/// Passages that a model is shown at most.
pub(super) const DOCUMENTS: usize = 5;
/// Characters of each passage that a model is shown at most.
const SHOWN: usize = 1000;

/// An answer in its own type. What fits no type all the same says nothing.
pub fn read<T: DeserializeOwned + Default>(call: Option<&ModelCall>) -> T {
    let answer = call.and_then(|call| call.answer.clone()).unwrap_or_default();
    serde_json::from_value(answer).unwrap_or_default()
}

/// One line without what cannot be seen.
pub fn line(words: &str) -> String {
    let visible: String = words.chars().filter(|c| !simui_domain::is_hidden(*c)).collect();
    visible.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Which passages a model is shown, at most `most`: those that `draft` uses, then the best others.
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

/// The passages as a prompt has them, numbered from 1.
pub fn as_inputs(documents: &[usize], passages: &[Passage]) -> Value {
    let of = |(n, at): (usize, &usize)| {
        let passage = passages.get(*at)?;
        let text: String = passage.text.chars().take(SHOWN).collect();
        Some(
            json!({ "n": n + 1, "title": passage.title, "section": passage.heading, "text": text }),
        )
    };
    documents.iter().enumerate().filter_map(of).collect()
}
