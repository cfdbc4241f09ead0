//! Selects the passages that an answer may be written from. If the question names no drug, the documents of
//! drugs that the record or a DUR table forbids are left out.

use std::collections::BTreeSet;

use simui_pharmacy::Passage;
use simui_pharmacy::dur::{DurNotice, DurTable};
use simui_pharmacy::pipeline::has_child_dose;
use simui_pharmacy::query::question::{Matter, Question};
use simui_pharmacy::ranking::evidence;

use super::parts::Part;
use super::resources::TurnResources;
use super::state::ConsultState;
use super::wording::fill;

/// Parts of headings of sections on pregnancy and breast-feeding.
const MATERNITY: [&str; 3] = ["임부", "임신", "수유"];

/// The passages to answer from, best first, and the reasons in Korean why documents were left out.
pub(super) fn select_passages(
    found: &[Passage],
    question: &Question,
    avoid: &[String],
    state: &ConsultState,
    resources: &TurnResources,
) -> (Vec<Passage>, Vec<String>) {
    let (knowledge, rules) = (&*resources.shelf.knowledge, resources.rules);
    let mut chosen = evidence::choose(found, question, avoid, knowledge);
    if state.facts.cannot_be_pregnant && !question.asks("pregnancy") && !question.asks("nursing") {
        let is_maternity = |it: &Passage| MATERNITY.iter().any(|word| it.heading.contains(word));
        // If nothing else was found, these sections are kept.
        if chosen.iter().any(|it| !is_maternity(it)) {
            chosen.retain(|it| !is_maternity(it));
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
                let values = [("allergy", allergy), ("drug", drug)];
                left_out.insert(fill(&rules.words.left_out, &values));
                return false;
            }
            let reason = titled
                .iter()
                .find_map(|it| dur_objection(&it.ingredient, question, found, state, resources));
            left_out.extend(reason.clone());
            reason.is_none()
        });
        let taken = &state.facts.medications;
        let is_urgent = matches!(question.matter, Matter::Emergency { .. });
        let names_complaint = !question.symptoms.is_empty();
        if !taken.is_empty() && !chosen.is_empty() && names_complaint && !is_urgent {
            let values = [("drugs", taken.join(", "))];
            let values = values.each_ref().map(|(name, drugs)| (*name, drugs.as_str()));
            left_out.insert(fill(&rules.words.with_taken, &values));
        }
    }
    (chosen, left_out.into_iter().collect())
}

/// The reason in Korean why a DUR table forbids a drug with what the patient takes or for the person of the
/// record; `None` if none does.
fn dur_objection(
    ingredient: &str,
    question: &Question,
    found: &[Passage],
    state: &ConsultState,
    resources: &TurnResources,
) -> Option<String> {
    if !state.parts.has(Part::Dur) {
        return None;
    }
    let (dur, names) = (&resources.shelf.dur, &resources.shelf.knowledge.names);
    let drug = names.korean(ingredient);
    let text = format!("{drug}\n{}", state.facts.medications.join("\n"));
    let named = dur.drug_mentions(&text, names);
    let notices = dur.check(&text, &named, &question.person, names);
    let forbids_drug = |notice: &&DurNotice| {
        let forbids = match notice.table {
            DurTable::Combination | DurTable::Pregnancy => true,
            // A row on a form, beside a dose for a child in a document, does not forbid the drug.
            DurTable::Age => !has_child_dose(notice, found, &resources.shelf.knowledge),
            _ => false,
        };
        forbids && notice.drugs.iter().any(|it| it == drug)
    };
    let notice = notices.iter().find(forbids_drug)?;
    let others: Vec<&str> =
        notice.drugs.iter().filter(|it| *it != drug).map(String::as_str).collect();
    let why = if others.is_empty() { "나이·임신".to_owned() } else { others.join(", ") };
    let values = [("why", why.as_str()), ("table", notice.table.korean()), ("drug", drug)];
    Some(fill(&resources.rules.words.left_out_dur, &values))
}
