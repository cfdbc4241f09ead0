//! The paragraphs on what documents state for the person of the question, which stand before all others, and
//! the gaps where they state nothing.

use std::collections::BTreeSet;

use super::offered::Offer;
use super::{Paragraph, urgent};
use crate::dur::DurNotice;
use crate::knowledge::Knowledge;
use crate::passage::Passage;
use crate::person::{FactKind, PersonFact};
use crate::query::question::Question;
use crate::ranking::cautions::{Caution, cautions};
use crate::ranking::effects::effects;
use crate::text::wording::contains_word;

/// The paragraphs of an answer, with a paragraph for each fact of the person and document in front; their
/// sentences are left out of the others. What the question asks about (임부, 술, 자몽) is added at the end where
/// no chosen sentence has it.
pub(super) fn with_cautions(
    paragraphs: Vec<Paragraph>,
    question: &Question,
    passages: &[Passage],
    knowledge: &Knowledge,
) -> Vec<Paragraph> {
    let is_mentioned = |fact: &PersonFact| match &fact.kind {
        FactKind::State(words) => {
            let has_word = |it: &String| words.iter().any(|word| contains_word(it, word));
            paragraphs.iter().flat_map(|it| &it.sentences).any(has_word)
        }
        _ => false,
    };
    let mut cautions = find_cautions(&paragraphs, question, passages, knowledge);
    cautions.retain(|it| urgent::may_follow(question, &it.sentence, knowledge));
    cautions.retain(|it| !it.asked || !is_mentioned(&it.fact));
    let (asked, of_person): (Vec<Caution>, Vec<Caution>) =
        cautions.into_iter().partition(|it| it.asked);
    let first = as_paragraphs(of_person);
    let is_repeated = |sentence: &String| {
        let same = |it: &String| it.trim_end_matches('.') == sentence.trim_end_matches('.');
        first.iter().any(|it| it.sentences.iter().any(same))
    };
    let mut others = paragraphs;
    for paragraph in &mut others {
        paragraph.sentences.retain(|it| !is_repeated(it));
    }
    others.retain(|it| !it.sentences.is_empty());
    let last = as_paragraphs(asked.into_iter().filter(|it| !is_repeated(&it.sentence)).collect());
    first.iter().cloned().chain(others).chain(last).collect()
}

/// The cautions on the drugs of the question, and on those that the paragraphs offer, and what the documents
/// of the drugs that are taken state of the complaint.
fn find_cautions(
    paragraphs: &[Paragraph],
    question: &Question,
    passages: &[Passage],
    knowledge: &Knowledge,
) -> Vec<Caution> {
    let mut found = cautions(passages, question, &BTreeSet::new(), knowledge);
    if let Some(offer) = Offer::of(paragraphs, question, knowledge) {
        found.extend(offer.cautions(passages, knowledge));
    }
    found.extend(effects(passages, question, knowledge));
    let mut known = BTreeSet::new();
    found.retain(|it| known.insert(it.sentence.clone()));
    found
}

/// The cautions as paragraphs, one for each fact and passage.
fn as_paragraphs(cautions: Vec<Caution>) -> Vec<Paragraph> {
    let mut paragraphs: Vec<Paragraph> = Vec::new();
    for caution in cautions {
        let about = (!caution.asked).then_some(caution.fact.label);
        let same = |it: &&mut Paragraph| it.passage == caution.passage && it.about == about;
        match paragraphs.iter_mut().find(same) {
            Some(paragraph) => {
                paragraph.quote.start = paragraph.quote.start.min(caution.span.start);
                paragraph.quote.end = paragraph.quote.end.max(caution.span.end);
                paragraph.sentences.push(caution.sentence);
            }
            None => paragraphs.push(Paragraph {
                sentences: vec![caution.sentence],
                passage: caution.passage,
                quote: caution.span,
                about,
            }),
        }
    }
    paragraphs
}

/// The gaps of a question about a drug, for drugs that the person takes, for weak kidneys and for the
/// illnesses with which the question asks for leave, where neither a document nor a DUR table states
/// anything.
pub(super) fn silent_facts(
    question: &Question,
    paragraphs: &[Paragraph],
    notices: &[DurNotice],
    knowledge: &Knowledge,
) -> Vec<String> {
    if question.drugs.is_empty() {
        return Vec::new();
    }
    let asked = question.ingredients();
    let sentences = || paragraphs.iter().flat_map(|it| &it.sentences);
    let asks_leave = question.asks("contraindication");
    let is_silent = |fact: &&PersonFact| {
        let noticed = |korean: &String| notices.iter().any(|it| it.drugs.contains(korean));
        let is_covered = match &fact.kind {
            FactKind::Drug { ingredient, korean } => {
                asked.contains(ingredient.as_str())
                    || noticed(korean)
                    || sentences().any(|it| knowledge.mentions_class_of(it, korean))
            }
            FactKind::Kidney(_) => !fact.has_impaired_kidneys(),
            FactKind::Allergy { .. } => false,
            // 크론병인데 부루펜 먹어도 되나요: nobody must take silence for leave.
            FactKind::State(words) => {
                let states = question.text.contains(&fact.label);
                let has = |it: &String| words.iter().any(|word| contains_word(it, word));
                !asks_leave || !states || sentences().any(has)
            }
            FactKind::Habit(_) | FactKind::Age(_) | FactKind::Tolerated(_) => true,
        };
        !is_covered && !paragraphs.iter().any(|it| it.about.as_ref() == Some(&fact.label))
    };
    let mut silent: Vec<&str> =
        question.facts.iter().filter(is_silent).map(|it| it.label.as_str()).collect();
    silent.dedup();
    match silent.is_empty() {
        true => Vec::new(),
        false => vec![format!(
            "‘{}’와(과) 관련한 내용은 등록된 문서와 DUR 자료에서 찾지 못했습니다. 기록이 없다는 것이 안전하다는 뜻은 아닙니다.",
            silent.join(", ")
        )],
    }
}
