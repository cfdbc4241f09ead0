//! Finds what a question wants to take together with the drug (자몽, 술).

use super::candidate::Candidate;
use crate::knowledge::{CO_TAKEN_INTENTS, Intent, Knowledge};
use crate::passage::Passage;
use crate::query::question::Question;
use crate::text::wording::contains_word;

/// The word by which the drug's own documents name the food or drink of the question: 술 for a question about
/// 맥주.
///
/// `None` if the question names no food or drink, or no sentence of these documents has a word for it.
pub(super) fn topic_beside_drug(
    question: &Question,
    intents: &[&Intent],
    knowledge: &Knowledge,
    passages: &[Passage],
    sentences: &[Candidate],
) -> Option<String> {
    let co_taken = intents.iter().find(|it| CO_TAKEN_INTENTS.contains(&it.id.as_str()))?;
    let foods = question.foods(knowledge);
    let asked = foods.iter().filter(|it| it.intent == co_taken.id);
    let words: Vec<&String> = asked.flat_map(|it| &it.documents).collect();
    let is_own = |candidate: &&Candidate| {
        let titled = question.drugs_in(&passages[candidate.passage].title, &knowledge.names);
        question.drugs.is_empty() || !titled.is_empty()
    };
    let own: Vec<&Candidate> = sentences.iter().filter(is_own).collect();
    let occurs = |word: &&&String| own.iter().any(|it| contains_word(&it.sentence, word));
    words.iter().find(occurs).map(|it| (*it).clone())
}
