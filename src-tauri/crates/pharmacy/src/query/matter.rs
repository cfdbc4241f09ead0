//! How a question is treated: as an emergency, a refusal, or a question that documents answer.

use super::phrases::SWALLOWED;
use super::question::{Matter, OUTSIDE, Question, wording};
use crate::knowledge::{Emergency, Knowledge, Outside};
use crate::text::wording::Wording;

/// Id of the refusal of a question that no rule refuses and that the likeness model finds unlike one to a
/// pharmacist.
pub const UNLIKE: &str = "unlike";

/// The emergency that a text describes by its words: an act, an intention or a substance. What somebody has
/// is for the safety rules.
pub fn danger<'k>(text: &str, knowledge: &'k Knowledge) -> Option<&'k Emergency> {
    danger_of(text, &wording(text, &knowledge.with_meanings(text)), knowledge)
}

/// The emergency that a text with this wording describes; many tablets swallowed at once are an overdose.
fn danger_of<'k>(text: &str, wording: &Wording, knowledge: &'k Knowledge) -> Option<&'k Emergency> {
    let swallowed = || {
        let overdose = knowledge.emergencies.iter().find(|it| it.id == "overdose");
        overdose.filter(|_| SWALLOWED.is_match(text))
    };
    knowledge.emergency(wording).or_else(swallowed)
}

/// How a question is treated: an instruction to the program first, then emergencies, matters of others,
/// filler, and the likeness model.
pub(super) fn matter(question: &Question, wording: &Wording, knowledge: &Knowledge) -> Matter {
    let (text, likeness) = (question.text.as_str(), question.likeness);
    if knowledge.injections.iter().any(|it| wording.has_all(&it.words)) {
        return Matter::Injection;
    }
    if let Some(found) = danger_of(text, wording, knowledge) {
        return Matter::Emergency { id: found.id.clone(), advice: found.advice.clone() };
    }
    let named = question.names_drug_or_complaint();
    let is_refused = |outside: &&Outside| {
        let is_for_pharmacist = likeness >= knowledge.likeness.inside && !outside.always;
        !is_for_pharmacist && (outside.although_drug || !named) && outside.fits(wording)
    };
    if let Some(outside) = knowledge.outside.iter().find(is_refused) {
        return Matter::Outside { id: outside.id.clone(), refusal: outside.refusal.clone() };
    }
    let is_filler = |eojeol: &str| {
        let plain: String = eojeol.chars().filter(|it| it.is_alphanumeric()).collect();
        let plain = plain.to_lowercase();
        knowledge.filler.contains(&plain)
            || plain.chars().all(|it| knowledge.filler.iter().any(|filler| filler.chars().eq([it])))
            || plain.chars().all(|it| it.is_numeric() || ('ㄱ'..='ㅣ').contains(&it))
    };
    if text.split_whitespace().all(is_filler) {
        return Matter::Nothing;
    }
    // The likeness model does not refuse pairs of drugs, which the DUR tables are searched for, nor a drug or
    // complaint on its own, which is too short to judge.
    let alone = named && text.split_whitespace().count() < 3;
    let spared = alone || question.ingredients().len() > 1;
    if likeness < knowledge.likeness.outside && !spared {
        return Matter::Outside { id: UNLIKE.to_owned(), refusal: OUTSIDE.to_owned() };
    }
    Matter::Question
}
