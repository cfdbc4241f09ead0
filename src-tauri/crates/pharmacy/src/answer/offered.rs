//! The drugs that an answer offers where the question names none (천식 있는데 두통약 뭐 먹어요). What their own
//! documents say of the person has to stand before the offer.

use std::collections::BTreeSet;

use simui_search::analysis::Analyser;

use super::conditions::without_conditions;
use super::{Draft, Paragraph, choice, intents_of};
use crate::dur::{CHILD_MONTHS, ELDERLY_MONTHS};
use crate::knowledge::Knowledge;
use crate::passage::Passage;
use crate::person::{FactKind, PersonFact};
use crate::query::question::Question;
use crate::ranking::cautions::{Caution, cautions};
use crate::text::denial::denies;
use crate::text::sentence::sentences;

/// The drugs that an answer offers, and the person to whom it does.
pub(crate) struct Offer {
    /// English names of the drugs in sentences that forbid nothing.
    pub(crate) drugs: BTreeSet<String>,
    /// The question with those facts of the person that the answer does not speak of.
    question: Question,
}

impl Offer {
    /// The offer of an answer from these passages; see [`Offer::of`].
    pub(crate) fn from_passages(
        question: &Question,
        passages: &[Passage],
        knowledge: &Knowledge,
        analyser: &Analyser,
    ) -> Option<Self> {
        if !may_offer(question) {
            return None;
        }
        let intents = intents_of(question, knowledge);
        let paragraphs = choice::paragraphs(question, &intents, passages, knowledge, analyser);
        Self::of(&paragraphs, question, knowledge)
    }

    /// The offer of these paragraphs; `None` if the question names a drug or states no fact of a person, or
    /// if the paragraphs name no drug or mention every fact.
    pub(super) fn of(
        paragraphs: &[Paragraph],
        question: &Question,
        knowledge: &Knowledge,
    ) -> Option<Self> {
        if !may_offer(question) {
            return None;
        }
        let sentences = || paragraphs.iter().flat_map(|it| &it.sentences);
        let is_mentioned = |fact: &PersonFact| sentences().any(|it| mentions(it, fact, knowledge));
        let mut question = question.clone();
        question.facts.retain(|it| !is_mentioned(it));
        let drugs = drugs_of(sentences(), knowledge);
        (!drugs.is_empty() && !question.facts.is_empty()).then_some(Self { drugs, question })
    }

    /// The cautions of `passages` on the drugs offered: for each drug the strictest on each fact, so that
    /// none is offered without its own. What is forbidden comes first.
    pub(crate) fn cautions(&self, passages: &[Passage], knowledge: &Knowledge) -> Vec<Caution> {
        let mut found: Vec<Caution> = Vec::new();
        for drug in &self.drugs {
            let of_drug = BTreeSet::from([drug.clone()]);
            let mut facts: Vec<PersonFact> = Vec::new();
            for caution in cautions(passages, &self.question, &of_drug, knowledge) {
                let is_first = !facts.contains(&caution.fact);
                facts.push(caution.fact.clone());
                if is_first && !found.contains(&caution) {
                    found.push(caution);
                }
            }
        }
        found.sort_by_key(|it| !denies(&it.sentence));
        found
    }
}

/// English names of the drugs that an answer offers to a question without a drug, other than in its cautions.
pub fn offered_drugs(
    draft: &Draft,
    question: &Question,
    knowledge: &Knowledge,
) -> BTreeSet<String> {
    let offers = draft.paragraphs.iter().filter(|it| it.about.is_none());
    let offers = offers.filter(|_| question.drugs.is_empty());
    drugs_of(offers.flat_map(|it| &it.sentences), knowledge)
}

/// The drugs in sentences that forbid nothing.
fn drugs_of<'s>(
    sentences: impl Iterator<Item = &'s String>,
    knowledge: &Knowledge,
) -> BTreeSet<String> {
    let offers = sentences.filter(|it| !denies(it));
    offers.flat_map(|it| knowledge.names.find(it)).map(|it| it.ingredient).collect()
}

/// The sentences of a paragraph that recommend drugs, each with the Korean names of these and the words of
/// classes. A sentence that forbids or asks for care recommends nothing, examples stand for their class
/// (이부프로펜 같은 소염진통제), and a drug by which it says for whom it is (항응고제를 먹거나) is none of them.
pub fn recommendations(paragraph: &str, knowledge: &Knowledge) -> Vec<(String, Vec<String>)> {
    let drugs = |sentence: &str| -> BTreeSet<String> {
        let named = knowledge.names.find(sentence).into_iter();
        named.map(|it| knowledge.names.korean(&it.ingredient).to_owned()).collect()
    };
    let spans = sentences(paragraph).into_iter();
    let cares = |it: &str| denies(it) || knowledge.asks_for_care(it);
    let found =
        spans.filter_map(|it| it.slice(paragraph)).filter(|it| !cares(it)).map(|sentence| {
            let advice = without_conditions(sentence);
            let classes = knowledge.classes_named_in(&advice).map(str::to_owned);
            (
                sentence.to_owned(),
                drugs(&advice).into_iter().chain(classes).collect::<Vec<String>>(),
            )
        });
    found.filter(|(_, names)| !names.is_empty()).collect()
}

/// Whether the question names no drug and says something of a person.
fn may_offer(question: &Question) -> bool {
    question.drugs.is_empty() && !question.facts.is_empty()
}

/// Whether a sentence mentions people with this fact. Documents limit the age of children and old
/// people only, so any other age counts as mentioned.
fn mentions(sentence: &str, fact: &PersonFact, knowledge: &Knowledge) -> bool {
    let has = |words: &[String]| words.iter().any(|it| sentence.contains(it.as_str()));
    match &fact.kind {
        FactKind::State(words) | FactKind::Habit(words) => has(words),
        FactKind::Kidney(_) => has(&knowledge.states.words("신부전")),
        FactKind::Drug { korean, .. } => {
            sentence.contains(korean.as_str()) || knowledge.mentions_class_of(sentence, korean)
        }
        FactKind::Age(months) => age_intent(*months)
            .and_then(|it| knowledge.intent(it))
            .is_none_or(|it| has(&it.telling)),
        FactKind::Tolerated(_) => true,
        FactKind::Allergy { korean, .. } => {
            sentence.contains(korean.as_str()) && sentence.contains("알레르기")
        }
    }
}

/// The intent whose cue words are those of documents for people of this age in months, if there is one.
fn age_intent(months: u32) -> Option<&'static str> {
    match months {
        ..CHILD_MONTHS => Some("children"),
        ELDERLY_MONTHS.. => Some("elderly"),
        _ => None,
    }
}
