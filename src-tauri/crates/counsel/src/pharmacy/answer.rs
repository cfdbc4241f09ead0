//! 답변 생성 (seed 001, step 5), by rules: sentences of the passages, chosen and put in order. Nothing is said that no passage says.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use simui_domain::Span;
use simui_search::analysis::Analyser;

use super::dur::DurNotice;
use super::figures::figures;
use super::gaps;
use super::knowledge::{Intent, Knowledge};
use super::passage::Passage;
use super::question::{Matter, Question};
use super::sentence::sentences;
use super::support::words;

/// Sentences taken of one passage at most.
const OF_A_PASSAGE: usize = 4;

/// Passages an answer stands on at most (seed 001, step 3).
pub const MOST_PASSAGES: usize = 5;

/// Sentences taken in all.
const MOST_SENTENCES: usize = 9;

/// A sentence worth less than this share of the best one is left out.
const NEAR_THE_BEST: f32 = 0.5;

/// What is shorter is a heading or a word of a table.
const SHORTEST: usize = 6;

/// Intents that figures answer.
const FIGURES: [&str; 4] = ["dose", "maximum", "children", "overdose"];

/// What every answer ends with.
pub const CLOSING: &str = "이 답변은 등록된 문서에서 찾은 내용이며 전문가의 진료나 상담을 대신하지 않습니다. 복용하기 전에 의사·약사와 꼭 상담하세요.";

/// What is said where a digest of ours is among the sources.
pub const DIGEST: &str = "요지 문서가 포함되어 있으므로 제품의 허가사항을 함께 확인하십시오.";

/// Said where the documents do not have what was asked.
pub const INSUFFICIENT: &str = "등록된 문서에서 이 질문에 답할 만한 내용을 찾지 못했습니다(정보 부족). 허가사항을 확인하거나 의사·약사에게 물어보십시오.";

/// An answer before it is checked, taken apart.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Draft {
    /// Said before everything else, where life is in danger.
    pub urgent: Option<String>,
    /// The first sentence: what the answer is about. It claims nothing.
    pub lead: String,
    /// What the DUR tables say.
    pub notices: Vec<DurNotice>,
    /// One ingredient in several of the products named, by the dictionary of names.
    pub overlaps: Vec<String>,
    /// In order; each ends with its source.
    pub paragraphs: Vec<Paragraph>,
    /// What was asked and is not in the documents: silence is not safety.
    pub gaps: Vec<String>,
}

/// Sentences with one source.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Paragraph {
    /// Its sentences.
    pub sentences: Vec<String>,
    /// Which of the passages they are from.
    pub passage: usize,
    /// The part of the passage that the first to the last of them take up.
    pub quote: Span,
}

/// Writes the draft: safety first, then what was asked, then the rest.
pub fn write(
    question: &Question,
    passages: &[Passage],
    notices: Vec<DurNotice>,
    knowledge: &Knowledge,
    analyser: &Analyser,
) -> Draft {
    let urgent = match &question.matter {
        Matter::Emergency { says, .. } => Some(says.clone()),
        _ => None,
    };
    let asked: Vec<&Intent> =
        question.intents.iter().filter_map(|it| knowledge.intent(it)).collect();
    let sentences: Vec<Candidate> = passages
        .iter()
        .enumerate()
        .flat_map(|(at, passage)| candidates(at, passage, analyser))
        .collect();
    let reading = Reading::new(question, &asked, knowledge, &sentences);
    let mut ranked: Vec<Candidate> = sentences
        .into_iter()
        .map(|it| Candidate { worth: reading.worth(&it, &passages[it.passage]), ..it })
        .collect();
    ranked.sort_by(|a, b| b.worth.total_cmp(&a.worth).then(a.passage.cmp(&b.passage)));
    let least = ranked.first().map_or(0.0, |best| best.worth * NEAR_THE_BEST);
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
    // The passage with the best sentence comes first; within one, sentences keep their order.
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
    let gaps = gaps::gaps(question, &asked, &paragraphs, &notices, passages, &knowledge.names);
    let overlaps = gaps::overlaps(question);
    Draft { urgent, lead: lead(question, &asked, passages), notices, overlaps, paragraphs, gaps }
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
        worth * share * if drugs == 1 && !of_drug { 0.5 } else { 1.0 }
    }
}

