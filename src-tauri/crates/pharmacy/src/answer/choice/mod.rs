//! Chooses the sentences of an answer: scores every sentence of all passages against the question and keeps
//! the best.

mod candidate;
mod coverage;
mod criteria;
mod members;
mod penalties;
mod score;
mod topic;
mod warning;

use std::collections::BTreeSet;

use simui_search::analysis::Analyser;

pub(crate) use self::candidate::describes_the_digest;
use self::candidate::{Candidate, candidates, is_of_children, is_of_the_old};
use self::criteria::Criteria;
use super::relevancy::relevancy;
use super::urgent;
use super::{Draft, Paragraph};
use crate::knowledge::{Intent, Knowledge};
use crate::passage::Passage;
use crate::query::question::Question;

/// Most sentences of one passage.
const MAX_OF_PASSAGE: usize = 4;

/// Most sentences of the guidance for a bare complaint: what helps, what to do, when to see a doctor.
const MAX_OF_CARE: usize = 6;

/// Most passages that an answer cites.
const MAX_PASSAGES: usize = 5;

/// Most sentences of an answer on one subject, warnings not counted.
const MAX_SENTENCES: usize = 9;

/// Least score of a sentence, as a share of the best score.
const MIN_SHARE_OF_BEST: f32 = 0.6;

/// Least share of the best score if several drugs are named: sentences on both answer, sentences on one do
/// not.
const MIN_SHARE_SEVERAL_DRUGS: f32 = 0.75;

/// Least share of the best score if the answer is a list of rules for every drug, all of which count.
const MIN_SHARE_EVERY_DRUG: f32 = 0.4;

/// Least score of a sentence if the question names neither drug, class nor complaint and has no known intent.
const MIN_SCORE_NOTHING_KNOWN: f32 = 2.5;

/// The paragraphs of an answer: the passage with the best sentence first, in each its sentences in document
/// order.
///
/// `intents` are those of the question, grave ones first. Empty if no sentence answers.
pub(crate) fn paragraphs(
    question: &Question,
    intents: &[&Intent],
    passages: &[Passage],
    knowledge: &Knowledge,
    analyser: &Analyser,
) -> Vec<Paragraph> {
    let sentences: Vec<Candidate> = passages
        .iter()
        .enumerate()
        .flat_map(|(at, passage)| candidates(at, passage, analyser))
        .filter(|it| urgent::may_follow(question, &it.sentence, knowledge))
        .filter(|it| !is_of_the_old(&it.sentence, question))
        .filter(|it| !is_of_children(&it.sentence, question))
        .filter(|it| !question.without.iter().any(|drug| it.sentence.contains(&drug.korean)))
        .collect();
    let named_documents = question.named_titles(passages.iter().map(|it| it.title.as_str()));
    let criteria =
        Criteria::new(question, intents, knowledge, passages, &sentences, named_documents);
    let mut ranked: Vec<Candidate> = sentences
        .into_iter()
        .map(|it| Candidate { score: criteria.score(&it, &passages[it.passage]), ..it })
        .collect();
    ranked.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.passage.cmp(&b.passage)));
    let least_share = match question.ingredients().len() {
        2.. => MIN_SHARE_SEVERAL_DRUGS,
        0 if criteria.is_for_every_drug() => MIN_SHARE_EVERY_DRUG,
        _ => MIN_SHARE_OF_BEST,
    };
    let least = ranked.first().map_or(0.0, |best| best.score * least_share);
    // If nothing known is named (좌약이 바로 나왔어요), the best general sentence is not an answer just for being the
    // best.
    let least =
        if criteria.names_nothing_known() { least.max(MIN_SCORE_NOTHING_KNOWN) } else { least };
    // The section of a product's own label that the question asks for answers, however little it has of the
    // question's words.
    let asked = asked_section(question, intents, passages);
    let asked_of_label = |it: &Candidate| it.score > 0.0 && asked.contains(&it.passage);
    ranked.sort_by_key(|it| !asked_of_label(it));
    let mut used: BTreeSet<String> = BTreeSet::new();
    let mut taken: Vec<usize> = Vec::new();
    let mut order: Vec<usize> = Vec::new();
    // Of several complaints each gets the section on it, however much better the one on another fits.
    let on_complaint = |it: &Candidate| criteria.answers_one_complaint(&passages[it.passage]);
    let answers = |it: &Candidate| it.score >= least || asked_of_label(it) || on_complaint(it);
    let is_good = |it: &Candidate| it.score > 0.0 && answers(it);
    // A section on each, and one on what occurs together.
    let most_sentences = match criteria.is_several_complaints() {
        true => MAX_OF_PASSAGE * (criteria.subjects.len() + 1),
        false => MAX_SENTENCES,
    };
    for (at, candidate) in ranked.iter().enumerate().filter(|(_, it)| is_good(it)) {
        let known = order.contains(&candidate.passage);
        let of_same = taken.iter().filter(|it| ranked[**it].passage == candidate.passage).count();
        let is_care = criteria.answers_bare_complaint(&passages[candidate.passage]);
        let most = match is_care && !criteria.is_several_complaints() {
            true => MAX_OF_CARE,
            false => MAX_OF_PASSAGE,
        };
        if of_same == most || (!known && order.len() == MAX_PASSAGES) {
            continue;
        }
        // Several drugs of a class may share a sentence but for the name; it is taken once.
        let title = passages[candidate.passage].title.split('(').next().unwrap_or_default().trim();
        let nameless = match criteria.names_no_drug() {
            true => candidate.sentence.replace(title, ""),
            false => candidate.sentence.clone(),
        };
        if used.insert(nameless) {
            if !known {
                order.push(candidate.passage);
            }
            taken.push(at);
        }
        if taken.len() == most_sentences {
            break;
        }
    }
    // Sentences that cover what the others leave out come last or first, whichever makes the more relevant
    // answer.
    let mut covering: Vec<usize> = Vec::new();
    for at in criteria.uncovered(&ranked, &taken, passages) {
        let passage = ranked[at].passage;
        if !order.contains(&passage) && !covering.contains(&passage) {
            covering.push(passage);
        }
        taken.push(at);
    }
    let chosen: Vec<&Candidate> = taken.iter().map(|it| &ranked[*it]).collect();
    let first = [covering.as_slice(), order.as_slice()].concat();
    order.extend(&covering);
    let relevancy_of = |order: &[usize]| {
        let draft = Draft { paragraphs: assembled(&chosen, order), ..Draft::default() };
        relevancy(question, &draft, passages, knowledge).map_or(0.0, |it| it.0)
    };
    if !covering.is_empty() && relevancy_of(&first) > relevancy_of(&order) {
        order = first;
    }
    for at in criteria.warnings(&ranked, &taken, passages) {
        if !order.contains(&ranked[at].passage) {
            order.push(ranked[at].passage);
        }
        taken.push(at);
    }
    let chosen: Vec<&Candidate> = taken.iter().map(|it| &ranked[*it]).collect();
    let mut paragraphs = assembled(&chosen, &order);
    // The label of a product is cited before the digest of its ingredient.
    let is_label = |it: &Paragraph| question.is_own_label(&passages[it.passage].document_id);
    paragraphs.sort_by_key(|it| !is_label(it));
    put_pairs_first(&mut paragraphs, question, passages, knowledge);
    paragraphs
}

