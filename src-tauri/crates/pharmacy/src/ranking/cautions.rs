//! Finds what the documents of a drug state for this very person: sentences that name another drug that the
//! person takes, an illness, a state or a habit, or a limit of age or kidney function that the person is
//! within.

use std::collections::{BTreeMap, BTreeSet};

use simui_domain::{DocumentId, Span};

use crate::knowledge::Knowledge;
use crate::passage::Passage;
use crate::person::{FactKind, PersonFact, age_limits_hold, kidney_limits};
use crate::query::question::Question;
use crate::query::subject::Subject;
use crate::text::denial::denies;
use crate::text::sentence::sentences;
use crate::text::wording::contains_word;

/// Most sentences for one fact.
const MAX_OF_FACT: usize = 2;

/// Most sentences for all facts.
const MAX_CAUTIONS: usize = 8;

/// Parts of headings of sections that say what a drug is for, what it is, or how it is kept.
pub(crate) const OTHER_SECTIONS: [&str; 6] = ["효능", "개요", "보관", "성상", "제품 정보", "저장"];

/// Parts of headings of sections with doses and advice, which count only where they compare with a limit.
const DOSE_SECTIONS: [&str; 3] = ["용법", "사용합니까", "복약지도"];

/// Part of the heading of the section on what a drug is used for.
pub(super) const INDICATIONS: &str = "효능";

/// Parts of headings of sections with unwanted effects.
pub(super) const EFFECT_SECTIONS: [&str; 2] = ["이상반응", "부작용"];

/// Parts of headings of sections on what is taken together.
const TOGETHER_SECTIONS: [&str; 2] = ["상호작용", "약 또는 음식"];

/// Words of a sentence about people to whom a drug has done harm before.
const ALLERGY_WORDS: [&str; 4] = ["알레르기", "과민", "생긴 적", "두드러기"];

/// A sentence of a document that concerns a fact of the person.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Caution {
    /// The fact of the person, or what the question asks of one.
    pub(crate) fact: PersonFact,
    /// Whether the fact is only asked about: 임부가 먹어도 되나요?
    pub(crate) asked: bool,
    /// Index of its passage.
    pub(crate) passage: usize,
    /// Its place in the text of the passage, in Unicode scalars.
    pub(crate) span: Span,
    /// The sentence as the passage has it.
    pub(crate) sentence: String,
}

/// The cautions of `passages` for the person of a question that names a drug or a class, and for the state,
/// food or drink that it asks about: for each fact the strictest first, at most two, those of a drug of the
/// question before those of a drug that is taken. `offered` are drugs that count as those of the question.
pub(crate) fn cautions(
    passages: &[Passage],
    question: &Question,
    offered: &BTreeSet<String>,
    knowledge: &Knowledge,
) -> Vec<Caution> {
    let asked = asked_facts(question, knowledge);
    if question.facts.is_empty() && asked.is_empty() {
        return Vec::new();
    }
    let facts: Vec<(&PersonFact, bool)> = question
        .facts
        .iter()
        .map(|it| (it, false))
        .chain(asked.iter().map(|it| (it, true)))
        .collect();
    let subjects = Subject::of(question, knowledge);
    let reader = Reader { question, offered, subjects: &subjects, knowledge, passages };
    let mut documents: BTreeMap<&DocumentId, Option<Document>> = BTreeMap::new();
    let mut found: Vec<(Rank, usize, Caution)> = Vec::new();
    for (at, passage) in passages.iter().enumerate() {
        if OTHER_SECTIONS.iter().any(|it| passage.heading.contains(it)) {
            continue;
        }
        let document =
            documents.entry(&passage.document_id).or_insert_with(|| reader.document(passage));
        let Some(document) = document else { continue };
        for span in sentences(&passage.text) {
            let Some(sentence) = span.slice(&passage.text) else { continue };
            for (order, (fact, asked)) in facts.iter().enumerate() {
                let strictness = match asked {
                    true => reader.answers(fact, sentence, document),
                    false => reader.concerns(fact, sentence, passage, document),
                };
                let Some(strictness) = strictness else { continue };
                let of_taken = document.asked.is_empty();
                let elsewhere = !fact.is_named_in_heading(&passage.heading);
                let combination = document.all.iter().any(|it| !document.asked.contains(it));
                let rank = Rank { strictness, of_taken, elsewhere, combination };
                let (fact, sentence) = ((*fact).clone(), sentence.to_owned());
                let caution = Caution { fact, asked: *asked, passage: at, span, sentence };
                found.push((rank, order, caution));
            }
        }
    }
    found.sort_by_key(|(rank, order, it)| (*rank, *order, it.passage, it.span.start));
    let mut kept: Vec<Caution> = Vec::new();
    for (rank, _, caution) in found {
        let of_fact = kept.iter().filter(|it| it.fact == caution.fact).count();
        if rank.strictness == Strictness::Effect && of_fact > 0 {
            continue;
        }
        let known = kept.iter().any(|it| it.sentence == caution.sentence);
        if of_fact < MAX_OF_FACT && !known && kept.len() < MAX_CAUTIONS {
            kept.push(caution);
        }
    }
    kept
}

