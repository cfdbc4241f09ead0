//! 답변 관련성: the probability that an answer states what was asked, by a logistic regression over what the
//! answer has of the question. Its weights are in `rules/relevancy.toml`.

use std::collections::BTreeMap;

use super::{Draft, Paragraph};
use crate::classifier::FEATURES;
use crate::knowledge::Knowledge;
use crate::passage::Passage;
use crate::query::question::Question;
use crate::text::figures::has_drug_amount;

/// Intents that ask for an amount.
const AMOUNT_INTENTS: [&str; 2] = ["dose", "maximum"];

/// Most intents of a question that count; the later ones are raised by the person.
const MAX_INTENTS: usize = 3;

/// The probability that a draft states what was asked, with the features by name; `None` for an empty draft.
pub fn relevancy(
    question: &Question,
    draft: &Draft,
    passages: &[Passage],
    knowledge: &Knowledge,
) -> Option<(f64, BTreeMap<String, f64>)> {
    if draft.is_empty() {
        return None;
    }
    let values = features(question, draft, passages, knowledge);
    let named = FEATURES.iter().zip(values).skip(1);
    let named = named.map(|(name, value)| ((*name).to_owned(), value)).collect();
    Some((knowledge.relevancy.probability(&values), named))
}

/// The values of [`FEATURES`], each 0 to 1.
fn features(
    question: &Question,
    draft: &Draft,
    passages: &[Passage],
    knowledge: &Knowledge,
) -> [f64; FEATURES.len()] {
    // What concerns the person is said whatever was asked.
    let chosen: Vec<&Paragraph> = draft.paragraphs.iter().filter(|it| it.about.is_none()).collect();
    let first = chosen.first().or(draft.paragraphs.first().as_ref()).copied();
    let of = |it: &Paragraph| passages.get(it.passage);
    let sentences: Vec<&String> = chosen.iter().flat_map(|it| &it.sentences).collect();
    let intent = question.intents.first().and_then(|it| knowledge.intent(it));
    let has_cue =
        |it: &&&String| intent.is_some_and(|it_| it_.telling.iter().any(|word| it.contains(word)));
    let cue = sentences.iter().filter(has_cue).count();
    let first_passage = first.and_then(of);
    let expected = first_passage.map_or(0.0, |passage| {
        let guided = question.guidance_section_probability(&passage.title, &passage.heading);
        question.expected_share(&passage.heading).max(guided)
    });
    let likely = first_passage.map_or(0.0, |it| question.section_likeness(&it.heading));
    let near = first_passage.map_or(0.0, |it| it.score.clamp(0.0, 1.0));
    let text = whole_text(draft, passages);
    let first_text = first.map_or(String::new(), |paragraph| {
        let head = of(paragraph).map_or(String::new(), |it| format!("{} {}", it.title, it.heading));
        format!("{head} {}", paragraph.sentences.join(" "))
    });
    let words = |text: &str| {
        let found = question.words.iter().filter(|it| text.contains(it.as_str())).count();
        share(found, question.words.len())
    };
    let asks_amount = AMOUNT_INTENTS.iter().any(|it| question.asks(it));
    let amount =
        asks_amount && first.is_some_and(|it| it.sentences.iter().any(|it| has_drug_amount(it)));
    [
        1.0,
        asked(question, &text, draft, passages, knowledge),
        f64::from(expected),
        f64::from(likely),
        share(cue, sentences.len()),
        words(&text),
        words(&first_text),
        f64::from(u8::from(amount)),
        f64::from(near),
    ]
}

/// The share of `all`; 0 of none.
fn share(part: usize, all: usize) -> f64 {
    if all == 0 { 0.0 } else { part as f64 / all as f64 }
}

/// Titles, headings and sentences of a draft, and its notices.
fn whole_text(draft: &Draft, passages: &[Passage]) -> String {
    let mut text = String::new();
    for paragraph in &draft.paragraphs {
        if let Some(passage) = passages.get(paragraph.passage) {
            text.push_str(&format!("{} {} ", passage.title, passage.heading));
        }
        text.push_str(&paragraph.sentences.join(" "));
    }
    for notice in &draft.notices {
        text.push_str(&format!("{} {} ", notice.drugs.join(" "), notice.warning));
    }
    text
}

/// Share of the drugs, intents and complaints of the question that the answer mentions; 0 of none.
fn asked(
    question: &Question,
    text: &str,
    draft: &Draft,
    passages: &[Passage],
    knowledge: &Knowledge,
) -> f64 {
    let mentioned = question.drugs_in(text, &knowledge.names);
    let mut met: Vec<bool> =
        question.ingredients().iter().map(|it| mentioned.contains(it)).collect();
    let headings = || draft.paragraphs.iter().filter_map(|it| passages.get(it.passage));
    for intent in question.intents.iter().filter_map(|it| knowledge.intent(it)).take(MAX_INTENTS) {
        let headed = headings()
            .any(|it| intent.headings.iter().any(|part| it.heading.contains(part.as_str())));
        met.push(headed || intent.telling.iter().any(|it| text.contains(it.as_str())));
    }
    for symptom in question.symptoms.iter().filter_map(|it| knowledge.symptom(it)) {
        let occurs = |it: &String| text.contains(it.as_str());
        met.push(occurs(&symptom.name) || symptom.expand.iter().any(occurs));
    }
    share(met.iter().filter(|it| **it).count(), met.len())
}
