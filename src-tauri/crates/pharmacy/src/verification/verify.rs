//! 검증·자기교정: compares every sentence of a draft with the passage it cites, whoever wrote the draft.

use serde::{Deserialize, Serialize};
use simui_search::analysis::Analyser;

use super::strict;
use super::support::{Fault, Source};
use crate::answer::Draft;
use crate::knowledge::Knowledge;
use crate::passage::Passage;

/// Most rounds of correction by a model; a sentence that still has a fault after them is left out.
pub const MOST_ROUNDS: usize = 3;

/// The result of verifying a draft once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    /// Whether every sentence is supported and the draft is not empty.
    pub passed: bool,
    /// The sentences that are not supported.
    pub faults: Vec<Doubt>,
    /// What is to be done about them.
    pub remedy: Remedy,
}

/// A sentence that its source does not support.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Doubt {
    /// The sentence as the draft has it.
    pub sentence: String,
    /// Why it is not supported.
    pub fault: Fault,
}

/// What the verifier asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Remedy {
    /// Nothing: the draft passed.
    None,
    /// 환각·논리 오류: sentences are corrected or left out.
    Correct,
    /// 정보 부족: the draft is empty, and a second search follows.
    SearchAgain,
    /// 정보 부족 after the second search: the answer says so.
    Insufficient,
}

/// Verifies a draft: model sentences under the stricter rule (`strict`), all others by `Source::fault`. An
/// empty draft lacks information.
pub fn check_draft(
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
    // The fixed text of an emergency needs no document.
    let is_empty = draft.is_empty() && draft.urgent.is_none();
    let remedy = match (is_empty, faults.is_empty()) {
        (true, _) if searched_again => Remedy::Insufficient,
        (true, _) => Remedy::SearchAgain,
        (false, true) => Remedy::None,
        (false, false) => Remedy::Correct,
    };
    Round { passed: remedy == Remedy::None, faults, remedy }
}

/// The draft without the sentences that have a fault in `round`; the rules have no replacement for them.
pub fn correct(draft: &Draft, round: &Round) -> Draft {
    let is_faulty = |sentence: &String| round.faults.iter().any(|it| it.sentence == *sentence);
    let mut corrected = draft.clone();
    for paragraph in &mut corrected.paragraphs {
        paragraph.sentences.retain(|it| !is_faulty(it));
    }
    corrected.paragraphs.retain(|it| !it.sentences.is_empty());
    corrected
}

/// A passage analysed for the comparison, without sentences that address a program.
pub fn source<'a>(passage: &'a Passage, knowledge: &Knowledge, analyser: &Analyser) -> Source<'a> {
    let (title, heading) = (&passage.title, &passage.heading);
    Source::new(title, heading, &passage.text, analyser, &knowledge.names)
        .without(|sentence| knowledge.addresses_a_program(sentence))
}
