//! Finds what the documents of the drugs that a person takes state of a complaint of that person: it may be
//! an unwanted effect, or what the drug's warnings speak of.

use simui_clinical::symptom_spellings;

use super::cautions::{Caution, EFFECT_SECTIONS, INDICATIONS};
use crate::knowledge::Knowledge;
use crate::passage::Passage;
use crate::person::{FactKind, PersonFact};
use crate::query::question::Question;
use crate::text::sentence::sentences;
use crate::text::wording::contains_word;

/// Most drugs of which the answer to one complaint speaks.
const MAX_DRUGS: usize = 3;

/// Most sentences for one drug: an effect, and a warning of it.
const MAX_OF_DRUG: usize = 2;

/// Parts of headings of sections that warn of effects; those on children or pregnancy speak of others.
const WARNING_SECTIONS: [&str; 3] = ["경고", "주의", "금기"];

/// The sentences in which documents of the drugs that the person takes name a complaint of a question that
/// names no drug: 와파린의 흔한 이상반응은 멍, 잇몸 출혈, 코피입니다. Sections on effects come before warnings. A drug for the
/// complaint is left out: what it may do besides is not what the question is about.
pub(crate) fn effects(
    passages: &[Passage],
    question: &Question,
    knowledge: &Knowledge,
) -> Vec<Caution> {
    let taken = question.facts.iter().filter(|it| matches!(it.kind, FactKind::Drug { .. }));
    let taken: Vec<&PersonFact> = taken.collect();
    if taken.is_empty() || !question.drugs.is_empty() || question.present.is_empty() {
        return Vec::new();
    }
    let spellings: Vec<&str> =
        question.present.iter().flat_map(|it| symptom_spellings(it)).collect();
    let names_complaint = |text: &str| spellings.iter().any(|it| contains_word(text, it));
    let is_one_of = |parts: &[&str], heading: &str| parts.iter().any(|it| heading.contains(it));
    let of_drug = |passage: &Passage| {
        let titled = knowledge.names.find(&passage.title);
        let is_titled = |fact: &&PersonFact| match &fact.kind {
            FactKind::Drug { ingredient, .. } => {
                !titled.is_empty() && titled.iter().all(|it| it.ingredient == *ingredient)
            }
            _ => false,
        };
        taken.iter().position(is_titled)
    };
    let is_for_complaint = |fact: &PersonFact| {
        let named = question.present.iter().filter_map(|it| knowledge.symptom(it));
        let mut used = named.flat_map(|it| &it.expand);
        matches!(&fact.kind, FactKind::Drug { korean, .. } if used.any(|it| it == korean))
    };
    let indications = passages.iter().filter(|it| it.heading.contains(INDICATIONS));
    let by_documents: Vec<usize> =
        indications.filter(|it| names_complaint(&it.text)).filter_map(of_drug).collect();
    let mut found: Vec<(bool, usize, Caution)> = Vec::new();
    for (at, passage) in passages.iter().enumerate() {
        let is_effect = is_one_of(&EFFECT_SECTIONS, &passage.heading);
        if !is_effect && !is_one_of(&WARNING_SECTIONS, &passage.heading) {
            continue;
        }
        let Some(order) = of_drug(passage) else { continue };
        if by_documents.contains(&order) || is_for_complaint(taken[order]) {
            continue;
        }
        for span in sentences(&passage.text) {
            let Some(sentence) = span.slice(&passage.text).filter(|it| names_complaint(it)) else {
                continue;
            };
            let (fact, sentence) = (taken[order].clone(), sentence.to_owned());
            let caution = Caution { fact, asked: false, passage: at, span, sentence };
            found.push((!is_effect, order, caution));
        }
    }
    found.sort_by_key(|(later, order, it)| (*order, *later, it.passage, it.span.start));
    let mut kept: Vec<Caution> = Vec::new();
    for (_, _, caution) in found {
        let of_drug = kept.iter().filter(|it| it.fact == caution.fact).count();
        let mut drugs: Vec<&PersonFact> = kept.iter().map(|it| &it.fact).collect();
        drugs.dedup();
        let is_repeated = kept.iter().any(|it| it.sentence == caution.sentence);
        let has_room = of_drug > 0 || drugs.len() < MAX_DRUGS;
        if of_drug < MAX_OF_DRUG && has_room && !is_repeated {
            kept.push(caution);
        }
    }
    kept
}
