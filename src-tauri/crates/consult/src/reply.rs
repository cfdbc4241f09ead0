//! The fixed texts of a turn: replies without documents, and the note on whom an answer is for.

use simui_flow::NodeError;
use simui_pharmacy::retrieval::scope::Scope;

use super::answer::Answer;
use super::complexity::Complexity;
use super::earlier_turns::quote;
use super::resources::TurnResources;
use super::state::ConsultState;
use super::turn::Turn;
use super::wording::fill;

/// The fixed text of an answer without documents: a refusal, or a reply to a greeting, thanks or facts.
pub(super) fn fixed(state: &ConsultState, resources: &TurnResources) -> String {
    if let Scope::Outside { refusal: text } = &state.scope {
        return text.clone();
    }
    let words = &resources.rules.words;
    let facts = &state.facts;
    match state.intent.complexity {
        Complexity::Greeting => words.greeting.clone(),
        Complexity::Acknowledgement => words.acknowledgement.clone(),
        Complexity::Statement if !facts.remembered.is_empty() => {
            fill(&words.remembered, &[("items", &facts.remembered.join(", "))])
        }
        Complexity::Statement if state.kept => {
            let turn = resources.turn().ok();
            match turn.and_then(|it| it.slots().another_person()) {
                Some(person) => fill(&words.of_another, &[("person", person)]),
                None if turn.is_some_and(Turn::states_facts) => words.nothing_new.clone(),
                None => words.nothing_found.clone(),
            }
        }
        _ => words.chat.clone(),
    }
}

/// The answer, with a note where it is for somebody whom only the turns before name, and where it answers
/// an earlier question again.
pub(super) fn with_note(
    answer: Answer,
    state: &ConsultState,
    resources: &TurnResources,
) -> Result<Answer, NodeError> {
    let subject = &resources.turn()?.subject;
    let words = &resources.rules.words;
    let courtesy =
        matches!(state.intent.complexity, Complexity::Greeting | Complexity::Acknowledgement);
    let answer = match &state.reopened {
        Some(asked) => answer.with_note(fill(&words.reopened, &[("question", &quote(asked))])),
        None => answer,
    };
    Ok(match subject.is_carried && !courtesy {
        true => answer.with_note(fill(&words.carried, &[("person", subject.person())])),
        false => answer,
    })
}