/// The section that says what a drug is.
const OVERVIEW: &str = "개요";

/// What a digest says of itself is no answer.
fn is_of_the_document(sentence: &str) -> bool {
    sentence.contains("요지이며") || sentence.contains("심의 데스크")
}

/// `타이레놀(아세트아미노펜)의 상호작용에 대해 등록된 문서에서 찾은 내용입니다.`
fn lead(question: &Question, asked: &[&Intent], passages: &[Passage]) -> String {
    let mut products: Vec<(&str, Vec<&str>)> = Vec::new();
    for drug in &question.drugs {
        let written = drug.corrected.as_ref().unwrap_or(&drug.written).as_str();
        match products.iter_mut().find(|(it, _)| *it == written) {
            Some((_, ingredients)) => ingredients.push(&drug.korean),
            None => products.push((written, vec![&drug.korean])),
        }
    }
    let mut about: Vec<String> = products
        .iter()
        .map(|(written, ingredients)| match ingredients.as_slice() {
            [one] if one == written => (*written).to_owned(),
            ingredients => format!("{written}({})", ingredients.join("·")),
        })
        .collect();
    if about.is_empty() {
        about.extend(question.symptoms.iter().take(2).cloned());
    }
    if about.is_empty() {
        about.extend(passages.first().map(|it| it.title.clone()));
    }
    let mut wanted: Vec<&str> = asked.iter().take(2).map(|it| it.korean.as_str()).collect();
    if question.person.pregnant && !wanted.contains(&"임부") {
        wanted.push("임부");
    }
    let about = about.join(", ");
    match wanted.is_empty() {
        true => format!("{about}에 대해 등록된 문서에서 찾은 내용입니다."),
        false => format!("{about} — {}에 대해 등록된 문서에서 찾은 내용입니다.", wanted.join("·")),
    }
}

impl Draft {
    /// Nothing that a document says.
    pub fn is_empty(&self) -> bool {
        self.paragraphs.is_empty() && self.notices.is_empty()
    }

    /// The numbers of the documents in the order in which the answer uses them: `(number, passage)` for paragraphs, and the
    /// numbers of the notices after them.
    pub fn numbers(&self) -> (Vec<usize>, Vec<usize>) {
        let mut order: Vec<usize> = Vec::new();
        let numbers = self
            .paragraphs
            .iter()
            .map(|it| match order.iter().position(|seen| *seen == it.passage) {
                Some(at) => at + 1,
                None => {
                    order.push(it.passage);
                    order.len()
                }
            })
            .collect();
        (numbers, (0..self.notices.len()).map(|at| order.len() + at + 1).collect())
    }

    /// The answer as it is read: paragraphs end with `[문서 N]`.
    pub fn text(&self, digest: bool) -> String {
        let (numbers, of_notices) = self.numbers();
        let mut parts: Vec<String> = Vec::new();
        parts.extend(self.urgent.clone());
        if !self.is_empty() {
            parts.push(self.lead.clone());
        }
        for (notice, number) in self.notices.iter().zip(&of_notices) {
            let drugs = notice.drugs.join(" + ");
            parts.push(format!(
                "[{}] {drugs}: {} [문서 {number}]",
                notice.table.korean(),
                notice.says
            ));
        }
        parts.extend(self.overlaps.clone());
        for (paragraph, number) in self.paragraphs.iter().zip(&numbers) {
            parts.push(format!("{} [문서 {number}]", paragraph.sentences.join(" ")));
        }
        if self.is_empty() && self.urgent.is_none() {
            parts.push(INSUFFICIENT.to_owned());
        } else if !self.gaps.is_empty() {
            parts.push(self.gaps.join(" "));
        }
        if digest && !self.paragraphs.is_empty() {
            parts.push(DIGEST.to_owned());
        }
        parts.push(CLOSING.to_owned());
        parts.join("\n\n")
    }
}