/// The paragraphs of chosen sentences: the passages in `order`, in each its sentences in document order.
fn assembled(chosen: &[&Candidate], order: &[usize]) -> Vec<Paragraph> {
    let place = |passage: usize| order.iter().position(|it| *it == passage);
    let mut chosen = chosen.to_vec();
    chosen.sort_by_key(|it| (place(it.passage), it.span));
    let mut paragraphs: Vec<Paragraph> = Vec::new();
    for Candidate { passage, span, sentence, .. } in chosen {
        let (passage, span) = (*passage, *span);
        match paragraphs.last_mut().filter(|it| it.passage == passage) {
            Some(paragraph) => {
                paragraph.sentences.push(with_full_stop(sentence));
                paragraph.quote.end = span.end;
            }
            None => {
                let sentences = vec![with_full_stop(sentence)];
                paragraphs.push(Paragraph { sentences, passage, quote: span, about: None });
            }
        }
    }
    paragraphs
}

/// The passages of the products' own labels under the first heading of the first intent that a label has.
fn asked_section(
    question: &Question,
    intents: &[&Intent],
    passages: &[Passage],
) -> BTreeSet<usize> {
    let of_label = |at: &usize| question.is_own_label(&passages[*at].document_id);
    let labels: Vec<usize> = (0..passages.len()).filter(of_label).collect();
    let headings = intents.first().map_or(&[][..], |intent| intent.headings.as_slice());
    let under = |heading: &String| -> BTreeSet<usize> {
        let is_under = |at: &&usize| passages[**at].heading.contains(heading.as_str());
        labels.iter().filter(is_under).copied().collect()
    };
    headings.iter().map(under).find(|found| !found.is_empty()).unwrap_or_default()
}

/// Moves paragraphs that mention two of the drugs in front, if the question is about their use together: for
/// 비아그라와 니트로글리세린 those on both, then those on 비아그라 alone.
fn put_pairs_first(
    paragraphs: &mut [Paragraph],
    question: &Question,
    passages: &[Passage],
    knowledge: &Knowledge,
) {
    let asked = question.ingredients();
    if asked.len() < 2 || !question.asks("interaction") {
        return;
    }
    let mentions_pair = |paragraph: &Paragraph| {
        let title = passages.get(paragraph.passage).map_or("", |it| it.title.as_str());
        paragraph.sentences.iter().any(|sentence| {
            let named = knowledge.names.find(&format!("{title} {sentence}"));
            let named: BTreeSet<&str> = named.iter().map(|it| it.ingredient.as_str()).collect();
            asked.iter().filter(|it| named.contains(*it)).count() > 1
        })
    };
    paragraphs.sort_by_cached_key(|it| !mentions_pair(it));
}

/// The sentence with a full stop, if it has no mark at its end: items of lists become parts of a paragraph.
fn with_full_stop(sentence: &str) -> String {
    match sentence.ends_with(['.', '!', '?']) {
        true => sentence.to_owned(),
        false => format!("{sentence}."),
    }
}
