//! A thing that was asked about with the drug, and words in sentences.

use super::candidate::Candidate;
use crate::knowledge::{Intent, Knowledge, THINGS};
use crate::query::question::Question;
use crate::retrieval::passage::Passage;
use crate::text::wording::Wording;

/// What was asked about beside the drug, where its documents have it: 맥주 is 술 there.
pub(super) fn thing(
    question: &Question,
    asked: &[&Intent],
    knowledge: &Knowledge,
    passages: &[Passage],
    sentences: &[Candidate],
) -> Option<String> {
    let of_thing = asked.iter().find(|it| THINGS.contains(&it.id.as_str()))?;
    let said = Wording::new(&question.text);
    let words = match of_thing.id.as_str() {
        "alcohol" => of_thing.telling.iter().collect::<Vec<_>>(),
        _ => of_thing.words.iter().filter(|it| said.has(it)).collect(),
    };
    let own = |it: &&Candidate| {
        let titled = question.drugs_in(&passages[it.passage].title, &knowledge.names);
        question.drugs.is_empty() || !titled.is_empty()
    };
    let own: Vec<&Candidate> = sentences.iter().filter(own).collect();
    let told = |word: &&&String| own.iter().any(|it| says(&it.sentence, word));
    words.iter().find(told).map(|it| (*it).clone())
}

/// Whether a sentence has a word; one of one syllable only at the beginning of a word: 술 is not in 수술.
pub(super) fn says(sentence: &str, word: &str) -> bool {
    match word.chars().count() {
        1 => sentence.split([' ', '·', ',', '(']).any(|it| it.starts_with(word)),
        _ => sentence.contains(word),
    }
}
