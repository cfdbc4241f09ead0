//! Which sentences answer: measured by what the question asks, over all passages at once.

use std::collections::{BTreeMap, BTreeSet};

use simui_domain::Span;
use simui_search::analysis::Analyser;

use super::answer::Paragraph;
use super::figures::figures;
use super::knowledge::{Intent, Knowledge};
use super::passage::Passage;
use super::question::Question;
use super::sentence::sentences;
use super::support::words;

/// Sentences taken of one passage at most.
const OF_A_PASSAGE: usize = 4;

/// Passages an answer stands on at most (seed 001, step 3).
const MOST_PASSAGES: usize = 5;

/// Sentences taken in all.
const MOST_SENTENCES: usize = 9;

/// A sentence worth less than this share of the best one is left out.
const NEAR_THE_BEST: f32 = 0.5;

/// The same where two drugs were asked about: what is said of both is the answer, what is said of one is beside it.
const NEAR_THE_BEST_OF_TWO: f32 = 0.7;

/// What is shorter is a heading or a word of a table.
const SHORTEST: usize = 6;

/// Intents that figures answer.
const FIGURES: [&str; 4] = ["dose", "maximum", "children", "overdose"];

/// The section that says what a drug is.
const OVERVIEW: &str = "개요";

/// The paragraphs of an answer: the passage with the best sentence first, and in each its sentences in their own order.
pub(super) fn paragraphs(
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
        .collect();
    let reading = Reading::new(question, asked, knowledge, &sentences);
    let mut ranked: Vec<Candidate> = sentences
        .into_iter()
        .map(|it| Candidate { worth: reading.worth(&it, &passages[it.passage]), ..it })
        .collect();
    ranked.sort_by(|a, b| b.worth.total_cmp(&a.worth).then(a.passage.cmp(&b.passage)));
    let near = if question.ingredients().len() > 1 { NEAR_THE_BEST_OF_TWO } else { NEAR_THE_BEST };
    let least = ranked.first().map_or(0.0, |best| best.worth * near);
    let mut said = BTreeSet::new();
    let mut chosen: Vec<Candidate> = Vec::new();
    let mut order: Vec<usize> = Vec::new();
    for candidate in ranked.into_iter().take_while(|it| it.worth > 0.0 && it.worth >= least) {
        let known = order.contains(&candidate.passage);
        let of_same = chosen.iter().filter(|it| it.passage == candidate.passage).count();
        if of_same == OF_A_PASSAGE || (!known && order.len() == MOST_PASSAGES) {
            continue;
        }
        if said.insert(candidate.sentence.clone()) {
            if !known {
                order.push(candidate.passage);
            }
            chosen.push(candidate);
        }
        if chosen.len() == MOST_SENTENCES {
            break;
        }
    }
    let place = |passage: usize| order.iter().position(|it| *it == passage);
    chosen.sort_by_key(|it| (place(it.passage), it.span));
    let mut paragraphs: Vec<Paragraph> = Vec::new();
    for Candidate { passage, span, sentence, .. } in chosen {
        match paragraphs.last_mut().filter(|it| it.passage == passage) {
            Some(paragraph) => {
                paragraph.sentences.push(ended(&sentence));
                paragraph.quote.end = span.end;
            }
            None => {
                let sentences = vec![ended(&sentence)];
                paragraphs.push(Paragraph { sentences, passage, quote: span });
            }
        }
    }
    paragraphs
}

/// A fragment of a list gets a full stop, so that it can stand in a paragraph.
fn ended(sentence: &str) -> String {
    match sentence.ends_with(['.', '!', '?']) {
        true => sentence.to_owned(),
        false => format!("{sentence}."),
    }
}

/// A sentence that may be said.
struct Candidate {
    passage: usize,
    span: Span,
    sentence: String,
    words: BTreeSet<String>,
    worth: f32,
}

