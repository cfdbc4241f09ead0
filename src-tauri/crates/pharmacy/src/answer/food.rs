//! Puts what documents say of the food or drink of a question in front: those of the drug itself, then
//! guidance on the drug or its class.

use super::choice::describes_the_digest;
use super::{Paragraph, parts};
use crate::foods::Food;
use crate::knowledge::Knowledge;
use crate::passage::Passage;
use crate::query::question::{Matter, Question};
use crate::ranking::cautions::OTHER_SECTIONS;
use crate::text::sentence::sentences;

/// Most sentences of the drug's own documents, and most of guidance.
const MAX_SENTENCES: usize = 2;

/// Intents beside which what else documents say of the drug is no answer to a question about a food.
const ABOUT_FOOD: [&str; 4] = ["alcohol", "food", "interaction", "contraindication"];

/// Whether a passage is guidance for several drugs that has a sentence on a food of the question for a drug
/// of the question, by its name or its class.
pub(crate) fn is_guidance(passage: &Passage, question: &Question, knowledge: &Knowledge) -> bool {
    let foods = question.foods(knowledge);
    let has_food = |sentence: &str| foods.iter().any(|it| it.is_mentioned_in(sentence));
    is_of_several(passage, knowledge)
        && sentences(&passage.text)
            .iter()
            .filter_map(|it| it.slice(&passage.text))
            .any(|it| has_food(it) && is_of_asked(it, question, knowledge))
}

/// The query that finds guidance on the foods of a question for its drugs; `None` where it names no food or
/// no drug.
pub(crate) fn query(question: &Question, knowledge: &Knowledge) -> Option<String> {
    let foods = question.foods(knowledge);
    if foods.is_empty() || question.drugs.is_empty() {
        return None;
    }
    let mut words: Vec<&str> = vec!["약", "음식"];
    words.extend(foods.iter().flat_map(|it| &it.documents).map(String::as_str));
    for drug in &question.drugs {
        words.push(&drug.korean);
        words.extend(knowledge.document_names_of_classes(&drug.korean));
    }
    Some(words.join(" "))
}

/// The paragraphs of an answer with those on the foods of the question in front. Where nothing but the food
/// is asked, what else documents say of its one drug is left out.
pub(super) fn with_food(
    paragraphs: Vec<Paragraph>,
    question: &Question,
    passages: &[Passage],
    knowledge: &Knowledge,
) -> Vec<Paragraph> {
    let foods = question.foods(knowledge);
    if foods.is_empty() {
        return paragraphs;
    }
    if question.drugs.is_empty() && matches!(question.matter, Matter::Emergency { .. }) {
        return paragraphs;
    }
    if question.drugs.is_empty() {
        return with_food_alone(paragraphs, &foods, passages, knowledge);
    }
    let of_drug = |passage: &Passage| {
        let is_own = || {
            !is_of_several(passage, knowledge)
                && !question.drugs_in(&passage.title, &knowledge.names).is_empty()
        };
        !OTHER_SECTIONS.iter().any(|other| passage.heading.contains(other))
            && (question.is_own_label(&passage.document_id) || is_own())
    };
    let named = |food: &&Food, sentence: &str| food.is_mentioned_in(sentence);
    let in_part = |food: &&Food, sentence: &str| food.is_part_mentioned_in(sentence);
    let mut first = pick(passages, &|passage, sentence| {
        of_drug(passage) && foods.iter().any(|food| named(food, sentence))
    });
    if first.is_empty() {
        first = pick(passages, &|passage, sentence| {
            of_drug(passage) && foods.iter().any(|food| in_part(food, sentence))
        });
    }
    first.extend(pick(passages, &|passage, sentence| {
        is_of_several(passage, knowledge)
            && foods.iter().any(|food| named(food, sentence))
            && is_of_asked(sentence, question, knowledge)
    }));
    if first.is_empty() {
        return paragraphs;
    }
    let only_food = question.ingredients().len() == 1
        && !parts::has_parts(question, knowledge)
        && question.intents.iter().all(|it| ABOUT_FOOD.contains(&it.as_str()));
    let is_first = |sentence: &String| first.iter().any(|it| it.sentences.contains(sentence));
    let mut others = if only_food { Vec::new() } else { paragraphs };
    for paragraph in &mut others {
        paragraph.sentences.retain(|it| !is_first(it));
    }
    others.retain(|it| !it.sentences.is_empty());
    first.into_iter().chain(others).collect()
}

/// The paragraphs of an answer to a question on foods without a drug (돌 전 아기에게 꿀 먹여도 되나요), with what
/// guidance says of them in front where no chosen sentence does.
fn with_food_alone(
    paragraphs: Vec<Paragraph>,
    foods: &[&Food],
    passages: &[Passage],
    knowledge: &Knowledge,
) -> Vec<Paragraph> {
    let names_food = |it: &str| foods.iter().any(|food| food.is_mentioned_in(it));
    if paragraphs.iter().flat_map(|it| &it.sentences).any(|it| names_food(it)) {
        return paragraphs;
    }
    let found = pick(passages, &|passage, sentence| {
        is_of_several(passage, knowledge) && names_food(sentence) && !describes_the_digest(sentence)
    });
    if found.is_empty() { paragraphs } else { found }
}

/// Whether an answer says something of a food or drink of the question.
pub(super) fn is_answered(
    question: &Question,
    paragraphs: &[Paragraph],
    knowledge: &Knowledge,
) -> bool {
    let foods = question.foods(knowledge);
    let names_food = |it: &String| foods.iter().any(|food| food.is_mentioned_in(it));
    !question.drugs.is_empty() && paragraphs.iter().flat_map(|it| &it.sentences).any(names_food)
}

/// Whether the document of a passage is about no single drug.
fn is_of_several(passage: &Passage, knowledge: &Knowledge) -> bool {
    !knowledge.names.find(&passage.title).iter().any(|it| it.span.start == 0)
}

/// Whether a sentence names a drug of the question or a class that it belongs to.
fn is_of_asked(sentence: &str, question: &Question, knowledge: &Knowledge) -> bool {
    !question.drugs_in(sentence, &knowledge.names).is_empty()
        || question.drugs.iter().any(|it| knowledge.mentions_class_of(sentence, &it.korean))
}

/// The first sentences that are wanted, as paragraphs of their passages.
fn pick(passages: &[Passage], is_wanted: &dyn Fn(&Passage, &str) -> bool) -> Vec<Paragraph> {
    let mut paragraphs: Vec<Paragraph> = Vec::new();
    let mut known: Vec<&str> = Vec::new();
    for (at, passage) in passages.iter().enumerate() {
        for span in sentences(&passage.text) {
            let Some(sentence) = span.slice(&passage.text) else { continue };
            if known.len() == MAX_SENTENCES
                || known.contains(&sentence)
                || !is_wanted(passage, sentence)
            {
                continue;
            }
            known.push(sentence);
            match paragraphs.last_mut().filter(|it| it.passage == at) {
                Some(paragraph) => {
                    paragraph.sentences.push(sentence.to_owned());
                    paragraph.quote.end = span.end;
                }
                None => paragraphs.push(Paragraph {
                    sentences: vec![sentence.to_owned()],
                    passage: at,
                    quote: span,
                    about: None,
                }),
            }
        }
    }
    paragraphs
}
