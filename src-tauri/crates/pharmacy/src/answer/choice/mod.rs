//! Which sentences answer: measured by what the question asks, over all passages at once.

mod candidate;
mod fit;
mod members;
mod reading;
mod thing;
mod warning;
mod worth;

use std::collections::BTreeSet;

use simui_search::analysis::Analyser;

pub(crate) use reading::CARE_TITLE;

use self::candidate::{Candidate, candidates};
use self::reading::Reading;
use super::Paragraph;
use super::urgent;
use crate::knowledge::{Intent, Knowledge};
use crate::query::question::Question;
use crate::retrieval::passage::Passage;

/// Sentences taken of one passage at most.
const OF_A_PASSAGE: usize = 4;

/// The same of guidance for the complaint: what helps, what to do, when to see a doctor.
const OF_CARE: usize = 6;

/// Passages that an answer cites at most.
const MOST_PASSAGES: usize = 5;

/// Sentences taken in all.
const MOST_SENTENCES: usize = 9;

/// A sentence worth less than this share of the best one is left out.
const NEAR_THE_BEST: f32 = 0.6;

/// The same where two drugs were asked about: what is said of both is the answer, what is said of one is beside it.
const NEAR_THE_BEST_OF_TWO: f32 = 0.75;

/// The same of what goes for every drug: a list of rules, all of which count.
const NEAR_THE_BEST_FOR_ALL: f32 = 0.4;

/// The least worth of a sentence where the question names neither drug, class nor complaint, and nothing that people ask of drugs.
const LEAST_OF_NOTHING: f32 = 2.5;

/// The paragraphs of an answer: the passage with the best sentence first, and in each its sentences in their own order.
pub(crate) fn paragraphs(
    question: &Question,
    asked: &[&Intent],
    passages: &[Passage],
    knowledge: &Knowledge,
    analyser: &Analyser,
) -> Vec<Paragraph> {
    let sentences: Vec<Candidate> = passages
        .iter()
        .enumerate()
        .flat_map(|(at, passage)| candidates(at, passage, analyser))
        .filter(|it| urgent::may_follow(question, &it.sentence))
        .filter(|it| !question.without.iter().any(|drug| it.sentence.contains(&drug.korean)))
        .collect();
    let titled = question.titled(passages.iter().map(|it| it.title.as_str()));
    let reading = Reading::new(question, asked, knowledge, passages, &sentences, titled);
    let mut ranked: Vec<Candidate> = sentences
        .into_iter()
        .map(|it| Candidate { worth: reading.worth(&it, &passages[it.passage]), ..it })
        .collect();
    ranked.sort_by(|a, b| b.worth.total_cmp(&a.worth).then(a.passage.cmp(&b.passage)));
    let near = match question.ingredients().len() {
        2.. => NEAR_THE_BEST_OF_TWO,
        0 if reading.is_for_every_drug() => NEAR_THE_BEST_FOR_ALL,
        _ => NEAR_THE_BEST,
    };
    let least = ranked.first().map_or(0.0, |best| best.worth * near);
    // 좌약이 바로 나왔어요: about nothing that is known, the best of what speaks of drugs at large is no answer.
    let least = if reading.is_of_nothing_known() { least.max(LEAST_OF_NOTHING) } else { least };
    let mut said: BTreeSet<String> = BTreeSet::new();
    let mut taken: Vec<usize> = Vec::new();
    let mut order: Vec<usize> = Vec::new();
    let worthy = |it: &&Candidate| it.worth > 0.0 && it.worth >= least;
    for (at, candidate) in ranked.iter().take_while(worthy).enumerate() {
        let known = order.contains(&candidate.passage);
        let of_same = taken.iter().filter(|it| ranked[**it].passage == candidate.passage).count();
        let most =
            if reading.is_care(&passages[candidate.passage]) { OF_CARE } else { OF_A_PASSAGE };
        if of_same == most || (!known && order.len() == MOST_PASSAGES) {
            continue;
        }
        // Of several drugs of a class, what is said of each in the same words is said once.
        let title = passages[candidate.passage].title.split('(').next().unwrap_or_default().trim();
        let nameless = match reading.of_classes() {
            true => candidate.sentence.replace(title, ""),
            false => candidate.sentence.clone(),
        };
        if said.insert(nameless) {
            if !known {
                order.push(candidate.passage);
            }
            taken.push(at);
        }
        if taken.len() == MOST_SENTENCES {
            break;
        }
    }
    for at in reading.warnings(&ranked, &taken, passages) {
        if !order.contains(&ranked[at].passage) {
            order.push(ranked[at].passage);
        }
        taken.push(at);
    }
    let place = |passage: usize| order.iter().position(|it| *it == passage);
    let mut chosen: Vec<&Candidate> = taken.iter().map(|it| &ranked[*it]).collect();
    chosen.sort_by_key(|it| (place(it.passage), it.span));
    let mut paragraphs: Vec<Paragraph> = Vec::new();
    for Candidate { passage, span, sentence, .. } in chosen {
        let (passage, span) = (*passage, *span);
        match paragraphs.last_mut().filter(|it| it.passage == passage) {
            Some(paragraph) => {
                paragraph.sentences.push(ended(sentence));
                paragraph.quote.end = span.end;
            }
            None => {
                let sentences = vec![ended(sentence)];
                paragraphs.push(Paragraph { sentences, passage, quote: span });
            }
        }
    }
    both_first(&mut paragraphs, question, passages, knowledge);
    paragraphs
}

/// Of two drugs taken together what is said of both comes first: 비아그라와 니트로글리세린, and only then what is said of 비아그라.
fn both_first(
    paragraphs: &mut [Paragraph],
    question: &Question,
    passages: &[Passage],
    knowledge: &Knowledge,
) {
    let asked = question.ingredients();
    if asked.len() < 2 || !question.asks("interaction") {
        return;
    }
    let is_of_both = |paragraph: &Paragraph| {
        let title = passages.get(paragraph.passage).map_or("", |it| it.title.as_str());
        paragraph.sentences.iter().any(|sentence| {
            let named = knowledge.names.found(&format!("{title} {sentence}"));
            let named: BTreeSet<&str> = named.iter().map(|it| it.ingredient.as_str()).collect();
            asked.iter().filter(|it| named.contains(*it)).count() > 1
        })
    };
    paragraphs.sort_by_cached_key(|it| !is_of_both(it));
}

/// A fragment of a list gets a full stop, so that it can stand in a paragraph.
fn ended(sentence: &str) -> String {
    match sentence.ends_with(['.', '!', '?']) {
        true => sentence.to_owned(),
        false => format!("{sentence}."),
    }
}
