//! Which sentences answer: measured by what the question asks, over all passages at once.

use std::collections::{BTreeMap, BTreeSet};

use simui_domain::Span;
use simui_search::analysis::Analyser;

use super::answer::Paragraph;
use super::figures::figures;
use super::gaps;
use super::knowledge::{Intent, Knowledge};
use super::passage::Passage;
use super::question::Question;
use super::sentence::sentences;
use super::support::words;
use super::wording::Wording;

/// Sentences taken of one passage at most.
const OF_A_PASSAGE: usize = 4;

/// Passages an answer stands on at most (seed 001, step 3).
const MOST_PASSAGES: usize = 5;

/// Sentences taken in all.
const MOST_SENTENCES: usize = 9;

/// A sentence worth less than this share of the best one is left out.
const NEAR_THE_BEST: f32 = 0.6;

/// The same where two drugs were asked about: what is said of both is the answer, what is said of one is beside it.
const NEAR_THE_BEST_OF_TWO: f32 = 0.75;

/// What is shorter is a heading or a word of a table.
const SHORTEST: usize = 6;

/// Intents that figures answer.
const FIGURES: [&str; 4] = ["dose", "maximum", "children", "overdose"];

/// What it is worth that the likeness model expects the answer in this section, beside the intents' sections and words.
const LIKELY_SECTION: f32 = 3.0;

/// What a word of the question is worth for how much it tells.
const TELLING: f32 = 1.5;

/// Share of a drug's document where the question names neither drug nor complaint.
const OF_ONE_DRUG: f32 = 0.6;

/// The same where the question points at a drug that it does not name.
const OF_SOME_DRUG: f32 = 0.3;

/// Share of a sentence without the thing that was asked about, where another sentence of the drug's documents has it.
const BESIDE: f32 = 0.4;

/// Share of other documents where one has the title that the question names.
const OF_ANOTHER_SUBJECT: f32 = 0.6;

/// Least share of a section on storage where that was not asked.
const UNASKED_STORAGE: f32 = 0.4;

/// The section that says how a drug is kept.
const STORAGE: &str = "보관";

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
    let titled = question.titled(passages.iter().map(|it| it.title.as_str()));
    let reading = Reading::new(question, asked, knowledge, passages, &sentences, titled);
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
    /// Whether the question names the subject of each passage's document.
    titled: Vec<bool>,
    /// The thing asked about with the drug (자몽, 술), as the sentences of the drug's own documents call it.
    told: Option<String>,
}

impl<'a> Reading<'a> {
    fn new(
        question: &'a Question,
        asked: &'a [&'a Intent],
        knowledge: &'a Knowledge,
        passages: &[Passage],
        sentences: &[Candidate],
        titled: Vec<bool>,
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
        let told = thing(question, asked, knowledge, passages, sentences);
        Self { question, asked, knowledge, telling, titled, told }
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
        let subject = of_drug || self.titled[candidate.passage];
        if drugs > 0 && named.is_empty() && !subject {
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
        worth += LIKELY_SECTION * question.section(&passage.heading);
        worth += TELLING
            * candidate.words.iter().filter_map(|it| self.telling.get(it.as_str())).sum::<f32>();
        if drugs > 1 && named.len() > 1 {
            worth += 4.0;
        }
        // 혈압약 먹는데 감기약: what is said of both complaints or classes.
        let about = question.symptoms.iter().filter_map(|it| self.knowledge.symptom(it));
        let of_it = |it: &str| sentence.contains(it) || passage.title.contains(it);
        let about = about.filter(|it| of_it(&it.name) || it.expand.iter().any(|it| of_it(it)));
        if drugs == 0 && about.count() > 1 {
            worth += 2.0;
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
        let of_one = !names.found(&passage.title).is_empty();
        let own = match (drugs, subject) {
            (_, true) => 1.0,
            (0, false) if of_one && question.points() => OF_SOME_DRUG,
            // Of no drug in particular, what is said of drugs at large.
            (0, false) if of_one && question.symptoms.is_empty() => OF_ONE_DRUG,
            (0, false) if self.titled.contains(&true) => OF_ANOTHER_SUBJECT,
            (0, false) => 1.0,
            (1, false) => 0.5,
            (_, false) => 0.7,
        };
        // Of a drug and of a combination that has it, the drug was asked about.
        let titled = names.found(&passage.title);
        let others =
            titled.iter().any(|it| !question.ingredients().contains(it.ingredient.as_str()));
        // Every document says that children must not reach it.
        let kept = passage.heading.contains(STORAGE) && !question.asks("storage");
        let kept = if kept { UNASKED_STORAGE.max(question.section(STORAGE)) } else { 1.0 };
        let beside = self.told.iter().any(|it| !sentence.contains(it.as_str()));
        let beside = if beside { BESIDE } else { 1.0 };
        worth
            * share
            * own
            * kept
            * beside
            * if others && !self.titled[candidate.passage] { 0.8 } else { 1.0 }
    }
}

/// What was asked about beside the drug, where its documents have it: 맥주 is 술 there.
fn thing(
    question: &Question,
    asked: &[&Intent],
    knowledge: &Knowledge,
    passages: &[Passage],
    sentences: &[Candidate],
) -> Option<String> {
    let of_thing = asked.iter().find(|it| gaps::THINGS.contains(&it.id.as_str()))?;
    let said = Wording::new(&question.text);
    let words = match of_thing.id.as_str() {
        "alcohol" => of_thing.telling.iter().collect::<Vec<_>>(),
        _ => of_thing.words.iter().filter(|it| said.has(it)).collect(),
    };
    let own = |it: &&Candidate| {
        let titled = question.drugs_in(&passages[it.passage].title, &knowledge.names);
        !titled.is_empty()
    };
    let own: Vec<&Candidate> = sentences.iter().filter(own).collect();
    let told = |word: &&&String| own.iter().any(|it| it.sentence.contains(word.as_str()));
    words.iter().find(told).map(|it| (*it).clone())
}

/// What a digest says of itself is no answer.
fn is_of_the_document(sentence: &str) -> bool {
    sentence.contains("요지이며") || sentence.contains("심의 데스크")
}