/// Intents about a state of the person, of which a question may ask for nobody in particular.
const STATES: [&str; 5] = ["pregnancy", "nursing", "elderly", "driving", "alcohol"];

/// What a question that names a drug asks of it: for a state of a person, a food or a drink.
fn asked_facts(question: &Question, knowledge: &Knowledge) -> Vec<PersonFact> {
    if question.drugs.is_empty() {
        return Vec::new();
    }
    let fact = |label: &str, words: Vec<String>| PersonFact {
        label: label.to_owned(),
        kind: FactKind::State(words),
    };
    let mut facts: Vec<PersonFact> = Vec::new();
    let intents = || question.intents.iter().filter_map(|it| knowledge.intent(it));
    for intent in intents().filter(|it| STATES.contains(&it.id.as_str())) {
        facts.push(fact(&intent.korean, intent.telling.clone()));
    }
    if question.asks("liver_kidney") {
        let words = ["신부전", "간기능 장애"].iter().flat_map(|it| knowledge.states.words(it));
        facts.push(fact("간·신장", words.collect()));
    }
    for food in intents().filter(|it| it.id == "food").flat_map(|it| &it.words) {
        let unwanted = question.without.iter().any(|it| it.written == *food);
        if question.text.contains(food.as_str()) && !unwanted {
            facts.push(fact(food, vec![food.clone()]));
        }
    }
    let is_known = |it: &PersonFact| question.facts.iter().any(|known| known.label == it.label);
    facts.retain(|it| !is_known(it));
    facts
}

/// The order of cautions: a limit that the person is within, then what is forbidden, then what needs care;
/// sections headed by the fact first, and the document of the drug before those of combinations with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    strictness: Strictness,
    of_taken: bool,
    elsewhere: bool,
    combination: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Strictness {
    Limit,
    Forbidden,
    Care,
    /// An unwanted effect that an illness of the person would worsen; the last resort.
    Effect,
}

/// The drug that a document is about, in relation to a question.
struct Document {
    /// English names of the drugs of the question that the document is about.
    asked: Vec<String>,
    /// English names of all drugs in its title.
    all: Vec<String>,
}

/// Whether a sentence has a word for a state other than in the name of a drug for it: 종합감기약.
fn names_state(sentence: &str, word: &str) -> bool {
    let outside_names = || {
        sentence.match_indices(word).any(|(at, _)| {
            let rest = sentence.get(at + word.len()..).unwrap_or_default();
            !rest.starts_with(['약', '제'])
        })
    };
    contains_word(sentence, word) && outside_names()
}

/// Compares sentences with the facts of a question.
struct Reader<'a> {
    question: &'a Question,
    /// English names of drugs that count as those of the question.
    offered: &'a BTreeSet<String>,
    subjects: &'a [Subject],
    knowledge: &'a Knowledge,
    passages: &'a [Passage],
}

