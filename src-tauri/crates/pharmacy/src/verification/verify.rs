//! 검증·자기교정: compares every sentence of a draft with the passage it cites, whoever wrote the draft.

use serde::{Deserialize, Serialize};
use simui_search::analysis::Analyser;

use super::strict;
use super::support::{Fault, Source};
use crate::answer::Draft;
use crate::knowledge::Knowledge;
use crate::retrieval::passage::Passage;

/// Corrections at most; a sentence that is still doubtful after them is left out.
pub const MOST_ROUNDS: usize = 3;

/// What one look at a draft found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    /// Whether everything stands on its source.
    pub passed: bool,
    /// What does not.
    pub faults: Vec<Doubt>,
    /// What was done about it.
    pub remedy: Remedy,
}

/// A sentence that does not stand on its source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Doubt {
    /// The sentence.
    pub sentence: String,
    /// Why.
    pub fault: Fault,
}

/// What the verifier asks for after it has checked a draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Remedy {
    /// Nothing to do.
    None,
    /// 환각·논리 오류: the sentences are corrected or left out.
    Correct,
    /// 정보 부족: another search.
    SearchAgain,
    /// 정보 부족, and searched twice: said so.
    Insufficient,
}

/// Looks at a draft. An empty one lacks information.
pub fn look(
    draft: &Draft,
    passages: &[Passage],
    searched_again: bool,
    knowledge: &Knowledge,
    analyser: &Analyser,
) -> Round {
    let mut faults = Vec::new();
    for paragraph in &draft.paragraphs {
        let source = passages.get(paragraph.passage).map(|it| source(it, knowledge, analyser));
        for sentence in &paragraph.sentences {
            let fault = match &source {
                Some(source) if draft.by_model.contains(sentence) => {
                    strict::fault(source, sentence, knowledge, analyser)
                }
                Some(source) => source.fault(sentence, analyser, &knowledge.names),
                None => Some(Fault::NoSource),
            };
            faults.extend(fault.map(|fault| Doubt { sentence: sentence.clone(), fault }));
        }
    }
    // What is said first in an emergency needs no document behind it.
    let is_empty = draft.is_empty() && draft.urgent.is_none();
    let remedy = match (is_empty, faults.is_empty()) {
        (true, _) if searched_again => Remedy::Insufficient,
        (true, _) => Remedy::SearchAgain,
        (false, true) => Remedy::None,
        (false, false) => Remedy::Correct,
    };
    Round { passed: remedy == Remedy::None, faults, remedy }
}

/// The draft without what `round` doubts: by rules there is nothing better to put in its place.
pub fn correct(draft: &Draft, round: &Round) -> Draft {
    let doubted = |sentence: &String| round.faults.iter().any(|it| it.sentence == *sentence);
    let mut corrected = draft.clone();
    for paragraph in &mut corrected.paragraphs {
        paragraph.sentences.retain(|it| !doubted(it));
    }
    corrected.paragraphs.retain(|it| !it.sentences.is_empty());
    corrected
}

/// A passage taken apart for comparing, without what it says to a program that reads it.
pub fn source<'a>(passage: &'a Passage, knowledge: &Knowledge, analyser: &Analyser) -> Source<'a> {
    let (title, heading) = (&passage.title, &passage.heading);
    Source::new(title, heading, &passage.text, analyser, &knowledge.names)
        .without(|sentence| knowledge.addresses_a_program(sentence))
}
