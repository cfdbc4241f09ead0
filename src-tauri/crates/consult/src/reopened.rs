//! A statement that follows a question may change its answer: 이부프로펜 먹어도 돼요? / 임신 30주예요. The question is
//! then answered again, for the person as the statement describes them.

use simui_pharmacy::names::Names;
use simui_pharmacy::query::complaints::Complaints;
use simui_pharmacy::query::question::{Matter, Question};

use super::amount::{amount_alone, with_amount};
use super::complexity::Intents;
use super::facts::TurnBefore;
use super::turn::Turn;

/// The question that a turn answers again.
pub(super) struct Reopened {
    /// The text of the turn that asked it.
    pub asked: String,
    /// That text, read as a question.
    pub question: Question,
    /// The complaints of that turn.
    pub heard: Complaints,
}

/// The last question of the talk with the amount that the turn `asked` consists of; else the last question or
/// complaint, where the turn `asked` adds to what is known of its person
/// and asks nothing itself. `question` is the turn alone; `read` reads a text whose complaints are known.
/// An emergency is not reopened, because its alert is repeated with every turn, nor is a question by the
/// taking of its drug (네 먹었어요), which is recorded and checked.
pub(super) fn reopened(
    asked: &str,
    question: &Question,
    turn: &Turn,
    intents: &Intents,
    names: &Names,
    read: &dyn Fn(&str, &Complaints) -> Question,
) -> Option<Reopened> {
    let asks = intents.asks(asked)
        || intents.is_fragment(asked)
        || turn.complains()
        || turn.suffers()
        || turn.wanted_drugs().next().is_some()
        || matches!(question.matter, Matter::Emergency { .. });
    if let Some(amount) = amount_alone(asked).filter(|_| !asks) {
        let (before, heard) = turn.talk.first().filter(|(it, _)| intents.asks(&it.text))?;
        let question = read(&with_amount(&before.text, amount, names), heard);
        let is_open = !question.drugs.is_empty() && question.matter == Matter::Question;
        let (asked, heard) = (before.text.clone(), heard.clone());
        return is_open.then_some(Reopened { asked, question, heard });
    }
    if asks || !turn.adds_to_person || only_says_taken(turn) {
        return None;
    }
    let is_question = |TurnBefore { text, topic }: &TurnBefore| {
        intents.asks(text) || !topic.drugs.is_empty() || !topic.complaints.is_empty()
    };
    turn.talk.iter().filter(|(it, _)| is_question(it)).find_map(|(before, heard)| {
        let mut question = read(&before.text, heard);
        question.asks_amount |= turn.weighs_child;
        let names_subject = question.names_drug_or_complaint() || !question.present.is_empty();
        let is_open = names_subject && question.matter == Matter::Question;
        let (asked, heard) = (before.text.clone(), heard.clone());
        is_open.then_some(Reopened { asked, question, heard })
    })
}

/// Whether a turn states nothing but that drugs of the turns before were taken.
fn only_says_taken(turn: &Turn) -> bool {
    let own = turn.own();
    own.items().all(|it| own.medications.contains(it) && it.named_before)
        && own.items().next().is_some()
        && own.values().next().is_none()
}