impl Reader<'_> {
    /// The document of a passage, if it is about a drug of the question or one that the person takes.
    fn document(&self, passage: &Passage) -> Option<Document> {
        let names = &self.knowledge.names;
        let mut all: Vec<String> =
            names.find(&passage.title).into_iter().map(|it| it.ingredient).collect();
        let asked = self.question.ingredients();
        if self.question.is_own_label(&passage.document_id) {
            all.extend(asked.iter().map(|it| (*it).to_owned()));
        }
        let of_question = |it: &&String| asked.contains(it.as_str()) || self.offered.contains(*it);
        let asked: Vec<String> = all.iter().filter(of_question).cloned().collect();
        let is_taken = |it: &PersonFact| match &it.kind {
            FactKind::Drug { ingredient, .. } => all.contains(ingredient),
            _ => false,
        };
        let counts = !asked.is_empty() || self.question.facts.iter().any(is_taken);
        counts.then_some(Document { asked, all })
    }

    /// How strictly a sentence of a drug of the question speaks of a state, a food or a drink that the
    /// question asks about; `None` if it does not.
    fn answers(
        &self,
        fact: &PersonFact,
        sentence: &str,
        document: &Document,
    ) -> Option<Strictness> {
        let FactKind::State(words) = &fact.kind else { return None };
        let has = words.iter().any(|it| contains_word(sentence, it));
        let strictness = if denies(sentence) { Strictness::Forbidden } else { Strictness::Care };
        (has && !document.asked.is_empty()).then_some(strictness)
    }

    /// How strictly a sentence speaks of a fact; `None` if it does not.
    fn concerns(
        &self,
        fact: &PersonFact,
        sentence: &str,
        passage: &Passage,
        document: &Document,
    ) -> Option<Strictness> {
        let forbids = || if denies(sentence) { Strictness::Forbidden } else { Strictness::Care };
        let is_under = |parts: &[&str]| parts.iter().any(|it| passage.heading.contains(it));
        let dose_section = is_under(&DOSE_SECTIONS) || is_under(&EFFECT_SECTIONS);
        let needs_care = || denies(sentence) || self.knowledge.asks_for_care(sentence);
        let has = |words: &[String]| words.iter().any(|it| names_state(sentence, it));
        match &fact.kind {
            // Sentences on two drugs of the question are chosen for the question.
            FactKind::Drug { ingredient, .. }
                if self.question.ingredients().contains(ingredient.as_str()) =>
            {
                None
            }
            FactKind::Drug { ingredient, korean } => {
                let pair = match document.asked.is_empty() {
                    // The document of a drug that is taken has to name the drug or class of the question.
                    true => {
                        document.all.contains(ingredient)
                            && self.names_asked(sentence, &passage.title)
                    }
                    false => {
                        !document.all.contains(ingredient)
                            && self.names_drug(sentence, ingredient, korean)
                    }
                };
                pair.then(forbids)
            }
            _ if document.asked.is_empty() => None,
            // 출혈 위험이 커집니다 of a pair of drugs is no statement on people who bleed.
            FactKind::State(_) if is_under(&TOGETHER_SECTIONS) => None,
            FactKind::State(words) if self.is_indication(words, passage) => None,
            FactKind::State(words) if is_under(&EFFECT_SECTIONS) => {
                has(words).then_some(Strictness::Effect)
            }
            FactKind::State(words) | FactKind::Habit(words) => {
                (!dose_section && has(words)).then(forbids)
            }
            FactKind::Tolerated(_) => None,
            // A pair of drugs is no statement on people who are allergic to one of them.
            FactKind::Allergy { .. } if is_under(&TOGETHER_SECTIONS) => None,
            FactKind::Allergy { ingredient, korean } => {
                let own = document.all.contains(ingredient);
                let of_allergy = ALLERGY_WORDS.iter().any(|it| sentence.contains(it));
                (of_allergy && (own || self.names_drug(sentence, ingredient, korean))).then(forbids)
            }
            FactKind::Kidney(rate) => match kidney_limits(sentence, *rate) {
                Some(true) => Some(Strictness::Limit),
                Some(false) => None,
                None => {
                    let words = self.knowledge.states.words("신부전");
                    let impaired = fact.has_impaired_kidneys();
                    (impaired && !dose_section && has(&words)).then(forbids)
                }
            },
            FactKind::Age(months) => {
                (age_limits_hold(sentence, *months) && needs_care()).then_some(Strictness::Limit)
            }
        }
    }

    /// Whether the document of a passage names one of the words among what the drug is used for.
    fn is_indication(&self, words: &[String], passage: &Passage) -> bool {
        let uses = |other: &&Passage| {
            other.document_id == passage.document_id && other.heading.contains(INDICATIONS)
        };
        let named = |it: &Passage| words.iter().any(|word| contains_word(&it.text, word));
        self.passages.iter().filter(uses).any(named)
    }

    /// Whether a sentence names a drug or a class that it belongs to.
    fn names_drug(&self, sentence: &str, ingredient: &str, korean: &str) -> bool {
        // Documents spell names as the lists do; looking for misspelt ones in every sentence takes too long.
        let names = self.knowledge.names.korean_names(ingredient);
        names.iter().any(|it| sentence.contains(it.as_str()))
            || sentence.contains(korean)
            || sentence.contains(ingredient)
            || self.knowledge.mentions_class_of(sentence, korean)
    }

    /// Whether a sentence of the document with this title names a drug or a class of the question. A class
    /// that the document's own drug belongs to is not another drug.
    fn names_asked(&self, sentence: &str, title: &str) -> bool {
        let drugs = &self.question.drugs;
        let class = |subject: &Subject| {
            subject.is_medicine()
                && !subject.is_mentioned_in(title)
                && subject.is_mentioned_in(sentence)
        };
        drugs.iter().any(|it| self.names_drug(sentence, &it.ingredient, &it.korean))
            || self.subjects.iter().any(class)
    }
}
