//! Which of the passages that were found an answer may be written from: where nobody named a drug, none is spoken for that the record
//! or a DUR table forbids.

use std::collections::BTreeSet;

use simui_pharmacy::Passage;
use simui_pharmacy::dur::{DurNotice, DurTable};
use simui_pharmacy::query::question::Question;
use simui_pharmacy::ranking::evidence;

use super::parts::Part;
use super::room::Room;
use super::state::ConsultState;
use super::wording::filled;

/// Sections that are about somebody else where the patient cannot be pregnant.
const MOTHERS: [&str; 3] = ["임부", "임신", "수유"];

/// The passages to answer from, best first. Where nobody named a drug, none is spoken for that the record forbids.
pub(super) fn allowed(
    found: &[Passage],
    question: &Question,
    avoid: &[String],
    state: &ConsultState,
    room: &Room,
) -> (Vec<Passage>, Vec<String>) {
    let (knowledge, rules) = (room.shelf.knowledge, room.rules);
    let mut chosen = evidence::choose(found, question, avoid, knowledge);
    if state.facts.cannot_be_pregnant && !question.asks("pregnancy") && !question.asks("nursing") {
        let other = |it: &Passage| MOTHERS.iter().any(|word| it.heading.contains(word));
        // Where there is nothing else, it is shown all the same.
        if chosen.iter().any(|it| !other(it)) {
            chosen.retain(|it| !other(it));
        }
    }
    let mut left_out: BTreeSet<String> = BTreeSet::new();
    if question.drugs.is_empty() {
        chosen.retain(|passage| {
            let titled = knowledge.names.find(&passage.title);
            let forbidden = titled.iter().find_map(|named| {
                let drug = knowledge.names.korean(&named.ingredient);
                let allergy = rules.allergies.forbids(drug, &state.facts, &knowledge.names)?;
                Some((drug, allergy))
            });
            if let Some((drug, allergy)) = forbidden {
                let said = [("allergy", allergy), ("drug", drug)];
                left_out.insert(filled(&rules.words.left_out, &said));
                return false;
            }
            let against =
                titled.iter().find_map(|it| against_record(&it.ingredient, question, state, room));
            left_out.extend(against.clone());
            against.is_none()
        });
        let taken = &state.facts.medications;
        if !taken.is_empty() && !chosen.is_empty() && !question.symptoms.is_empty() {
            let said = [("drugs", taken.join(", "))];
            let said = said.each_ref().map(|(name, drugs)| (*name, drugs.as_str()));
            left_out.insert(filled(&rules.words.with_taken, &said));
        }
    }
    (chosen, left_out.into_iter().collect())
}

/// Why a DUR table keeps a drug that nobody named from being spoken for: with what is taken, or for the person of the record.
fn against_record(
    ingredient: &str,
    question: &Question,
    state: &ConsultState,
    room: &Room,
) -> Option<String> {
    if !state.parts.has(Part::Dur) {
        return None;
    }
    let (dur, names) = (&room.shelf.dur, &room.shelf.knowledge.names);
    let drug = names.korean(ingredient);
    let text = format!("{drug}\n{}", state.facts.medications.join("\n"));
    let named = dur.drug_mentions(&text, names);
    let notices = dur.check(&text, &named, &question.person, names);
    let of_drug = |it: &&DurNotice| {
        let forbids =
            matches!(it.table, DurTable::Combination | DurTable::Pregnancy | DurTable::Age);
        forbids && it.drugs.iter().any(|it| it == drug)
    };
    let notice = notices.iter().find(of_drug)?;
    let others: Vec<&str> =
        notice.drugs.iter().filter(|it| *it != drug).map(String::as_str).collect();
    let why = if others.is_empty() { "나이·임신".to_owned() } else { others.join(", ") };
    let said = [("why", why.as_str()), ("table", notice.table.korean()), ("drug", drug)];
    Some(filled(&room.rules.words.left_out_dur, &said))
}