fn candidates(at: usize, passage: &Passage, analyser: &Analyser) -> Vec<Candidate> {
    let worded = |span: Span| Some((span, span.slice(&passage.text)?));
    sentences(&passage.text)
        .into_iter()
        .filter_map(worded)
        .filter(|(_, it)| !is_of_the_document(it) && it.chars().count() >= SHORTEST)
        .map(|(span, it)| {
            let (sentence, words) = (it.to_owned(), words(it, analyser));
            Candidate { passage: at, span, sentence, words, worth: 0.0 }
        })
        .collect()
}

/// What sentences are measured by.
struct Reading<'a> {
    question: &'a Question,
    asked: &'a [&'a Intent],
    knowledge: &'a Knowledge,
    /// How much a word of the question tells: the fewer sentences have it, the more.
    telling: BTreeMap<&'a str, f32>,
}

impl<'a> Reading<'a> {
    fn new(
        question: &'a Question,
        asked: &'a [&'a Intent],
        knowledge: &'a Knowledge,
        sentences: &[Candidate],
    ) -> Self {
        let all = sentences.len() as f32;
        let weight = |word: &'a String| {
            let having = sentences.iter().filter(|it| it.words.contains(word)).count() as f32;
            // The inverse document frequency of Spärck Jones (1972), smoothed, over the sentences at hand; 2 at most.
            (word.as_str(), (1.0 + all / (1.0 + having)).ln().min(4.0) / 2.0)
        };
        let named = |word: &&String| {
            !question
                .drugs
                .iter()
                .any(|it| it.written.contains(word.as_str()) || it.korean == **word)
        };
        let telling = question.words.iter().filter(named).map(weight).collect();
        Self { question, asked, knowledge, telling }
    }

    /// How well a sentence answers. What was asked first counts most; of two drugs, a sentence in one's document that names
    /// the other is the answer.
    fn worth(&self, candidate: &Candidate, passage: &Passage) -> f32 {
        let (question, sentence) = (self.question, candidate.sentence.as_str());
        let names = &self.knowledge.names;
        let titled = question.drugs_in(&passage.title, names);
        let of_drug = !titled.is_empty();
        let mut named = question.drugs_in(sentence, names);
        // A sentence of a drug's own document may leave its name unsaid.
        named.extend(titled);
        let drugs = question.ingredients().len();
        if drugs > 0 && named.is_empty() {
            return 0.0;
        }
        let mut worth = 0.0;
        for (at, intent) in self.asked.iter().enumerate() {
            if intent.telling.iter().any(|it| sentence.contains(it.as_str())) {
                worth += if at == 0 { 2.0 } else { 0.5 };
            }
            let place = intent.headings.iter().position(|it| passage.heading.contains(it.as_str()));
            let nearness = place.map_or(0.0, |it| 1.0 / (1.0 + it as f32));
            worth += nearness * if at == 0 { 1.5 } else { 0.5 };
        }
        worth += candidate.words.iter().filter_map(|it| self.telling.get(it.as_str())).sum::<f32>();
        if drugs > 1 && named.len() > 1 {
            worth += 4.0;
        }
        let figures_wanted = self.asked.iter().any(|it| FIGURES.contains(&it.id.as_str()));
        if figures_wanted && !figures(sentence).is_empty() {
            worth += 1.0;
        }
        if question.symptoms.iter().any(|it| sentence.contains(it.as_str())) {
            worth += 1.0;
        }
        // Nearness in meaning, where no word gives it away.
        worth += passage.score.clamp(0.0, 1.0);
        // What a drug is, is seldom what is asked.
        let share = if passage.heading.contains(OVERVIEW) { 0.5 } else { 1.0 };
        // What another drug's document says in passing comes after what its own says.
        let own = match (drugs, of_drug) {
            (0, _) | (_, true) => 1.0,
            (1, false) => 0.5,
            (_, false) => 0.7,
        };
        // Of a drug and of a combination that has it, the drug was asked about.
        let titled = names.found(&passage.title);
        let others =
            titled.iter().any(|it| !question.ingredients().contains(it.ingredient.as_str()));
        worth * share * own * if others { 0.8 } else { 1.0 }
    }
}

/// What a digest says of itself is no answer.
fn is_of_the_document(sentence: &str) -> bool {
    sentence.contains("요지이며") || sentence.contains("심의 데스크")
}
